/** Loads the rows of an event for the plans of operations, by how much of the event they need. */
import type { Lane } from '../domain/draw/lane.ts';
import type { EventRows, SomeRows } from '../domain/event/event-rows.ts';
import type { ComparedRows, RowsNeeded } from '../domain/event/revisions.ts';
import { scheduleStateOf } from '../domain/event/schedule.ts';
import type { Race } from '../domain/races/race.ts';
import { Refusal } from '../domain/refusal.ts';
import type { Queries } from '../storage/engine/database.ts';
import {
  listLanes,
  listLanesChangedSince,
  listLanesOfRace,
  listLanesOfRaces,
} from '../storage/event/lanes.ts';
import { findRace, findRaceBy, listRaces, listRacesById } from '../storage/event/races.ts';
import { findSchedule, listDelays } from '../storage/event/schedules.ts';
import { listTeams } from '../storage/event/teams.ts';

/** Everything of an event that can be changed and undone. */
export async function loadWhole(tx: Queries, eventId: number): Promise<EventRows> {
  const [{ schedule }, races, teams, lanes, delays] = await Promise.all([
    loadSettings(tx, eventId),
    listRaces(tx, eventId),
    listTeams(tx, eventId),
    listLanesChangedSince(tx, eventId, 0),
    listDelays(tx, eventId),
  ]);
  // Properties that only documents need are left out, because the history would keep them of a race that is removed.
  const plain = races.map(({ revision: _, resultsAt: __, ...race }) => race);
  return { schedule, races: plain, teams, lanes, delays };
}

/** The settings and the status of the schedule. */
export async function loadSettings(
  tx: Queries,
  eventId: number,
): Promise<Pick<EventRows, 'schedule'>> {
  const schedule = await findSchedule(tx, eventId);
  return { schedule: schedule && scheduleStateOf(schedule) };
}

/** The programme with its lanes, without the crews. */
export async function loadRaces(
  tx: Queries,
  eventId: number,
): Promise<Pick<EventRows, 'races' | 'lanes'>> {
  const [races, lanes] = await Promise.all([
    listRaces(tx, eventId),
    listLanesChangedSince(tx, eventId, 0),
  ]);
  return { races, lanes };
}

/** Names a race by the caller's id, or by its number. */
export type RaceName = { externalId: string } | { raceNumber: number };

/** One race with its lanes; no race when the event does not have it. */
export type RaceRows = Pick<EventRows, 'races' | 'lanes'>;

export async function loadRace(tx: Queries, eventId: number, name: RaceName): Promise<RaceRows> {
  if ('externalId' in name) {
    const [race, lanes] = await Promise.all([
      findRace(tx, eventId, name.externalId),
      listLanes(tx, eventId, name.externalId),
    ]);
    return race ? { races: [race], lanes: new Map([[race.id, lanes]]) } : NO_RACE;
  }
  const race = await findRaceBy(tx, eventId, 'race_number', name.raceNumber);
  if (!race) return NO_RACE;
  return { races: [race], lanes: new Map([[race.id, await listLanesOfRace(tx, race.id)]]) };
}

const NO_RACE: RaceRows = { races: [], lanes: new Map() };

/** The race that an operation on one race has found. */
export function oneRaceOf({ races, lanes }: RaceRows): { race: Race; lanes: readonly Lane[] } {
  const [race] = races;
  if (!race) throw new Error('The operation is refused where there is no race.');
  return { race, lanes: lanes.get(race.id) ?? [] };
}

export function raceNotFound(name: RaceName): Refusal {
  if ('externalId' in name && name.externalId.includes('\0')) {
    const why = 'the address has it in a percent-encoding that is not valid, or with U+0000 in it';
    return new Refusal('race_not_found', `No race has this externalId: ${why}.`);
  }
  const called =
    'externalId' in name
      ? `externalId ${JSON.stringify(name.externalId)}`
      : `number ${name.raceNumber}`;
  return new Refusal('race_not_found', `No race has the ${called}.`);
}

/** The rows that are asked for, before and after a write. What the write has not loaded, and so does not change, is read. */
export async function loadComparedRows(
  tx: Queries,
  { was, is }: { was: SomeRows; is: SomeRows },
  eventId: number,
  asked: RowsNeeded,
): Promise<ComparedRows> {
  const [races, lanes, all, delays] = await Promise.all([
    was.races?.filter(({ id }) => asked.races.has(id)) ?? listRacesById(tx, eventId, asked.races),
    was.lanes ?? listLanesOfRaces(tx, eventId, asked.races),
    asked.all ? (was.races ?? listRaces(tx, eventId)) : [],
    asked.delays ? (was.delays ?? listDelays(tx, eventId)) : new Map(),
  ]);
  const racesAfter = new Map(
    (is.races?.filter(({ id }) => asked.races.has(id)) ?? races).map((race) => [race.id, race]),
  );
  const lanesAfter = is.lanes ?? lanes;
  const changed = races.flatMap((race) => {
    const { id } = race;
    const next = racesAfter.get(id);
    if (!next) return [];
    const before = { race, lanes: lanes.get(id) ?? [] };
    return [[id, { before, after: { race: next, lanes: lanesAfter.get(id) ?? [] } }] as const];
  });
  return { races: new Map(changed), all, delays };
}
