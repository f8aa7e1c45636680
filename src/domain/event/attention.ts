/**
 * What somebody in the race office should look at (console, "Needs attention"). It depends on the time, so it changes
 * without anybody changing the event.
 */
import type { RaceState } from '../../contract/board.ts';
import type { Attention, OfficeLane, OfficeRace } from '../../contract/console/office.ts';
import { formatInstant } from '../../contract/instant.ts';
import { MAX_DELAY_MINUTES } from '../../contract/limits.ts';
import { MINUTE_MILLIS } from '../../contract/time-units.ts';
import { type DayDelay, estimatedStart } from '../day/delay.ts';
import { byRunningOrder } from '../races/race.ts';
import { type FieldLane, isAwaited, RACED } from '../results/standings.ts';

/** Races start a few minutes late without anybody having forgotten anything. */
export const OVERDUE_MILLIS = 5 * MINUTE_MILLIS;
/** The results of the first day are still missed on the second; those of last year are not. */
const FORGOTTEN_MILLIS = 48 * 60 * MINUTE_MILLIS;
/** Until then a race needs a draw. */
const DRAWN_BEFORE_MILLIS = 60 * MINUTE_MILLIS;
/** A key that is silent for so long while races are rowed. */
const SILENT_MILLIS = 10 * MINUTE_MILLIS;
/** After that a race without a result does not count as being rowed. */
const ROWED_MILLIS = 60 * MINUTE_MILLIS;
/** A race that was started so far off its estimate says how late the day runs (racing, "Started, on the course, over"). */
const OFF_ESTIMATE_MILLIS = 3 * MINUTE_MILLIS;
/** Of each kind: somebody with more has one trouble, not so many. */
const MAX_OF_KIND = 100;

/** A race as far as it matters here. Instants are epoch milliseconds. */
export interface WatchedRace {
  id: number;
  raceNumber: number;
  scheduledAt: number;
  estimatedAt: number;
  state: RaceState;
  /** When it was started, if that is known. */
  startedAt: number | null;
  /** From when on its result is missed, where it is not complete. */
  dueAt: number;
  /** Whether it was said that no more results come. */
  closed: boolean;
  /** How its day runs. */
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
  /** Those that are still to row. */
  crewIds: readonly number[];
  /** Whether other crews are drawn than its rules name. */
  differsFromRules: boolean;
  /** Whether its rules name crews, or leave some to a person, while nobody is drawn in their lanes. */
  toDraw: 'ready' | 'tie' | null;
  /** Positions of boats with a finish and no start. */
  unstarted: readonly number[];
  /** Positions of boats that have started and should be in. */
  unfinished: readonly number[];
}

export interface WatchedKey {
  keyPrefix: string;
  keyLabel: string;
  /** When it last changed or pushed something of the event today, in epoch milliseconds. */
  pushedAt: number | null;
  /** Its last request that was refused lately. */
  refused: { at: number; code: string | null } | null;
}

/** A webhook that the service has switched off. */
export interface WatchedWebhook {
  id: number;
  label: string;
  /** When, in epoch milliseconds. */
  at: number;
}

export interface Watched {
  /** In any order. */
  races: readonly WatchedRace[];
  keys: readonly WatchedKey[];
  webhooks?: readonly WatchedWebhook[];
  /** Below which two races of a crew are too close. */
  crewGapMinutes: number;
  /** Crews whose names say that they are probably one. */
  twins: readonly (readonly [number, number])[];
}

/** @param now epoch milliseconds @returns by kind, then by race */
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

/** The first of a kind; no more of them are looked for. */
function firstOf(items: Iterable<Attention>): Attention[] {
  const first: Attention[] = [];
  for (const item of items) {
    first.push(item);
    if (first.length === MAX_OF_KIND) break;
  }
  return first;
}

/** Until everybody is in who rows: with some of them in, it is said how many (console, "Complete, rowed, waited for"). */
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

/** Each crew's races, one after the other. @param coming by time */
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
        // Drawn beside each other, they are two.
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

/** Neighbours in time of which the later one has the lower number. */
function disorder(races: readonly WatchedRace[]): Attention[] {
  const planned = races.toSorted(byRunningOrder);
  return planned.flatMap((race, index): Attention[] => {
    const next = planned[index + 1];
    const isWrong = next !== undefined && next.raceNumber < race.raceNumber;
    return isWrong ? [{ kind: 'order', raceId: race.id, otherRaceId: next.id }] : [];
  });
}

/**
 * Also of races that have been rowed: their results are those of crews that should not have been in them. And of those
 * that are postponed: they keep their draw, and will be rowed with it.
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

/** Of races that were cancelled nobody is missed. */
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
 * Of each day the race that was started last, where that was off its estimate and races are still to come that a delay
 * moves. Who has set the delay is asked no more, because then the race is on its estimate.
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
 * Positions of boats that have one time of day and lack the other.
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

/** A race as far as times of day can be missing. */
interface TimedRace extends Pick<OfficeRace, 'effectiveKind' | 'startedAt'> {
  lanes: readonly (FieldLane & Pick<OfficeLane, 'position' | 'startedAt' | 'finishedAt'>)[];
}

/**
 * Whether a race has started just now, or should have and has no result. One in which nobody rows, because all have
 * withdrawn or did not start, is no race to wait for (console, "Complete, rowed, waited for").
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
