/** Where a name stands that is to be erased, in the reader's language. Pure. */
import type { ErasurePreview } from '../../../../../src/contract/console/erasure.ts';
import type { OfficeLane, OfficeRace } from '../../../../../src/contract/console/office.ts';
import { numberShown } from '../../../../../src/domain/races/race-name.ts';
import type { ErasureWords } from '../../words/erasure.ts';
import type { FrameWords } from '../../words/office-frame.ts';
import type { HistoryWords } from '../../words/office-history.ts';

/** A line of the list. */
interface PlaceLine {
  where: string;
  text: string;
  stays: boolean;
}

interface PlaceContext {
  words: { erasure: ErasureWords; frame: FrameWords; history: HistoryWords };
  /** Of the event, which say what a race and its lanes are called. */
  races: readonly (Pick<OfficeRace, 'raceNumber' | 'printedNumber' | 'effectiveKind'> & {
    lanes: readonly Pick<OfficeLane, 'position' | 'positionLabel'>[];
  })[];
}

/** Nobody reads more; what stays comes first. */
const MAX_LINES = 40;

/** The places of an erasure: entries of the history, of which there may be thousands, as one number. */
export function placeLines(
  { places, placeCount }: Pick<ErasurePreview, 'places' | 'placeCount'>,
  context: PlaceContext,
): { lines: PlaceLine[]; more: number; entries: number } {
  const isEntry = ({ where, stays }: ErasurePreview['places'][number]) =>
    !stays && where.startsWith('history entry');
  const others = places.filter((place) => !isEntry(place));
  const lines = others
    .slice(0, MAX_LINES)
    .map((place) => ({ ...place, where: placeText(place.where, context) }));
  // Of more places than the service names, the last are entries of the history.
  const unnamed = placeCount - places.length;
  const entries = places.length - others.length + unnamed;
  return { lines, more: others.length - lines.length, entries };
}

/** A place as the service names it, such as `race 3, title`; what it names otherwise as it is. */
function placeText(where: string, { words, races }: PlaceContext): string {
  const { erasure, frame, history } = words;
  const [, number, position, property = ''] =
    /^race (\d+)(?:, position (\d+))?, (\w+)$/.exec(where) ?? [];
  if (number !== undefined) {
    const race = races.find(({ raceNumber }) => String(raceNumber) === number);
    const ofRace = frame.race(race ? numberShown(race) : number);
    const lane = race?.lanes.find((each) => String(each.position) === position);
    const said = race?.effectiveKind === 'head' ? frame.bow : frame.lane;
    const thing = position ? said(ofRace, lane?.positionLabel ?? position) : ofRace;
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
