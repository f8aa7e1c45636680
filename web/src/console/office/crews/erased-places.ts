/** Where a name stands that is to be erased, in the reader's language. Pure. */
import type { ErasurePreview } from '../../../../../src/contract/console/erasure.ts';
import type { ErasureWords } from '../../words/erasure.ts';
import type { FrameWords } from '../../words/office-frame.ts';
import type { HistoryWords } from '../../words/office-history.ts';

/** A line of the list. */
interface PlaceLine {
  where: string;
  text: string;
  stays: boolean;
}

interface PlaceWords {
  erasure: ErasureWords;
  frame: FrameWords;
  history: HistoryWords;
}

/** Nobody reads more; what stays comes first. */
const MAX_LINES = 40;

/** The places of an erasure: entries of the history, of which there may be thousands, as one number. */
export function placeLines(
  { places, placeCount }: Pick<ErasurePreview, 'places' | 'placeCount'>,
  words: PlaceWords,
): { lines: PlaceLine[]; more: number; entries: number } {
  const isEntry = ({ where, stays }: ErasurePreview['places'][number]) =>
    !stays && where.startsWith('history entry');
  const others = places.filter((place) => !isEntry(place));
  const lines = others
    .slice(0, MAX_LINES)
    .map((place) => ({ ...place, where: placeText(place.where, words) }));
  // Of more places than the service names, the last are entries of the history.
  const unnamed = placeCount - places.length;
  const entries = places.length - others.length + unnamed;
  return { lines, more: others.length - lines.length, entries };
}

/** A place as the service names it, such as `race 3, title`; what it names otherwise as it is. */
function placeText(where: string, { erasure, frame, history }: PlaceWords): string {
  const [, race, position, property = ''] =
    /^race (\d+)(?:, position (\d+))?, (\w+)$/.exec(where) ?? [];
  if (race !== undefined) {
    const ofRace = frame.race(race);
    const thing = position === undefined ? ofRace : frame.lane(ofRace, position);
    return `${thing}, ${propertyOf(property, frame)}`;
  }
  const [, kind, named = ''] = /^(crew|notice|event|schedule)(?: \d+)?, (\w+)$/.exec(where) ?? [];
  if (kind === 'crew') return `${frame.crew}, ${propertyOf(named, frame)}`;
  if (kind === 'notice') return history.things.notice;
  if (kind === 'event') return `${history.things.event}, ${propertyOf(named, frame)}`;
  if (kind === 'schedule') return propertyOf(named, frame);
  if (where.startsWith('history entry')) return frame.parts.history;
  return where.startsWith('what imports remember') ? erasure.crew.imports : where;
}

function propertyOf(name: string, { properties }: FrameWords): string {
  return properties[name] ?? name;
}
