/**
 * Bodies and answers of the race office for draws and progressions: races that the program draws (around, "Draw by the
 * program"), the patterns of progression that regattas row, and what a pattern makes of the races of an event (around,
 * "Patterns").
 */
import type { Static } from 'typebox';
import Type from 'typebox';
import { id, integer, namedValues, nullable, oneOf, sentDateTime } from '../fields.ts';
import {
  MAX_DRAWN_CREWS,
  MAX_DRAWN_RACES,
  MAX_INTEGER,
  MAX_LANES_OF_RACE,
  MAX_RULED_RACES,
} from '../limits.ts';
import { RaceWrite } from '../race.ts';

const seed = () => Type.String({ format: 'opaque', pattern: '^[0-9a-f]{32}$' });

/**
 * `POST /events/{id}/draw-plan`: crews are drawn into the lanes of races, in the order in which `raceIds` names them.
 * Without `seed` the program makes one.
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
  /** The lanes of a race in the order in which crews get them; `middle-out` unless given. */
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

/** The draw as it would be written; `problems` says in English what a person should know about it. */
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

export const RacePattern = Type.Object({
  /** It never changes. */
  id: Type.Integer(),
  /** In English; pages show it in the reader's language. */
  name: Type.String(),
  /** How many heats it has. */
  heats: Type.Integer(),
  /** How many lanes each race has. */
  lanes: Type.Integer(),
  /** How many races the repechage has; 0 where there is none. */
  repechage: Type.Integer(),
  finals: Type.Array(oneOf(['A', 'B', 'C', 'D'])),
  /** For how many crews it is, in all heats together. */
  crews: Type.Object({ from: Type.Integer(), to: Type.Integer() }),
  /** How many crews at most row in no final. */
  eliminated: Type.Integer(),
  /** The text of rules that has it; `null`: regattas row it, but no such text was read. */
  source: nullable(Type.Object({ name: Type.String(), paragraph: Type.String() })),
});
export type RacePattern = Static<typeof RacePattern>;

export const PatternList = Type.Object({ patterns: Type.Array(RacePattern) });

/** A race, or the races of one class. */
const heatOrHeats = () =>
  Type.Unsafe<number | number[]>({
    ...id(),
    type: ['integer', 'array'],
    items: id(),
    maxItems: MAX_RULED_RACES,
  });

/** `POST /events/{id}/pattern/preview` */
export const PatternPreviewWrite = Type.Object({
  patternId: integer(1),
  /** The heats in their order: races, or a list of races for each class. */
  heats: Type.Array(heatOrHeats(), { maxItems: MAX_RULED_RACES }),
  /** Races that exist already, by the key of the target. */
  targets: Type.Optional(namedValues(id(), MAX_RULED_RACES)),
});
export type PatternPreviewWrite = Static<typeof PatternPreviewWrite>;

const { raceNumber, title, round } = RaceWrite.properties;

/** `POST /events/{id}/pattern`: each target is in `targets` or in `create`. */
export const PatternWrite = Type.Object({
  ...PatternPreviewWrite.properties,
  /** Races that are to be made, by the key of the target. */
  create: Type.Optional(
    namedValues(
      Type.Object({
        raceNumber,
        scheduledAt: sentDateTime(),
        /** Left out: that of the heats. */
        title,
        /** Left out: such as `Final A`. */
        round,
      }),
      MAX_RULED_RACES,
    ),
  ),
  seen: integer(0),
});
export type PatternWrite = Static<typeof PatternWrite>;

/** The tree of a pattern. */
export const PatternPreview = Type.Object({
  /** Each target after those from which its crews come. */
  targets: Type.Array(
    Type.Object({
      /** Such as `repechage-1`, `semifinal-2`, `semifinal-cd-1`, `final-a`; of the second class of several `2:final-a`. */
      key: Type.String(),
      /** What the race is called, or would be. */
      title: Type.String(),
      /** `null`: the race does not exist yet. */
      raceId: nullable(id()),
      /** As in `PUT /events/{id}/progression`; a race that does not exist yet is named by its key. */
      rules: Type.Array(
        Type.Object({
          position: Type.Integer(),
          races: Type.Array(Type.Unsafe<number | string>({ type: ['integer', 'string'] })),
          place: Type.Integer(),
          fastest: nullable(Type.Integer()),
        }),
      ),
    }),
  ),
  problems: Type.Array(Type.String()),
});
export type PatternPreview = Static<typeof PatternPreview>;
