/** Plans how an empty event takes over the file of a whole event. Pure. */
import type { EventFile, EventFileLane, EventFileRace } from '../../contract/event-file.ts';
import { highestSortOrder, orderAfter, type Team } from '../../domain/crews/team.ts';
import { type DayDelay, isSameDelay, ON_TIME } from '../../domain/day/delay.ts';
import { crewOfLane, emptyLane, type Lane, type LaneTeam } from '../../domain/draw/lane.ts';
import type { EventRows } from '../../domain/event/event-rows.ts';
import { DEFAULT_SETTINGS, settingsOf } from '../../domain/event/schedule.ts';
import { findCircle } from '../../domain/progression/progression-rules.ts';
import { newRace, type Race } from '../../domain/races/race.ts';
import { conflict, type Refusal } from '../../domain/refusal.ts';

/** The event that the file is imported into, as it is stored. */
interface Target {
  rows: EventRows;
  /** How many notices stand on its board. */
  notices: number;
}

/** Ids for the rows of the file, one each, in its order. */
interface NewIds {
  teams: readonly number[];
  races: readonly number[];
}

/** @returns the event as it is to be; or a conflict when it is not empty, is published, or the file's rules go in a circle */
export function planEventFile(
  target: Target,
  file: EventFile,
  newIds: NewIds,
): EventRows | Refusal {
  const objection = objectionTo(target);
  if (objection) return objection;
  const schedule = file.schedule
    ? { status: 'draft' as const, ...settingsOf(file.schedule) }
    : target.rows.schedule;
  const teams = teamsOf(file, newIds.teams);
  const ids = new Map(
    file.races.map(({ raceNumber }, index) => [raceNumber, newIds.races[index] as number]),
  );
  const { defaultResultMode } = schedule ?? DEFAULT_SETTINGS;
  const races = file.races.map((race) => raceOf(race, ids, defaultResultMode));
  const lanes = lanesOf(file, ids, teams);
  const inCircle = findCircle(lanes);
  if (inCircle !== undefined) {
    const number = races.find(({ id }) => id === inCircle)?.raceNumber;
    return conflict(
      `The rules of the file go in a circle: those of race ${number} lead back to it.`,
    );
  }
  const delays = new Map(
    file.delays
      .map(({ venueDay, delayMinutes, until }): [string, DayDelay] => [
        venueDay,
        { delayMinutes, until: until ?? null },
      ])
      .filter(([, delay]) => !isSameDelay(delay, ON_TIME)),
  );
  return { schedule, races, teams, lanes, delays };
}

/** Why an event cannot take the file: a person would have to match rows that it has already with those of the file. */
function objectionTo({ rows, notices }: Target): Refusal | undefined {
  const { races, teams, delays, schedule } = rows;
  const counts = { crews: teams.length, races: races.length, delays: delays.size, notices };
  const held = Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([what, count]) => `${count} ${count === 1 ? what.slice(0, -1) : what}`);
  if (held.length > 0) {
    return conflict(
      `The file of a whole event goes into an empty event, and this one has ${held.join(', ')}. Make a new event and import the file into that.`,
    );
  }
  return schedule?.status === 'published'
    ? conflict(
        'The schedule of this event is published, and all of the file would be seen at once. Make a draft of it first.',
      )
    : undefined;
}

function teamsOf({ teams }: EventFile, ids: readonly number[]): Team[] {
  let last: number | undefined;
  return teams.map(({ name, externalId = null, ...team }, index) => {
    const sortOrder = team.sortOrder ?? orderAfter(last);
    const { clubId = null, boatIndex = null, adopted = false } = team;
    const row = {
      id: ids[index] as number,
      externalId,
      name,
      clubId,
      boatIndex,
      sortOrder,
      adopted,
    };
    last = highestSortOrder(last === undefined ? [row] : [row, { ...row, sortOrder: last }]);
    return row;
  });
}

function raceOf(
  { lanes: _, ...race }: EventFileRace,
  ids: ReadonlyMap<number, number>,
  defaultResultMode: Race['resultMode'],
): Race {
  const { raceNumber, scheduledAt, resultMode = defaultResultMode } = race;
  return {
    id: ids.get(raceNumber) as number,
    ...newRace({ raceNumber, scheduledAt, resultMode }),
    ...race,
  };
}

/** By race id, those of one race by position. */
function lanesOf(
  { races, rules }: EventFile,
  ids: ReadonlyMap<number, number>,
  teams: readonly Team[],
): Map<number, Lane[]> {
  const crews = new Map(teams.map((team) => [team.name, crewOfLane(team)]));
  const sources = new Map(
    rules.map(({ raceNumber, position, races: numbers, place, fastest, category }) => {
      const sources = numbers.map((number) => ids.get(number) as number);
      const from = { races: sources, place, fastest, ...(category != null && { category }) };
      return [`${raceNumber} ${position}`, from];
    }),
  );
  return new Map(
    races.map(({ raceNumber, scheduledAt, lanes }) => [
      ids.get(raceNumber) as number,
      lanes
        .map((lane) => {
          const from = sources.get(`${raceNumber} ${lane.position}`) ?? null;
          return laneOf(lane, { crews, from, scheduledAt });
        })
        .sort((a, b) => a.position - b.position),
    ]),
  );
}

interface OfLane {
  crews: ReadonlyMap<string, LaneTeam>;
  from: Lane['from'];
  /** Of its race, epoch milliseconds. */
  scheduledAt: number;
}

function laneOf(
  { position, positionLabel = null, team = null, plannedStartAt = null, ...lane }: EventFileLane,
  { crews, from, scheduledAt }: OfLane,
): Lane {
  const crew = team === null ? null : (crews.get(team) ?? null);
  const plannedStartMillis = plannedStartAt === null ? null : plannedStartAt - scheduledAt;
  return {
    ...emptyLane(position),
    ...{ positionLabel, team: crew, from },
    ...lane,
    plannedStartMillis,
  };
}
