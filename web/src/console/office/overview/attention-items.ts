/** What somebody should look at, in words, with the place where it is mended; alike things together. Pure. */
import type {
  Attention,
  AttentionKind,
  Office,
} from '../../../../../src/contract/console/office.ts';
import { timeOfDay } from '../../../shared/times.ts';
import { partPath } from '../../routing.ts';
import type { AttentionWords } from '../../words/office-attention/en.ts';
import { numberOf } from '../race-names.ts';

interface AttentionItem {
  text: string;
  /** Below `/console`. */
  path: string;
}

interface AttentionGroup {
  kind: AttentionKind;
  title: string;
  items: AttentionItem[];
}

/** What cannot wait comes first. */
const ORDER: readonly AttentionKind[] = [
  'overdue',
  'not-drawn',
  'silent-key',
  'refused-key',
  'draw-differs',
  'crew-gap',
  'crew-twice',
  'order',
];

export function attentionGroups(
  document: Pick<Office, 'attention' | 'races' | 'crews' | 'event'>,
  words: AttentionWords,
): AttentionGroup[] {
  return ORDER.map((kind) => ({
    kind,
    title: words.kinds[kind],
    items: document.attention
      .filter((each) => each.kind === kind)
      .map((each) => ({
        text: textOf(each, document, words),
        path: pathOf(each, document.event.id),
      })),
  })).filter(({ items }) => items.length > 0);
}

type Known = Pick<Office, 'races' | 'crews' | 'event'>;

function textOf(attention: Attention, { races, crews, event }: Known, t: AttentionWords): string {
  const { kind, raceId, otherRaceId, crewId, otherCrewId, keyLabel, keyPrefix, code } = attention;
  const race = (id: number | undefined) => {
    const found = races.find((each) => each.id === id);
    return found ? numberOf(found) : '?';
  };
  const crew = (id: number | undefined) => crews.find((each) => each.id === id)?.name ?? '?';
  const time = (at: string | undefined) =>
    at === undefined ? '?' : timeOfDay(Date.parse(at), event.timezone);
  const key = keyLabel ?? keyPrefix ?? '?';
  switch (kind) {
    case 'overdue':
    case 'not-drawn': {
      const estimate = races.find((each) => each.id === raceId)?.estimatedAt;
      return t.expectedAt(race(raceId), time(estimate));
    }
    case 'draw-differs':
      return t.race(race(raceId));
    case 'crew-gap':
      return t.crewGap(crew(crewId), race(raceId), race(otherRaceId), attention.gapMinutes ?? 0);
    case 'crew-twice':
      return t.crewTwice(crew(crewId), crew(otherCrewId), race(raceId), race(otherRaceId));
    case 'order':
      return t.order(race(raceId), race(otherRaceId));
    case 'silent-key':
      return t.silent(key, time(attention.at));
    case 'refused-key':
      return t.refused(key, code ?? '', time(attention.at));
  }
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
      return partPath(eventId, 'races', raceId);
    case 'crew-gap':
    case 'order':
      return `${partPath(eventId, 'programme')}?row=${otherRaceId ?? raceId}`;
    case 'crew-twice':
      return `${partPath(eventId, 'crews')}?row=${crewId}`;
    case 'silent-key':
      return `${partPath(eventId, 'history')}?key=${keyPrefix}`;
    case 'refused-key':
      return `account/keys/${keyPrefix}`;
  }
}
