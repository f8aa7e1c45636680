/**
 * Writes and reads the file of a whole event (`src/contract/event-file.ts`). Reading names each property that is wrong. Pure.
 */
import {
  EVENT_FILE_FORMAT,
  EVENT_FILE_VERSION,
  EventFile,
  type EventFileLane,
  type EventFileRace,
} from '../contract/event-file.ts';
import { formatInstant, formatInstantOrNull } from '../contract/instant.ts';
import { MAX_NOTICES } from '../contract/limits.ts';
import type { Look } from '../contract/look.ts';
import type { Violation } from '../contract/problem.ts';
import { readObject } from '../contract/reading/read-body.ts';
import { teamView } from '../domain/crews/team.ts';
import { writtenDelay } from '../domain/day/delay.ts';
import type { Lane } from '../domain/draw/lane.ts';
import { type EventRows, lanesOf } from '../domain/event/event-rows.ts';
import { objectionToDays, objectionToText } from '../domain/event/event-rules.ts';
import { logoTypeOf } from '../domain/event/look.ts';
import { settingsOf } from '../domain/event/schedule.ts';
import type { Notice } from '../domain/following/notice-rules.ts';
import { RACE_DEFAULTS, type Race } from '../domain/races/race.ts';
import { repeatedValues } from '../domain/races/row-writes.ts';
import { shortList } from '../domain/refusal.ts';
import { elapsedMillis, isPossibleTime } from '../domain/results/derived-times.ts';
import { plainLine } from '../domain/text/plain-line.ts';
import type { NamedFile, Unreadable } from './reading/reading.ts';

/** A complete event as it is stored at one moment: the input of all that write files. */
export interface WholeEvent extends EventRows {
  id: number;
  name: string;
  /** YYYY-MM-DD. */
  startDate: string;
  endDate: string;
  /** IANA zone; `null` where nobody has named one: days and times are then those of UTC. */
  timezone: string | null;
  city: string;
  countryCode: string;
  /** With the picture of its logo in base64; `null`: the usual look. */
  look: Look | null;
  /** In running order. */
  races: readonly Race[];
  /** The notices that have not expired, newest first. */
  notices: readonly Notice[];
}

/** @param now epoch milliseconds @returns the text of the file: JSON, a line for each crew, race and lane */
export function eventFileText(event: WholeEvent, now: number): string {
  const { name, startDate, endDate, timezone, city, countryCode, look, schedule } = event;
  const head = {
    format: EVENT_FILE_FORMAT,
    version: EVENT_FILE_VERSION,
    exportedAt: formatInstant(now),
    event: { name, startDate, endDate, timezone, city, countryCode, ...(look && { look }) },
    schedule: schedule ? settingsOf(schedule) : null,
  };
  const members = [
    ...Object.entries(head).map(([key, value]) => member(key, JSON.stringify(value))),
    member('teams', listOf(event.teams.map((team) => JSON.stringify(teamView(team))))),
    member('races', listOf(event.races.map((race) => raceText(race, lanesOf(event, race.id))))),
    member('delays', listOf(delaysOf(event).map((delay) => JSON.stringify(delay)))),
    member('notices', listOf(noticesOf(event).map((notice) => JSON.stringify(notice)))),
    member('rules', listOf(rulesOf(event).map((rule) => JSON.stringify(rule)))),
  ];
  return `{\n${members.join(',\n')}\n}\n`;
}

function member(key: string, json: string): string {
  return `  ${JSON.stringify(key)}: ${json}`;
}

/** Elements on lines of their own, so that two versions of a file can be compared line by line. */
function listOf(elements: readonly string[], indent = '    '): string {
  if (elements.length === 0) return '[]';
  return `[\n${indent}${elements.join(`,\n${indent}`)}\n${indent.slice(2)}]`;
}

function raceText(
  { id: _, lastInAt: __, scheduledAt, firstPublishedAt, startedAt, ...race }: Race,
  lanes: readonly Lane[],
): string {
  const facts = JSON.stringify({
    ...race,
    scheduledAt: formatInstant(scheduledAt),
    firstPublishedAt: formatInstantOrNull(firstPublishedAt),
    startedAt: formatInstantOrNull(startedAt),
  });
  const list = listOf(
    lanes.map((lane) => JSON.stringify(laneOf(lane, scheduledAt))),
    ' '.repeat(6),
  );
  return `${facts.slice(0, -1)},"lanes":${list}}`;
}

/**
 * A lane as it is stored: without labels from the lane scheme and without derived places, but with times that the race hides.
 * Category, allowance, out of competition and times of day are left out where they are empty, as in most races.
 */
function laneOf({ team, from: _, ...lane }: Lane, scheduledAt: number) {
  const { position, positionLabel, status, finishTimeMillis, finishPlace, penaltyMillis } = lane;
  const { category, allowanceMillis, outOfCompetition, withdrawn, withdrawnReason } = lane;
  const { plannedStartMillis, startedAt, finishedAt } = lane;
  const plannedAt = plannedStartMillis === null ? null : scheduledAt + plannedStartMillis;
  const racing = { category, allowanceMillis, outOfCompetition: outOfCompetition || null };
  const times = {
    plannedStartAt: formatInstantOrNull(plannedAt),
    startedAt: formatInstantOrNull(startedAt),
    finishedAt: formatInstantOrNull(finishedAt),
  };
  const known = Object.entries({ ...racing, ...times }).filter(([, value]) => value !== null);
  return {
    ...{ position, positionLabel, team: team?.name ?? null, status, finishTimeMillis },
    ...{ finishPlace, penaltyMillis, withdrawn, withdrawnReason },
    ...Object.fromEntries(known),
  };
}

function delaysOf({ delays }: WholeEvent) {
  return [...delays]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([venueDay, delay]) => ({ venueDay, ...writtenDelay(delay) }));
}

function noticesOf({ notices }: WholeEvent) {
  return notices.map(({ text, postedAt, until }) => ({
    text,
    postedAt: formatInstant(postedAt),
    until: formatInstant(until),
  }));
}

/** The rules of the progression, races by their numbers. */
function rulesOf(event: WholeEvent) {
  const numbers = new Map(event.races.map(({ id, raceNumber }) => [id, raceNumber]));
  return event.races.flatMap((race) =>
    lanesOf(event, race.id).flatMap(({ position, from }) => {
      if (!from) return [];
      const { races, place, fastest, category } = from;
      const sources = races.flatMap((id) => numbers.get(id) ?? []);
      const rule = { raceNumber: race.raceNumber, position, races: sources, place, fastest };
      return category == null ? rule : { ...rule, category };
    }),
  );
}

/**
 * @returns the event, which obeys all rules within an event but those of its progression, which need all of it; or in one
 * sentence what is wrong, naming properties such as `races[3].lanes[1].team`
 */
export function readEventFile({ name, bytes }: NamedFile): EventFile | Unreadable {
  const file = JSON.stringify(name);
  const value = parsed(bytes);
  if (typeof value !== 'object' || value === null || !('format' in value)) {
    return { unreadable: `${file} is no event file of Running Order: no JSON with a "format".` };
  }
  if (value.format !== EVENT_FILE_FORMAT) {
    return {
      unreadable: `${file} is no event file of Running Order: its format is ${JSON.stringify(value.format)}, not "${EVENT_FILE_FORMAT}".`,
    };
  }
  if ('version' in value && Number(value.version) > EVENT_FILE_VERSION) {
    return {
      unreadable: `${file} was written by a newer version of Running Order: update this installation first.`,
    };
  }
  const reading = readObject(EventFile, value, objectionToText);
  const violations = 'value' in reading ? violationsOf(reading.value) : reading.violations;
  if ('value' in reading && violations.length === 0) return reading.value;
  const reasons = violations.map(({ field, detail }) => `${field} ${detail}`);
  // A reason names properties as they are written in the file.
  return { unreadable: `${file} cannot be taken over: ${plainLine(shortList(reasons))}.` };
}

function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
}

/** The violations of rules that the schema does not express. */
function violationsOf(file: EventFile): Violation[] {
  const { event, schedule, teams, races, delays, notices } = file;
  const logo = event.look?.logo ? logoTypeOf(Buffer.from(event.look.logo, 'base64')) : undefined;
  const days = objectionToDays(event.startDate, event.endDate);
  const names = new Set(teams.map(({ name }) => name));
  return [
    ...(days === undefined ? [] : [{ field: 'event.endDate', detail: `is wrong: ${days}` }]),
    ...(logo && 'objection' in logo ? [{ field: 'event.look.logo', detail: logo.objection }] : []),
    ...(schedule === null && races.length > 0
      ? [{ field: 'schedule', detail: 'must not be null where there are races' }]
      : []),
    ...(notices.length > MAX_NOTICES
      ? [{ field: 'notices', detail: `must have at most ${MAX_NOTICES} items` }]
      : []),
    ...repeated(teams, 'teams', 'name'),
    ...repeated(teams, 'teams', 'externalId'),
    ...repeated(races, 'races', 'raceNumber'),
    ...repeated(races, 'races', 'externalId'),
    ...repeated(delays, 'delays', 'venueDay'),
    ...races.flatMap((race, index) => wrongRace(race, `races[${index}]`, names)),
    ...wrongRules(file),
  ];
}

function repeated<Element>(
  elements: readonly Element[],
  list: string,
  property: keyof Element & string,
): Violation[] {
  return repeatedValues(elements.map((element) => element[property])).map((index) => ({
    field: `${list}[${index}].${property}`,
    detail: `repeats ${JSON.stringify(elements[index]?.[property])}`,
  }));
}

function wrongRace(race: EventFileRace, field: string, teams: ReadonlySet<string>): Violation[] {
  const { lanes, state = 'planned', reason = null } = race;
  return [
    ...(state === 'planned' && reason !== null
      ? [{ field: `${field}.reason`, detail: 'stands with a race that is cancelled or postponed' }]
      : []),
    ...repeated(lanes, `${field}.lanes`, 'position'),
    ...repeated(lanes, `${field}.lanes`, 'team'),
    ...lanes.flatMap((lane, index) => wrongLane(lane, `${field}.lanes[${index}]`, teams)),
    ...lanes.flatMap((lane, index) => wrongTimes(race, lane, `${field}.lanes[${index}]`)),
  ];
}

/** A boat must finish after its start. */
function wrongTimes(race: EventFileRace, lane: EventFileLane, field: string): Violation[] {
  const { startedAt = null, finishedAt = null } = lane;
  const millis = elapsedMillis({ ...RACE_DEFAULTS, ...race }, { startedAt, finishedAt });
  if (millis === null || isPossibleTime(millis)) return [];
  return [{ field: `${field}.finishedAt`, detail: 'is no later than the start' }];
}

/**
 * The crew of a lane is one of the file. A lane that has not raced has no time and no place (decision L8; a penalty may come
 * before the boat has finished), and one that is withdrawn has a crew and no result.
 */
function wrongLane(lane: EventFileLane, field: string, teams: ReadonlySet<string>): Violation[] {
  const { team = null, status = 'assigned', withdrawn = false, withdrawnReason = null } = lane;
  const results = ['finishTimeMillis', 'finishPlace'] as const;
  return [
    ...(team !== null && !teams.has(team)
      ? [{ field: `${field}.team`, detail: `names no crew of the file: ${JSON.stringify(team)}` }]
      : []),
    ...results
      .filter((property) => status === 'assigned' && (lane[property] ?? null) !== null)
      .map((property) => ({
        field: `${field}.${property}`,
        detail: 'stands with a lane that has not raced',
      })),
    ...(withdrawn && (team === null || status !== 'assigned')
      ? [
          {
            field: `${field}.withdrawn`,
            detail: 'stands with a lane without a crew, or with a result',
          },
        ]
      : []),
    ...(['category', 'allowanceMillis', 'outOfCompetition'] as const)
      .filter((property) => team === null && (lane[property] ?? false) !== false)
      .map((property) => ({
        field: `${field}.${property}`,
        detail: 'stands with a lane without a crew',
      })),
    ...(!withdrawn && withdrawnReason !== null
      ? [{ field: `${field}.withdrawnReason`, detail: 'stands with a crew that has not withdrawn' }]
      : []),
  ];
}

/** Rules name lanes and races of the file, and each lane has one at most. */
function wrongRules({ races, rules }: EventFile): Violation[] {
  const positions = new Map(
    races.map(({ raceNumber, lanes }) => [raceNumber, new Set(lanes.map((lane) => lane.position))]),
  );
  const lanes = rules.map(({ raceNumber, position }) => `${raceNumber} ${position}`);
  return [
    ...repeatedValues(lanes).map((index) => ({
      field: `rules[${index}]`,
      detail: 'names a lane that has a rule already',
    })),
    ...rules.flatMap((rule, index) => {
      const detail = wrongRule(rule, positions);
      return detail === undefined ? [] : { field: `rules[${index}]`, detail };
    }),
  ];
}

function wrongRule(
  { raceNumber, position, races, fastest }: EventFile['rules'][number],
  positions: ReadonlyMap<number, ReadonlySet<number>>,
): string | undefined {
  if (!positions.get(raceNumber)?.has(position)) {
    return `names no lane of the file: race ${raceNumber}, position ${position}`;
  }
  const unknown = races.find((number) => !positions.has(number));
  if (unknown !== undefined) return `names no race of the file: ${unknown}`;
  if (repeatedValues(races).length > 0) return 'names a race twice';
  if (races.length === 0) return 'must name a race';
  return (races.length === 1) === (fastest === null)
    ? undefined
    : 'has `fastest` where it names several races, and only there';
}
