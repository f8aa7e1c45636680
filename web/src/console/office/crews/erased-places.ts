/** The places with a name that is to be erased, in the reader's language. Pure. */
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
  /** Races of the event, for the names of races and lanes. */
  races: readonly (Pick<OfficeRace, 'raceNumber' | 'printedNumber' | 'effectiveKind'> & {
    lanes: readonly Pick<OfficeLane, 'position' | 'positionLabel'>[];
  })[];
}

/** More lines nobody reads; places that stay come first. */
const MAX_LINES = 40;

/** The places of an erasure as lines; entries of the history, of which there may be thousands, only as their number. */
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
  // Where the service does not name all places, the rest are entries of the history.
  const unnamed = placeCount - places.length;
  const entries = places.length - others.length + unnamed;
  return { lines, more: others.length - lines.length, entries };
}

/** The words for a place that the service names, such as `race 3, title`; an unknown one as it is. */
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
