/** Writes the file of a whole event (`src/contract/event-file.ts`). Pure. */
import { EVENT_FILE_FORMAT, EVENT_FILE_VERSION } from '../../contract/event-file.ts';
import { formatInstant } from '../../contract/instant.ts';
import { teamView } from '../../domain/crews/team-view.ts';
import { writtenDelay } from '../../domain/day/delay-view.ts';
import type { Lane } from '../../domain/draw/lane.ts';
import { lanesOf } from '../../domain/event/event-rows.ts';
import { settingsOf } from '../../domain/event/schedule.ts';
import type { Race } from '../../domain/races/plan-races.ts';
import type { WholeEvent } from '../whole-event.ts';

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
    firstPublishedAt: written(firstPublishedAt),
    startedAt: written(startedAt),
  });
  const list = listOf(
    lanes.map((lane) => JSON.stringify(laneOf(lane, scheduledAt))),
    ' '.repeat(6),
  );
  return `${facts.slice(0, -1)},"lanes":${list}}`;
}

/**
 * As it is stored: without labels of schemes and derived places, with times that the race hides. How an entry is ranked and
 * its times of day are left out where there are none, as in most races.
 */
function laneOf({ team, from: _, ...lane }: Lane, scheduledAt: number) {
  const { position, positionLabel, status, finishTimeMillis, finishPlace, penaltyMillis } = lane;
  const { category, allowanceMillis, outOfCompetition, withdrawn, withdrawnReason } = lane;
  const { plannedStartMillis, startedAt, finishedAt } = lane;
  const plannedAt = plannedStartMillis === null ? null : scheduledAt + plannedStartMillis;
  const racing = { category, allowanceMillis, outOfCompetition: outOfCompetition || null };
  const times = {
    plannedStartAt: written(plannedAt),
    startedAt: written(startedAt),
    finishedAt: written(finishedAt),
  };
  const known = Object.entries({ ...racing, ...times }).filter(([, value]) => value !== null);
  return {
    ...{ position, positionLabel, team: team?.name ?? null, status, finishTimeMillis },
    ...{ finishPlace, penaltyMillis, withdrawn, withdrawnReason },
    ...Object.fromEntries(known),
  };
}

function written(instant: number | null): string | null {
  return instant === null ? null : formatInstant(instant);
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
