/** Fills an event in the database alone, as large as an event may be: through pushes that takes a minute. */
import { MAX_SOURCE_RACES } from '../../src/contract/limits.ts';
import { emptyLane } from '../../src/domain/draw/lane.ts';
import { newRace } from '../../src/domain/races/race.ts';
import type { Database } from '../../src/storage/engine/database.ts';
import { reserveIds } from '../../src/storage/engine/prepared.ts';
import { insertLanes } from '../../src/storage/event/lanes.ts';
import { applyRaceSteps } from '../../src/storage/event/races.ts';
import { applyTeamSteps } from '../../src/storage/event/teams.ts';

const START = Date.UTC(2026, 5, 13, 6);
const HALF_A_MINUTE = 30_000;

interface Size {
  races?: number;
  lanesOfEach?: number;
  crews?: number;
  /** How many of the last races have lanes that are filled by rules; each rule names as many races as it may. */
  ruledRaces?: number;
}

/**
 * Adds races r1, r2, … and crews c1, c2, …; where there are crews, they are drawn in the lanes and have finished.
 *
 * @returns the ids of its races, by number; 0 at index 0
 */
export function fillEvent(
  database: Database,
  eventId: number,
  { races = 0, lanesOfEach = 0, crews = 0, ruledRaces = 0 }: Size,
): Promise<number[]> {
  return database.write(async (tx) => {
    const raceIds = await reserveIds(tx, 'races', races);
    const crewIds = await reserveIds(tx, 'teams', crews);
    const newRaces = raceIds.map((id, index) => {
      const raceNumber = index + 1;
      const scheduledAt = START + index * HALF_A_MINUTE;
      const race = newRace({ raceNumber, scheduledAt, resultMode: 'timed' });
      const title = `Junior four ${raceNumber}, heat`;
      return { id, before: null, after: { ...race, externalId: `r${raceNumber}`, title } };
    });
    await applyRaceSteps(tx, eventId, newRaces, 1);
    const crew = { clubId: 'Club', boatIndex: null, sortOrder: 0, adopted: false };
    const newCrews = crewIds.map((id, index) => ({
      ...{ id, before: null },
      after: { ...crew, name: `Rowing club ${index + 1}`, externalId: `c${index + 1}` },
    }));
    await applyTeamSteps(tx, eventId, newCrews);
    let drawn = 0;
    const rule = { races: raceIds.slice(0, MAX_SOURCE_RACES), place: 1, fastest: 1 };
    const lanes = raceIds.flatMap((raceId, race) =>
      Array.from({ length: lanesOfEach }, (_, index) => {
        const isRuled = race >= races - ruledRaces;
        const teamId = isRuled ? null : (crewIds[drawn++ % crews] ?? null);
        const result = { status: 'finished' as const, finishTimeMillis: 400_000 + drawn };
        return {
          ...{ ...emptyLane(index + 1), raceId, teamId, from: isRuled ? rule : null },
          ...(teamId !== null && result),
        };
      }),
    );
    await insertLanes(tx, lanes);
    return [0, ...raceIds];
  });
}
