/**
 * What needs attention, in words, with a link to the page where it can be solved, the same kinds together; and what is still to
 * be done before crews see a regatta. Pure.
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

/** A delay that is proposed for a day, because a race that has started shows that the day runs so. */
export interface DelayOffered {
  raceId: number;
  venueDay: string;
  delayMinutes: number;
  /** Whether the end of the day's delay is removed, because that race is after it. */
  endsNowhere: boolean;
}

interface AttentionItem {
  text: string;
  /** A delay that one key press sets. */
  delay?: DelayOffered;
  /** Below `/console`. */
  path: string;
}

interface AttentionGroup {
  kind: AttentionKind;
  /** Whether it cannot wait. The same kind that can wait is another group. */
  isDue: boolean;
  /** The number and kind of things: "21 crews in races closer than 40 min". */
  title: string;
  items: AttentionItem[];
}

/** Things about two races are due from this time before the first of them. */
const DUE_MILLIS = 60 * 60_000;

/** The order of kinds, the most urgent first. */
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

/** The number in the title of a group: a crew with three races counts once. */
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

/** A question about how a day runs. */
export function offeredText(
  { delayMinutes }: Pick<DelayOffered, 'delayMinutes'>,
  t: AttentionWords,
): string {
  if (delayMinutes === 0) return t.runsOnTime;
  const amount = minutesText(Math.abs(delayMinutes));
  return delayMinutes > 0 ? t.runsLate(amount) : t.runsEarly(amount);
}

/** The delay proposed for a day, where the attention is about one. */
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

/** The delays proposed for days, by the races that have started last. */
export function delaysOffered(
  document: Pick<Office, 'attention' | 'races' | 'event' | 'days'>,
): DelayOffered[] {
  return document.attention.flatMap((each) => delayPart(each, document).delay ?? []);
}

/** The path of the page where it can be solved. */
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
  /** The number of races, of crews, or of races that are drawn. */
  count: number;
}

/** The steps to be done before crews see a regatta, in order. @returns empty once crews see it */
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
