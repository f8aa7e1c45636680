/** The roles of a club, and what each lets a person do (console, "Roles"). */
import type { Role } from '../../contract/console/fields.ts';

/** Weakest first. */
export const ROLES = ['member', 'schedule_manager', 'admin'] as const satisfies readonly Role[];
export type { Role };

type Permission =
  /** To write the schedules of the club's events (decision L15). */
  | 'manage-events'
  /** To mint API keys (decision L16). */
  | 'mint-keys'
  /** To invite, to give and take roles, and to rename the club. */
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
