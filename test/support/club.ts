/** A club with somebody of every role, each signed in, for tests of the console. */
import type { Role } from '../../src/domain/accounts/roles.ts';
import { insertClub, insertUser, setRole } from '../../src/storage/accounts/accounts.ts';
import { updatePerson } from '../../src/storage/accounts/people.ts';
import { signIn, type Visitor } from './console.ts';
import type { TestService } from './service.ts';

export interface Somebody extends Visitor {
  userId: number;
  email: string;
}

let count = 0;

/** Somebody who is signed in. */
export async function somebody(
  service: TestService,
  { name = 'Somebody', isOperator = false } = {},
): Promise<Somebody> {
  const email = `somebody${++count}@example.org`;
  const userId = await service.database.write(async (tx) => {
    const id = await insertUser(tx, name, email, Date.now());
    await updatePerson(tx, id, { isOperator });
    return id;
  });
  return { userId, email, ...(await signIn(service, userId)) };
}

/** Gives somebody a role in a club. */
export function join(service: TestService, clubId: number, userId: number, role: Role) {
  return service.database.write((tx) => setRole(tx, userId, clubId, role));
}

/** A club, with one of each role; the operator and the stranger are in no club. */
export async function clubWithRoles(service: TestService, name = 'Rowing club') {
  const clubId = await service.database.write((tx) => insertClub(tx, name, Date.now()));
  const member = await somebody(service, { name: 'Member' });
  const manager = await somebody(service, { name: 'Manager' });
  const admin = await somebody(service, { name: 'Admin' });
  const operator = await somebody(service, { name: 'Operator', isOperator: true });
  const stranger = await somebody(service, { name: 'Stranger' });
  await join(service, clubId, member.userId, 'member');
  await join(service, clubId, manager.userId, 'schedule_manager');
  await join(service, clubId, admin.userId, 'admin');
  return { clubId, at: `/clubs/${clubId}`, member, manager, admin, operator, stranger };
}

/** The people of `clubWithRoles`, for tests of who may do what. */
export const WHO = ['member', 'manager', 'admin', 'operator', 'stranger'] as const;
