/** What a role lets somebody do, so that a page offers no more. The service decides. */
import type { ClubItem } from '../../../../src/contract/console/clubs.ts';
import { may } from '../../../../src/domain/accounts/roles.ts';
import { person } from './session.ts';

/** Whether the person may make and change regattas of a club. */
export function mayManageEvents({ role }: Pick<ClubItem, 'role'>): boolean {
  return may(role, 'manage-events');
}

/** Whether the person may invite, change roles and rename. */
export function mayManageClub({ role }: Pick<ClubItem, 'role'>): boolean {
  return may(role, 'manage-club') || person.value?.operator === true;
}
