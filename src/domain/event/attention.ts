/**
 * What needs the attention of the race office (console, "Needs attention"). It depends on the time, so it changes
 * without a change of the event.
 */
import type { RaceState } from '../../contract/board.ts';
import type { Attention, OfficeLane, OfficeRace } from '../../contract/console/office.ts';
import { formatInstant } from '../../contract/instant.ts';
import { MAX_DELAY_MINUTES } from '../../contract/limits.ts';
import { MINUTE_MILLIS } from '../../contract/time-units.ts';
import { type DayDelay, estimatedStart } from '../day/delay.ts';
import { byRunningOrder } from '../races/race.ts';
import { type FieldLane, isAwaited, RACED } from '../results/standings.ts';

/** A race that nobody has started is overdue this long after its estimate, because races often start a few minutes late. */
export const OVERDUE_MILLIS = 5 * MINUTE_MILLIS;
/** For this long an overdue race is listed: results of the first day are still wanted on the second, those of last year not. */
const FORGOTTEN_MILLIS = 48 * 60 * MINUTE_MILLIS;
/** A race without a draw is listed from this long before its estimated start. */
const DRAWN_BEFORE_MILLIS = 60 * MINUTE_MILLIS;
/** A key that has pushed nothing for this long while races are rowed counts as silent. */
const SILENT_MILLIS = 10 * MINUTE_MILLIS;
/** This long after its estimated start, a race without a result no longer counts as being rowed. */
const ROWED_MILLIS = 60 * MINUTE_MILLIS;
/** A race started this far from its estimate suggests a delay for the day (racing, "Started, on the course, over"). */
const OFF_ESTIMATE_MILLIS = 3 * MINUTE_MILLIS;
/** The limit of items of each kind: more of them have one common cause. */
const MAX_OF_KIND = 100;

/** What of a race decides what needs attention. Instants are epoch milliseconds. */
export interface WatchedRace {
  id: number;
  raceNumber: number;
  scheduledAt: number;
  estimatedAt: number;
  state: RaceState;
  /** When it was started; `null` if that is not known. */
  startedAt: number | null;
  /** When its result becomes overdue, unless it is complete. */
  dueAt: number;
  /** Whether somebody has declared that no more results come. */
  closed: boolean;
  /** The delay of its venue day. */
  delay: DayDelay;
  /** YYYY-MM-DD, at the venue. */
  venueDay: string;
  /** Whether a boat has been on the course. */
  hasRaced: boolean;
  /** Whether nobody is waited for any more. */
  isRowed: boolean;
  /** How many crews row, and how many of them have a result. */
  entered: number;
  scored: number;
  isDrawn: boolean;
  /** The crews that are still to row. */
  crewIds: readonly number[];
  /** Whether other crews are drawn than its rules name. */
  differsFromRules: boolean;
  /** Its lanes with rules are empty, and the rules name crews (`ready`) or leave a choice to a person (`tie`); else `null`. */
  toDraw: 'ready' | 'tie' | null;
  /** Positions of boats with a finish and no start. */
  unstarted: readonly number[];
  /** Positions of boats that have started and should be in. */
  unfinished: readonly number[];
}

export interface WatchedKey {
  keyPrefix: string;
  keyLabel: string;
  /** When it last made a successful write to the event today, in epoch milliseconds; `null`: not today. */
  pushedAt: number | null;
  /** Its last refused request; `null` if there was none lately. */
  refused: { at: number; code: string | null } | null;
}

/** A webhook that the service has switched off. */
export interface WatchedWebhook {
  id: number;
  label: string;
  /** When it was switched off, in epoch milliseconds. */
  at: number;
}

export interface Watched {
  /** In any order. */
  races: readonly WatchedRace[];
  keys: readonly WatchedKey[];
  webhooks?: readonly WatchedWebhook[];
  /** Two races of a crew with a smaller gap are too close. */
  crewGapMinutes: number;
  /** The ids of two crews that are probably one, by their names. */
  twins: readonly (readonly [number, number])[];
}

/** What needs attention at `now`, in epoch milliseconds. @returns items by kind, then by race */
export function attentionOf(
  { races, keys, webhooks = [], crewGapMinutes, twins }: Watched,
  now: number,
): Attention[] {
  const open = races.filter(({ state, isRowed }) => state === 'planned' && !isRowed);
  const byTime = open.toSorted((a, b) => a.estimatedAt - b.estimatedAt || a.id - b.id);
  const ahead = byTime.filter(({ hasRaced, startedAt }) => !hasRaced && startedAt === null);
  const coming = ahead.filter(({ estimatedAt }) => estimatedAt > now - OVERDUE_MILLIS);
  const gapMillis = crewGapMinutes * MINUTE_MILLIS;
  const kinds = [
    overdue(byTime, now),
    notDrawn(coming, now),
    tooClose(coming, gapMillis),
    twinsTooClose(coming, twins, gapMillis),
    disorder(ahead),
    drawDiffers(races),
    undrawn(ahead, 'ready', 'draw-ready'),
    undrawn(ahead, 'tie', 'draw-tied'),
    missingTime(races, 'unstarted', 'finish-without-start'),
    missingTime(races, 'unfinished', 'start-without-finish'),
    offEstimate(races, ahead),
    isRacing(races, now) ? silent(keys, now) : [],
    refused(keys),
    switchedOff(webhooks),
  ];
  return kinds.flatMap((items) => firstOf(items));
}

/** The first items of a kind; the others are not computed. */
function firstOf(items: Iterable<Attention>): Attention[] {
  const first: Attention[] = [];
  for (const item of items) {
    first.push(item);
    if (first.length === MAX_OF_KIND) break;
  }
  return first;
}

/** Overdue until all crews that row have a result; the item says how many do (console, "Complete, rowed, waited for"). */
function overdue(races: readonly WatchedRace[], now: number): Attention[] {
  return races
    .filter(({ dueAt, closed }) => {
      const lateMillis = now - dueAt;
      return !closed && lateMillis >= 0 && lateMillis < FORGOTTEN_MILLIS;
    })
    .map(({ id, estimatedAt, scored, entered }) => ({
      kind: 'overdue',
      raceId: id,
      at: formatInstant(estimatedAt),
      ...(scored > 0 && { scored, entered }),
    }));
}

function notDrawn(coming: readonly WatchedRace[], now: number): Attention[] {
  return coming
    .filter(({ estimatedAt, isDrawn }) => {
      return !isDrawn && estimatedAt <= now + DRAWN_BEFORE_MILLIS;
    })
    .map(({ id }) => ({ kind: 'not-drawn', raceId: id }));
}

/** Compares each race of a crew with the crew's next race. @param coming by time */
function* tooClose(coming: readonly WatchedRace[], gapMillis: number): Generator<Attention> {
  const lastOf = new Map<number, WatchedRace>();
  for (const race of coming) {
    for (const crewId of race.crewIds) {
      const before = lastOf.get(crewId);
      lastOf.set(crewId, race);
      if (before) yield* closeRaces({ kind: 'crew-gap', crewId }, before, race, gapMillis);
    }
  }
}

function* twinsTooClose(
  coming: readonly WatchedRace[],
  twins: Watched['twins'],
  gapMillis: number,
): Generator<Attention> {
  const racesOf = new Map<number, WatchedRace[]>();
  for (const race of coming) {
    for (const crewId of race.crewIds) {
      const ofCrew = racesOf.get(crewId);
      if (ofCrew) ofCrew.push(race);
      else racesOf.set(crewId, [race]);
    }
  }
  for (const [crewId, otherCrewId] of twins) {
    const item = { kind: 'crew-twice', crewId, otherCrewId } as const;
    for (const race of racesOf.get(crewId) ?? []) {
      for (const other of racesOf.get(otherCrewId) ?? []) {
        // Crews that are drawn in the same race are two different crews.
        if (race === other) continue;
        const isFirst = race.estimatedAt <= other.estimatedAt;
        const [earlier, later] = isFirst ? [race, other] : [other, race];
        yield* closeRaces(item, earlier, later, gapMillis);
      }
    }
  }
}

function closeRaces(
  item: Attention,
  earlier: WatchedRace,
  later: WatchedRace,
  gapMillis: number,
): Attention[] {
  const millis = later.estimatedAt - earlier.estimatedAt;
  if (millis >= gapMillis) return [];
  const gapMinutes = Math.floor(millis / MINUTE_MILLIS);
  return [{ ...item, raceId: earlier.id, otherRaceId: later.id, gapMinutes }];
}

/** Pairs of neighbours in the running order of which the later race has the lower number. */
function disorder(races: readonly WatchedRace[]): Attention[] {
  const planned = races.toSorted(byRunningOrder);
  return planned.flatMap((race, index): Attention[] => {
    const next = planned[index + 1];
    const isWrong = next !== undefined && next.raceNumber < race.raceNumber;
    return isWrong ? [{ kind: 'order', raceId: race.id, otherRaceId: next.id }] : [];
  });
}

/**
 * Includes races that have been rowed, because their results then belong to crews that should not have rowed in them, and
 * postponed races, because they keep their draw and will be rowed with it.
 */
function drawDiffers(races: readonly WatchedRace[]): Attention[] {
  return races
    .filter(({ state, differsFromRules }) => state !== 'cancelled' && differsFromRules)
    .toSorted((a, b) => a.estimatedAt - b.estimatedAt || a.id - b.id)
    .map(({ id }) => ({ kind: 'draw-differs', raceId: id }));
}

function undrawn(
  ahead: readonly WatchedRace[],
  as: WatchedRace['toDraw'],
  kind: 'draw-ready' | 'draw-tied',
): Attention[] {
  return ahead.filter((race) => race.toDraw === as).map(({ id }) => ({ kind, raceId: id }));
}

/** In a cancelled race no time is missing. */
function missingTime(
  races: readonly WatchedRace[],
  which: 'unstarted' | 'unfinished',
  kind: 'finish-without-start' | 'start-without-finish',
): Attention[] {
  return races
    .filter(({ state, [which]: positions }) => state !== 'cancelled' && positions.length > 0)
    .toSorted((a, b) => a.scheduledAt - b.scheduledAt || a.id - b.id)
    .map(({ id, [which]: positions }) => ({ kind, raceId: id, positions: [...positions] }));
}

/**
 * For each day, the race that was started last, if its start was off its estimate and a delay would still move later races.
 * Once the delay is set, the start is on its estimate, so the item disappears.
 */
function offEstimate(races: readonly WatchedRace[], ahead: readonly WatchedRace[]): Attention[] {
  const started = races.filter(({ state, startedAt }) => state === 'planned' && startedAt !== null);
  const ofDays = Map.groupBy(started, ({ venueDay }) => venueDay);
  return [...ofDays.values()].flatMap((ofDay): Attention[] => {
    const [last] = ofDay.toSorted((a, b) => (b.startedAt ?? 0) - (a.startedAt ?? 0) || b.id - a.id);
    if (!last || last.startedAt === null) return [];
    const { id, startedAt, scheduledAt, venueDay, delay } = last;
    const delayMinutes = Math.round((startedAt - scheduledAt) / MINUTE_MILLIS);
    const isOff = Math.abs(startedAt - estimatedStart(scheduledAt, delay)) >= OFF_ESTIMATE_MILLIS;
    const isPossible = Math.abs(delayMinutes) <= MAX_DELAY_MINUTES;
    const isOfUse = ahead.some((race) => {
      return race.venueDay === venueDay && race.scheduledAt > scheduledAt;
    });
    if (!isOff || !isPossible || !isOfUse) return [];
    return [{ kind: 'start-off-estimate', raceId: id, delayMinutes }];
  });
}

/**
 * The positions of boats that have one time of day (start or finish) and lack the other.
 *
 * @param isOver whether no more boats of the race are waited for
 */
export function missingTimes(
  { effectiveKind, startedAt: raceStartedAt, lanes }: TimedRace,
  isOver: boolean,
): Pick<WatchedRace, 'unstarted' | 'unfinished'> {
  const startOf = ({ startedAt }: TimedRace['lanes'][number]) =>
    startedAt ?? (effectiveKind === 'lanes' ? raceStartedAt : null);
  const starts = lanes.filter(({ status }) => RACED.includes(status)).map(startOf);
  const lastIn = Math.max(...starts.map((start) => (start === null ? 0 : Date.parse(start))), 0);
  const isOverdue = (lane: TimedRace['lanes'][number]) =>
    isAwaited(lane) &&
    lane.startedAt !== null &&
    lane.finishedAt === null &&
    (isOver || Date.parse(lane.startedAt) < lastIn);
  const positionsOf = (found: TimedRace['lanes']) => found.map(({ position }) => position);
  return {
    unstarted: positionsOf(
      lanes.filter((lane) => lane.finishedAt !== null && startOf(lane) === null),
    ),
    unfinished: positionsOf(lanes.filter(isOverdue)),
  };
}

/** What of a race decides whether times of day are missing. */
interface TimedRace extends Pick<OfficeRace, 'effectiveKind' | 'startedAt'> {
  lanes: readonly (FieldLane & Pick<OfficeLane, 'position' | 'startedAt' | 'finishedAt'>)[];
}

/**
 * Whether a race was started just now, or should have been and has no result. A race in which no crew rows, because all
 * have withdrawn or did not start, does not count (console, "Complete, rowed, waited for").
 */
function isRacing(races: readonly WatchedRace[], now: number): boolean {
  return races.some(({ state, hasRaced, isRowed, estimatedAt }) => {
    const sinceMillis = now - estimatedAt;
    if (state !== 'planned' || sinceMillis < 0 || (isRowed && !hasRaced)) return false;
    return sinceMillis < (hasRaced ? SILENT_MILLIS : ROWED_MILLIS);
  });
}

function silent(keys: readonly WatchedKey[], now: number): Attention[] {
  return keys.flatMap(({ keyPrefix, keyLabel, pushedAt }): Attention[] =>
    pushedAt === null || now - pushedAt < SILENT_MILLIS
      ? []
      : [{ kind: 'silent-key', keyPrefix, keyLabel, at: formatInstant(pushedAt) }],
  );
}

function refused(keys: readonly WatchedKey[]): Attention[] {
  return keys.flatMap(({ keyPrefix, keyLabel, refused }): Attention[] => {
    if (!refused) return [];
    const { at, code } = refused;
    const item = { kind: 'refused-key', keyPrefix, keyLabel, at: formatInstant(at) } as const;
    return [{ ...item, ...(code !== null && { code }) }];
  });
}

function switchedOff(webhooks: readonly WatchedWebhook[]): Attention[] {
  return webhooks.map(({ id: webhookId, label: webhookLabel, at }) => ({
    kind: 'webhook-off',
    ...{ webhookId, webhookLabel, at: formatInstant(at) },
  }));
}
