/** Races that the program draws: what the race office sends, and what it is answered (around, "Draw by the program"). */
import Type, { type Static } from 'typebox';
import { integer, oneOf } from '../../fields.ts';
import { MAX_DRAWN_CREWS, MAX_DRAWN_RACES, MAX_INTEGER, MAX_LANES_OF_RACE } from '../../limits.ts';
import { id } from '../fields.ts';

const seed = () => Type.String({ format: 'opaque', pattern: '^[0-9a-f]{32}$' });

/**
 * `POST /events/{id}/draw-plan`: crews are drawn into the lanes of races, in the order in which these are named. Without
 * `seed` the program makes one.
 */
export const DrawPlanWrite = Type.Object({
  raceIds: Type.Array(id(), { maxItems: MAX_DRAWN_RACES }),
  crewIds: Type.Array(id(), { maxItems: MAX_DRAWN_CREWS }),
  method: oneOf(['random', 'seeded']),
  seed: Type.Optional(seed()),
  /** Of a seeded draw: crews, best first. */
  order: Type.Optional(Type.Array(id(), { maxItems: MAX_DRAWN_CREWS })),
  /** `true` unless given. */
  clubsApart: Type.Optional(Type.Boolean()),
  /** In which lanes, first crew first; `middle-out` unless given. */
  lanes: Type.Optional(
    Type.Unsafe<'middle-out' | 'in-order' | number[]>({
      anyOf: [
        { type: 'string', enum: ['middle-out', 'in-order'] },
        {
          type: 'array',
          items: { type: 'integer', minimum: 1, maximum: MAX_INTEGER },
          maxItems: MAX_LANES_OF_RACE,
        },
      ],
    }),
  ),
  /** The revision that the page showed. */
  seen: integer(0),
});
export type DrawPlanWrite = Static<typeof DrawPlanWrite>;

/** `POST /events/{id}/draw`: the same, with the seed that the plan answered. */
export const DrawWrite = Type.Object({ ...DrawPlanWrite.properties, seed: seed() });
export type DrawWrite = Static<typeof DrawWrite>;

/** The draw as it would be written; `problems` says in English what a person should know of it. */
export const DrawPlan = Type.Object({
  seed: Type.String(),
  /** In the order of `raceIds`; of each race the lanes that get a crew, by position. */
  heats: Type.Array(
    Type.Object({
      raceId: id(),
      lanes: Type.Array(Type.Object({ position: Type.Integer(), crewId: id() })),
    }),
  ),
  problems: Type.Array(Type.String()),
});
export type DrawPlan = Static<typeof DrawPlan>;
