/**
 * The roles of a club, what each permits, and which changes of members of a club and operators of an installation are allowed
 * (console, "Roles").
 */
import type { Role } from '../../contract/fields.ts';
import { conflict, Refusal } from '../refusal.ts';

/** Weakest first. */
export const ROLES = ['member', 'schedule_manager', 'admin'] as const satisfies readonly Role[];
export type { Role };

type Permission =
  /** To write the schedules of the club's events (decision L15). */
  | 'manage-events'
  /** To mint API keys (decision L16). */
  | 'mint-keys'
  /** To invite, to give and remove roles, and to rename the club. */
  | 'manage-club';

const PERMISSIONS: Record<Role, readonly Permission[]> = {
  member: [],
  schedule_manager: ['manage-events', 'mint-keys'],
  admin: ['manage-events', 'mint-keys', 'manage-club'],
};

/** The roles that give a permission, weakest first. */
export function rolesThatMay(permission: Permission): Role[] {
  return ROLES.filter((role) => may(role, permission));
}

/** Whether a role gives a permission; no role gives none. */
export function may(role: Role | null, permission: Permission): boolean {
  return role !== null && PERMISSIONS[role].includes(permission);
}

/** What a person is to a club: an operator of the installation, a member with a role, or neither. */
export interface Standing {
  /** An operator of the installation, or the command line. */
  isOperator: boolean;
  role: Role | null;
}

/** Whether somebody may see a club: its members and operators do. */
export function maySeeClub({ isOperator, role }: Standing): boolean {
  return isOperator || role !== null;
}

/** Whether somebody may invite to a club, change roles, remove members and rename it. */
export function mayManageClub({ isOperator, role }: Standing): boolean {
  return isOperator || may(role, 'manage-club');
}

/** Why somebody may not manage a club: 404 if they may not even see it, as for a club that does not exist; else 403. */
export function managementObjection(standing: Standing): Refusal | undefined {
  if (!maySeeClub(standing)) return noSuchClub();
  if (!mayManageClub(standing)) return new Refusal('forbidden', 'Only an admin of the club may.');
  return undefined;
}

/** 404: one refusal for a club that does not exist and for one that the person may not see. */
export function noSuchClub(): Refusal {
  return new Refusal('not_found', 'There is no such club.');
}

/** 404: one refusal for a person who does not exist and for one whose account is closed. */
export function noSuchPerson(): Refusal {
  return new Refusal('not_found', 'There is no such person.');
}

/** 404: one refusal for a person who is not in the club and for one who does not exist. */
function notAMember(): Refusal {
  return new Refusal('not_found', 'The person is not in this club.');
}

interface RoleChange {
  /** That of the person who makes the change. */
  standing: Standing;
  /** Whether they change their own role. */
  isOwn: boolean;
  /** `null`: not a member. */
  before: Role | null;
  /** `null`: the person leaves the club. */
  after: Role | null;
  adminCount: number;
}

/** Why a role may not be changed, or a person may not leave. */
export function roleObjection(change: RoleChange): Refusal | undefined {
  const { standing, isOwn, before, after, adminCount } = change;
  if (!maySeeClub(standing)) return noSuchClub();
  const isLeaving = isOwn && after === null;
  if (!isLeaving && !mayManageClub(standing)) return managementObjection(standing);
  // Only an operator can add a member directly; an admin sends an invitation.
  if (before === null && (after === null || !standing.isOperator)) return notAMember();
  const wasLast = before === 'admin' && after !== 'admin' && adminCount <= 1;
  return wasLast ? conflict(LAST_ADMIN) : undefined;
}

const LAST_ADMIN =
  'A club keeps at least one admin: make somebody else admin of the club before this one goes.';

interface Leaver {
  isOperator: boolean;
  operatorCount: number;
  /** The clubs of which the person is the only admin. */
  clubsLeftAlone: readonly string[];
}

/** Why an account may not be closed. */
export function closingObjection({
  isOperator,
  operatorCount,
  clubsLeftAlone,
}: Leaver): Refusal | undefined {
  const [club] = clubsLeftAlone;
  if (club !== undefined) return conflict(`The person is the only admin of ${club}. ${LAST_ADMIN}`);
  return isOperator ? operatorObjection(operatorCount) : undefined;
}

/** Why somebody may not do what only operators do. */
export function operatorsOnly(isOperator: boolean): Refusal | undefined {
  return isOperator ? undefined : new Refusal('forbidden', 'Only an operator may.');
}

/** Why one of the operators may not give up being one. */
export function operatorObjection(operatorCount: number): Refusal | undefined {
  if (operatorCount > 1) return undefined;
  return conflict(
    'An installation keeps at least one operator: make somebody else operator before this one goes.',
  );
}

/** The role with more permissions. */
export function higherRole(a: Role | null, b: Role): Role {
  return a !== null && ROLES.indexOf(a) > ROLES.indexOf(b) ? a : b;
}
