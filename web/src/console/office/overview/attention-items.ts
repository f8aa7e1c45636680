/**
 * What somebody should look at, in words, with the place where it is mended, alike things together; and what is still to be
 * done before crews see a regatta. Pure.
 */
import type {
  Attention,
  AttentionKind,
  Office,
  OfficePart,
} from '../../../../../src/contract/console/office.ts';
import { numberShown } from '../../../../../src/domain/races/race-name.ts';
import { minutesText, timeOfDay, venueDay } from '../../../shared/times.ts';
import type { Words } from '../../../shared/words/board.ts';
import { partPath } from '../../routing.ts';
import type { AttentionWords } from '../../words/office-overview.ts';
import { notDrawnCount } from '../publish/publish-decisions.ts';

/** A delay that a day is to get: it runs so, as a race that has started shows. */
export interface DelayOffered {
  raceId: number;
  venueDay: string;
  delayMinutes: number;
  /** The end of the delay is taken away, because that race is after it. */
  endsNowhere: boolean;
}

interface AttentionItem {
  text: string;
  /** What one key mends at once. */
  delay?: DelayOffered;
  /** Below `/console`. */
  path: string;
}

interface AttentionGroup {
  kind: AttentionKind;
  /** Whether it cannot wait. What is the same but can wait is another group. */
  isDue: boolean;
  /** How many of what: "21 crews in races closer than 40 min". */
  title: string;
  items: AttentionItem[];
}

/** What is about two races is due when the first of them is so near. */
const DUE_MILLIS = 60 * 60_000;

/** What cannot wait comes first. */
const ORDER: readonly AttentionKind[] = [
  'overdue',
  'not-drawn',
  'silent-key',
  'refused-key',
  'webhook-off',
  'start-off-estimate',
  'finish-without-start',
  'start-without-finish',
  'draw-ready',
  'draw-tied',
  'draw-differs',
  'crew-gap',
  'crew-twice',
  'order',
];

/** @param now epoch milliseconds @returns what is due first */
export function attentionGroups(
  document: Pick<Office, 'attention' | 'races' | 'crews' | 'event' | 'settings' | 'days'>,
  words: AttentionWords,
  shared: Pick<Words, 'partlyIn'>,
  now: number,
): AttentionGroup[] {
  const group = (kind: AttentionKind, isDue: boolean) => {
    const found = document.attention.filter(
      (each) => each.kind === kind && isDueAt(each, document.races, now) === isDue,
    );
    return {
      kind,
      isDue,
      title: words.kinds[kind](countOf(kind, found), document.settings?.crewGapMinutes ?? 0),
      items: found.map((each) => ({
        text: textOf(each, document, { ...words, ...shared }),
        path: pathOf(each, document.event.id),
        ...delayPart(each, document),
      })),
    };
  };
  return [true, false]
    .flatMap((isDue) => ORDER.map((kind) => group(kind, isDue)))
    .filter(({ items }) => items.length > 0);
}

/** How many things are due. @param now epoch milliseconds */
export function dueCount({ attention, races }: Pick<Office, 'attention' | 'races'>, now: number) {
  return attention.filter((each) => isDueAt(each, races, now)).length;
}

function isDueAt(
  { kind, raceId, otherRaceId }: Attention,
  races: Office['races'],
  now: number,
): boolean {
  if (kind !== 'crew-gap' && kind !== 'crew-twice' && kind !== 'order') return true;
  return races.some(
    ({ id, estimatedAt }) =>
      (id === raceId || id === otherRaceId) && Date.parse(estimatedAt) <= now + DUE_MILLIS,
  );
}

/** A crew with three races is one crew. */
function countOf(kind: AttentionKind, items: readonly Attention[]): number {
  return kind === 'crew-gap' ? new Set(items.map(({ crewId }) => crewId)).size : items.length;
}

type Known = Pick<Office, 'races' | 'crews' | 'event'>;

function textOf(
  attention: Attention,
  { races, crews, event }: Known,
  t: AttentionWords & Pick<Words, 'partlyIn'>,
): string {
  const { kind, raceId, otherRaceId, crewId, otherCrewId, keyLabel, keyPrefix, code } = attention;
  const race = (id: number | undefined) => {
    const found = races.find((each) => each.id === id);
    return found ? numberShown(found) : '?';
  };
  const crew = (id: number | undefined) => crews.find((each) => each.id === id)?.name ?? '?';
  const time = (at: string | undefined) =>
    at === undefined ? '?' : timeOfDay(Date.parse(at), event.timezone);
  const key = keyLabel ?? keyPrefix ?? '?';
  switch (kind) {
    case 'overdue':
    case 'not-drawn': {
      const estimate = races.find((each) => each.id === raceId)?.estimatedAt;
      const { scored, entered } = attention;
      const partly = scored !== undefined && entered !== undefined && t.partlyIn(scored, entered);
      return [t.expectedAt(race(raceId), time(estimate)), partly].filter(Boolean).join(' · ');
    }
    case 'draw-ready':
    case 'draw-tied':
    case 'draw-differs':
      return t.race(race(raceId));
    case 'crew-gap':
      return t.crewGap(crew(crewId), race(raceId), race(otherRaceId), attention.gapMinutes ?? 0);
    case 'crew-twice':
      return t.crewTwice(crew(crewId), crew(otherCrewId), race(raceId), race(otherRaceId));
    case 'order':
      return t.order(race(raceId), race(otherRaceId));
    case 'finish-without-start':
    case 'start-without-finish': {
      const found = races.find((each) => each.id === raceId);
      const labels = (attention.positions ?? []).map(
        (position) => found?.lanes.find((lane) => lane.position === position)?.positionLabel ?? '?',
      );
      const said = found?.effectiveKind === 'head' ? t.bows : t.lanes;
      return said(race(raceId), labels.join(', '));
    }
    case 'start-off-estimate':
      return offeredText({ delayMinutes: attention.delayMinutes ?? 0 }, t);
    case 'silent-key':
      return t.silent(key, time(attention.at));
    case 'refused-key':
      return t.refused(key, code ?? '', time(attention.at));
    case 'webhook-off':
      return t.webhookOff(attention.webhookLabel ?? '?');
  }
}

/** How a day runs, as a question. */
export function offeredText(
  { delayMinutes }: Pick<DelayOffered, 'delayMinutes'>,
  t: AttentionWords,
): string {
  if (delayMinutes === 0) return t.runsOnTime;
  const amount = minutesText(Math.abs(delayMinutes));
  return delayMinutes > 0 ? t.runsLate(amount) : t.runsEarly(amount);
}

/** The delay that a day is to get, where the attention is about one. */
function delayPart(
  { kind, raceId, delayMinutes }: Attention,
  { races, event, days }: Pick<Office, 'races' | 'event' | 'days'>,
): { delay?: DelayOffered } {
  const race = races.find(({ id }) => id === raceId);
  if (kind !== 'start-off-estimate' || !race || delayMinutes === undefined) return {};
  const day = venueDay(Date.parse(race.scheduledAt), event.timezone);
  const until = days.find((each) => each.venueDay === day)?.until ?? null;
  const endsNowhere = until !== null && Date.parse(race.scheduledAt) >= Date.parse(until);
  return { delay: { raceId: race.id, venueDay: day, delayMinutes, endsNowhere } };
}

/** The delays that days are to get, as the races that have started last show. */
export function delaysOffered(
  document: Pick<Office, 'attention' | 'races' | 'event' | 'days'>,
): DelayOffered[] {
  return document.attention.flatMap((each) => delayPart(each, document).delay ?? []);
}

/** Where it is mended. */
function pathOf(
  { kind, raceId, otherRaceId, crewId, keyPrefix }: Attention,
  eventId: number,
): string {
  switch (kind) {
    case 'overdue':
    case 'not-drawn':
    case 'draw-differs':
    case 'finish-without-start':
    case 'start-without-finish':
      return partPath(eventId, 'races', raceId);
    case 'start-off-estimate':
      return partPath(eventId, 'day');
    case 'draw-ready':
      return partPath(eventId, 'progression');
    case 'draw-tied':
      return `${partPath(eventId, 'races', raceId)}?draw`;
    case 'crew-gap':
    case 'order':
      return `${partPath(eventId, 'programme')}?row=${otherRaceId ?? raceId}`;
    case 'crew-twice':
      return `${partPath(eventId, 'crews')}?row=${crewId}`;
    case 'silent-key':
      return `${partPath(eventId, 'history')}?key=${keyPrefix}`;
    case 'refused-key':
      return `account/keys/${keyPrefix}`;
    case 'webhook-off':
      return `${partPath(eventId, 'hand-outs')}#webhooks`;
  }
}

interface FirstStep {
  part: Extract<OfficePart, 'programme' | 'crews' | 'races' | 'publish'>;
  isDone: boolean;
  /** How many there are of it: races, crews, races that are drawn. */
  count: number;
}

/**
 * What is still to be done before crews see a regatta, in its order.
 *
 * @returns nothing once crews see it
 */
export function firstSteps({
  status,
  races,
  crews,
}: Pick<Office, 'status' | 'races' | 'crews'>): FirstStep[] {
  if (status === 'published') return [];
  const missing = notDrawnCount({ races });
  return [
    { part: 'programme', isDone: races.length > 0, count: races.length },
    { part: 'crews', isDone: crews.length > 0, count: crews.length },
    {
      part: 'races',
      isDone: races.length > 0 && missing === 0,
      count: races.length - missing,
    },
    { part: 'publish', isDone: false, count: 0 },
  ];
}
