/** What crosses the wire about crews. The interface calls a crew a team. */
import Type, { type Static } from 'typebox';
import { externalId, integer, NO_NUL, nullable, UpsertOutcome } from './fields.ts';
import { MAX_CLUB_ID_LENGTH, MAX_CREW_NAME_LENGTH, MAX_ELEMENTS, MAX_INTEGER } from './limits.ts';

export const TeamWrite = Type.Object(
  {
    externalId: externalId({
      description: "The caller's own id of the crew. Pushing it again updates the same crew.",
      examples: ['crew-17'],
    }),
    name: Type.String({
      format: 'crew-name',
      minLength: 1,
      maxLength: MAX_CREW_NAME_LENGTH,
      pattern: NO_NUL,
      description: 'Unique within the event, compared case-sensitively after trimming and NFC.',
      examples: ['Saline A'],
    }),
    clubId: Type.Optional(
      nullable(Type.String({ format: 'opaque', maxLength: MAX_CLUB_ID_LENGTH, pattern: NO_NUL }), {
        description: 'Kept when omitted, cleared by `null`.',
        examples: ['SAL'],
      }),
    ),
    boatIndex: Type.Optional(
      nullable(integer(1), { description: 'Kept when omitted, cleared by `null`.' }),
    ),
    sortOrder: Type.Optional(
      integer(-MAX_INTEGER - 1, {
        description: 'Kept when omitted. A new crew without one goes to the end.',
      }),
    ),
  },
  { title: 'TeamWrite' },
);
export type TeamWrite = Static<typeof TeamWrite>;

export const TeamList = Type.Array(TeamWrite, { maxItems: MAX_ELEMENTS });

const teamProperties = {
  externalId: nullable(Type.String()),
  name: Type.String({ examples: ['Saline A'] }),
  clubId: nullable(Type.String()),
  boatIndex: nullable(Type.Integer()),
  sortOrder: Type.Integer(),
  adopted: Type.Boolean({
    description:
      "True when the crew existed before the caller's sync and was claimed by it; it stays true for good.",
  }),
};

export const Team = Type.Object(teamProperties, { title: 'Team' });
export type Team = Static<typeof Team>;

export const Teams = Type.Object({ teams: Type.Array(Team) }, { title: 'Teams' });

export const PushedTeam = Type.Object(
  { ...teamProperties, outcome: UpsertOutcome },
  { title: 'PushedTeam' },
);
export type PushedTeam = Static<typeof PushedTeam>;

export const PushedTeams = Type.Object(
  { teams: Type.Array(PushedTeam, { description: "The pushed crews, in the payload's order." }) },
  { title: 'PushedTeams' },
);
