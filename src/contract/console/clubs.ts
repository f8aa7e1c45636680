/** Clubs, their members and invitations; people, as the operator sees them. */
import type { Static } from 'typebox';
import Type from 'typebox';
import { dateTime, email, id, name, next, nullable, Role } from '../fields.ts';
import { MAX_LISTED } from '../limits.ts';
import { MadeLink } from './sign-in.ts';

export const ClubItem = Type.Object({ id: id(), name: name(), role: nullable(Role) });
export type ClubItem = Static<typeof ClubItem>;
/** `GET /clubs`, by name. */
export const ClubList = Type.Object({
  clubs: Type.Array(ClubItem, { maxItems: MAX_LISTED }),
  next: next(),
});
export type ClubList = Static<typeof ClubList>;

export const ClubWrite = Type.Object({ name: name() });
export type ClubWrite = Static<typeof ClubWrite>;

export const Member = Type.Object({
  userId: id(),
  name: Type.String(),
  role: Role,
  /** Only shown to the person, the admins of the club and operators. */
  email: Type.Optional(nullable(Type.String())),
});
export type Member = Static<typeof Member>;
export const Club = Type.Object({ ...ClubItem.properties, members: Type.Array(Member) });
export type Club = Static<typeof Club>;

export const MemberWrite = Type.Object({ role: Role });
export type MemberWrite = Static<typeof MemberWrite>;

export const InvitationWrite = Type.Object({ role: Role, email: Type.Optional(nullable(email())) });
export type InvitationWrite = Static<typeof InvitationWrite>;

export const Invitation = Type.Object({
  id: id(),
  role: Role,
  email: nullable(Type.String()),
  expiresAt: dateTime(),
});
export type Invitation = Static<typeof Invitation>;
export const InvitationList = Type.Object({ invitations: Type.Array(Invitation) });
export type InvitationList = Static<typeof InvitationList>;

export const PersonItem = Type.Object({
  id: id(),
  name: Type.String(),
  email: nullable(Type.String()),
  operator: Type.Boolean(),
  clubs: Type.Array(Type.Object({ id: id(), name: Type.String(), role: Role })),
});
export type PersonItem = Static<typeof PersonItem>;
/** `GET /people`, by name. */
export const PeopleList = Type.Object({
  people: Type.Array(PersonItem, { maxItems: MAX_LISTED }),
  next: next(),
});
export type PeopleList = Static<typeof PeopleList>;

export const PersonWrite = Type.Object({
  name: name(),
  email: Type.Optional(nullable(email())),
});
export type PersonWrite = Static<typeof PersonWrite>;

export const MadePerson = Type.Object({ person: PersonItem, ...MadeLink.properties });
export type MadePerson = Static<typeof MadePerson>;
