/**
 * What webhooks are told of a write: which kinds of changes the public board shows, and of which races (around,
 * "Webhooks"). Whether the board shows any change is judged in `event/revisions.ts`. Here races are compared as the board
 * shows them, so nothing hidden is disclosed.
 */
import { isDeepStrictEqual } from 'node:util';
import type { WebhookKind } from '../../contract/webhooks.ts';
import { type DayDelay, isSameDelay, ON_TIME, shownDelay } from '../day/delay.ts';
import { venueDay } from '../day/venue-day.ts';
import { type Lane, NO_RESULT } from '../draw/lane.ts';
import { boardRace } from '../event/board-view.ts';
import type { Difference } from '../event/difference.ts';
import {
  isAlwaysShown,
  isShownWhenAnnounced,
  type Reading,
  readingOf,
} from '../event/revisions.ts';
import { publicStatus, type Schedule } from '../event/schedule.ts';
import type { Race } from '../races/race.ts';

/** A race as receivers know it. */
export type NamedRace = Pick<Race, 'id' | 'externalId' | 'raceNumber'>;

export interface WebhookNews {
  kind: WebhookKind;
  races: readonly NamedRace[];
}

/** A race with its lanes; `null` where it did not exist before the write, or was removed by it. */
type Side = { race: Race; lanes: readonly Lane[] } | null;

/** What a write changes, with the rows that have to be compared. */
export interface WriteToCompare {
  difference: Difference;
  was: Schedule;
  is: Schedule;
  /** The races that may look different on the board. */
  races: readonly { before: Side; after: Side }[];
  /** All races of the event after the write; empty where no delay changes. */
  allRaces: readonly NonNullable<Side>[];
  /** The races in which changed crews are drawn. */
  racesOfCrews: readonly NamedRace[];
}

/** The properties that the board shows of a race, by the kind of change; all others belong to its schedule. */
const STATE: readonly string[] = ['state', 'reason', 'startedAt', 'closed'];
const ABOUT_RESULTS: readonly string[] = ['results', 'official'];
const RESULTS_OF_LANE: readonly string[] = [
  ...['status', 'finishTimeMillis', 'finishPlace', 'penaltyMillis', 'categoryPlace'],
  ...['adjustedTimeMillis', 'startedAt', 'finishedAt'],
];
/** Properties that follow from these, or from the delay of the day, of which webhooks are told separately. */
const FOLLOWS: readonly string[] = ['estimatedAt', 'scored', 'categories', 'lastInAt', 'resultsAt'];

/** @returns one item for each kind; none where the public sees no part of the event, or nothing of the change */
export function webhookNews(write: WriteToCompare): WebhookNews[] {
  const [before, after] = [publicStatus(write.was), publicStatus(write.is)];
  if (before !== after) {
    if (after === 'published') return [{ kind: 'schedule.published', races: [] }];
    return before === 'published' ? [{ kind: 'schedule.unpublished', races: [] }] : [];
  }
  const { facts, notices, teams } = write.difference;
  const isPosted = notices.some((step) => step.before === null);
  const news: WebhookNews[] = isPosted ? [{ kind: 'notice.posted', races: [] }] : [];
  if (after === undefined) return [];
  if (after === 'announced') {
    const isShown = facts.some(({ change }) => isShownWhenAnnounced(change));
    return isShown ? [{ kind: 'schedule.changed', races: [] }, ...news] : news;
  }
  const told = new Map<WebhookKind, Map<number, NamedRace>>();
  const tell = (kind: WebhookKind, races: readonly NamedRace[]) => {
    const known = told.get(kind) ?? new Map<number, NamedRace>();
    for (const { id, externalId, raceNumber } of races) {
      known.set(id, { id, externalId, raceNumber });
    }
    told.set(kind, known);
  };
  if ([...facts, ...teams].some(({ change }) => isAlwaysShown(change))) {
    tell('schedule.changed', write.racesOfCrews);
  }
  for (const { before: was, after: is } of write.races) {
    const race = is?.race ?? was?.race;
    const before = was && readingOf(was, write.was);
    const after = is && readingOf(is, write.is);
    if (race) for (const kind of kindsBetween(before, after)) tell(kind, [race]);
  }
  for (const day of write.difference.delays) {
    if (isSameDelay(shownDelay(day.before ?? ON_TIME), shownDelay(day.after))) continue;
    tell('delay.changed', racesMoved(write, day));
  }
  const changed = Array.from(told, ([kind, races]) => ({ kind, races: [...races.values()] }));
  return [...changed, ...news];
}

/** Which kinds of changes there are between two readings of a race. */
function kindsBetween(before: Reading | null, after: Reading | null): WebhookKind[] {
  // The expected starts of its boats follow from the start of the race, so they are then no change of the schedule.
  const isStarted = before && after && before.race.startedAt !== after.race.startedAt;
  const ofState = isStarted ? [...RESULTS_OF_LANE, 'startsAt'] : RESULTS_OF_LANE;
  const [was, is] = [partsOf(before, ofState), partsOf(after, ofState)];
  const differs = (part: keyof Parts) => !isDeepStrictEqual(was[part], is[part]);
  const hasResults = was.results.length + is.results.length > 0;
  // Without any results, a change of their visibility or of "official" is a change of the schedule.
  const isIntended = before && after && !hasResults && differs('aboutResults');
  const kinds: WebhookKind[] = differs('schedule') || isIntended ? ['schedule.changed'] : [];
  if (before && after && differs('state')) kinds.push('race.state');
  if (hasResults && (differs('results') || differs('aboutResults'))) kinds.push('results.changed');
  return kinds;
}

interface Parts {
  schedule: unknown;
  state: unknown;
  /** The results of the lanes that have one. */
  results: readonly unknown[];
  /** Whether results are shown, and official. */
  aboutResults: unknown;
}

/** @param notSchedule the properties of a lane that are no part of the schedule */
function partsOf(reading: Reading | null, notSchedule: readonly string[]): Parts {
  if (!reading) return { schedule: null, state: null, results: [], aboutResults: null };
  const { lanes, ...ofRace } = reading.race;
  const rest = without(ofRace, [...STATE, ...ABOUT_RESULTS, ...FOLLOWS]);
  const results = lanes.map((lane) => {
    const said = only(lane, RESULTS_OF_LANE).filter(
      ([, value]) => value !== null && value !== NO_RESULT.status,
    );
    return said.length > 0 ? [lane.position, said] : [];
  });
  return {
    schedule: [reading.through, rest, lanes.map((lane) => without(lane, notSchedule))],
    state: only(ofRace, STATE),
    results: results.filter((said) => said.length > 0),
    aboutResults: only(ofRace, ABOUT_RESULTS),
  };
}

function only(properties: object, names: readonly string[]): [string, unknown][] {
  return Object.entries(properties).filter(([name]) => names.includes(name));
}

function without(properties: object, names: readonly string[]): [string, unknown][] {
  return Object.entries(properties).filter(([name]) => !names.includes(name));
}

/** The races of a day whose expected start on the board changes with the delay. */
function racesMoved(
  { allRaces, is }: WriteToCompare,
  { day, before, after }: Difference['delays'][number],
): readonly Race[] {
  return allRaces.flatMap(({ race, lanes }) => {
    if (venueDay(race.scheduledAt, is.timezone) !== day) return [];
    const expectedAt = (delay: DayDelay) => boardRace(race, lanes, is, delay).estimatedAt;
    return expectedAt(before ?? ON_TIME) === expectedAt(after) ? [] : [race];
  });
}
