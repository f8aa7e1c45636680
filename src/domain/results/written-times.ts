/** The instants in what the history recorded, as people or programs read them. */
import { formatInstant } from '../../contract/instant.ts';
import type { Change, Properties } from '../history/changes.ts';

/** The properties that are stored in epoch milliseconds: of a race, a lane, a notice and the delay of a day. */
const INSTANTS = [
  'scheduledAt',
  'firstPublishedAt',
  'startedAt',
  'finishedAt',
  'lastInAt',
  'postedAt',
  'until',
] as const;

/** The change with its instants written out. @param format RFC 3339, unless given */
export function withWrittenTimes<Recorded extends Pick<Change, 'before' | 'after'>>(
  change: Recorded,
  format: (instant: number) => string = formatInstant,
): Recorded {
  const { before, after } = change;
  return { ...change, before: written(before, format), after: written(after, format) };
}

function written(
  properties: Properties | null,
  format: (instant: number) => string,
): Properties | null {
  if (properties === null) return null;
  const instants = INSTANTS.filter((name) => typeof properties[name] === 'number');
  if (instants.length === 0) return properties;
  const times = instants.map((name) => [name, format(properties[name] as number)]);
  return { ...properties, ...Object.fromEntries(times) };
}
