/** Random data of head races and timing: kinds, starts, categories, handicaps and times of day. */
import fc from 'fast-check';
import type { Lane } from '../../src/domain/draw/lane.ts';
import type { EventRows } from '../../src/domain/event/event-rows.ts';
import type { Race } from '../../src/domain/races/race.ts';
import { loadWhole } from '../../src/operations/load-rows.ts';
import type { ScheduleOperation } from '../../src/operations/operation.ts';

const HOUR = 3_600_000;

/** @param lines texts of one line, from which categories are made */
export function racingWith(lines: fc.Arbitrary<string>) {
  const categories = lines.map(
    (line) => `${[...line.normalize('NFC')].slice(0, 9).join('').trim()}C`,
  );
  /** Of an entry; starts and finishes are in milliseconds from the race's planned start, finishes later than all starts. */
  const entries = fc.record({
    category: fc.option(categories),
    allowanceMillis: fc.option(fc.constantFrom(-12_500, 1, 90_000)),
    outOfCompetition: fc.boolean(),
    plannedStartMillis: fc.option(fc.constantFrom(-60_000, 20_500, 8 * HOUR)),
    started: fc.option(fc.integer({ min: -60_000, max: 600_000 })),
    finished: fc.option(fc.integer({ min: 1_400_000, max: 5_000_000 })),
  });
  const racing = fc.record({
    kind: fc.constantFrom(null, 'lanes' as const, 'head' as const),
    startIntervalSeconds: fc.option(fc.constantFrom(1, 20, 3600)),
    started: fc.option(fc.integer({ min: -60_000, max: 600_000 })),
    closed: fc.boolean(),
    clockOffsetMillis: fc.constantFrom(0, 0, -7400, 600_000),
  });

  return { entries, racing };
}

type Arbitraries = ReturnType<typeof racingWith>;
type Generated<Of> = Of extends fc.Arbitrary<infer Value> ? Value : never;

interface PlannedRace {
  racing: Generated<Arbitraries['racing']> | null;
  lanes: readonly { position: number; entry: Generated<Arbitraries['entries']> | null }[];
}

/** Sets the kind, starts and times of a race and what its entries have of it, where the plan gives any. */
export const setRacing: ScheduleOperation<
  { raceId: number; race: PlannedRace },
  { rows: EventRows },
  void
> = {
  name: 'import',
  needs: 'schedule',
  load: async (tx, { eventId }) => ({ rows: await loadWhole(tx, eventId) }),
  plan: ({ stored: { rows } }, { raceId, race: { racing, lanes } }) => {
    const at = (race: Race, distance: number | null) =>
      distance === null ? null : race.scheduledAt + distance;
    const races = rows.races.map((race) => {
      if (race.id !== raceId || racing === null) return race;
      const { started, ...rest } = racing;
      return { ...race, ...rest, startedAt: at(race, started) };
    });
    const race = races.find(({ id }) => id === raceId);
    const ofRace = (rows.lanes.get(raceId) ?? []).map((lane): Lane => {
      const entry = lanes.find(({ position }) => position === lane.position)?.entry;
      if (!entry || !race) return lane;
      const { category, allowanceMillis, outOfCompetition, plannedStartMillis } = entry;
      return {
        ...lane,
        ...(lane.team && { category, allowanceMillis, outOfCompetition }),
        plannedStartMillis,
        ...(!lane.withdrawn && {
          startedAt: at(race, entry.started),
          finishedAt: at(race, entry.finished),
        }),
      };
    });
    const after = { ...rows, races, lanes: new Map([...rows.lanes, [raceId, ofRace]]) };
    return { after, result: undefined };
  },
};
