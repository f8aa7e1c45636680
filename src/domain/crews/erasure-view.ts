/** What an answer says of an erasure: where the name stands, or stood, and where it may come back from. */
import type { ErasurePreview } from '../../contract/console/erasure.ts';
import { formatInstant } from '../../contract/instant.ts';
import type { NamePlace } from './erase-crew.ts';

/** A page and a terminal show a few dozen. */
const MAX_PLACES = 1000;

interface Found extends Pick<ErasurePreview, 'crewId' | 'name'> {
  names: readonly string[];
  places: readonly NamePlace[];
  keys: readonly { keyPrefix: string; label: string; pushedAt: number }[];
}

/**
 * @param backups the names of the files
 * @param isDone whether the texts are those without the name
 */
export function erasureView(
  { crewId, name, names, places, keys }: Found,
  backups: readonly string[],
  isDone: boolean,
): ErasurePreview {
  const shown = places.map(({ where, before, after }) => {
    return { where, text: isDone ? after : before, stays: before === after };
  });
  const staying = shown.filter(({ stays }) => stays);
  return {
    crewId,
    names: [...names],
    name,
    places: [...staying, ...shown.filter(({ stays }) => !stays)].slice(0, MAX_PLACES),
    placeCount: shown.length,
    keys: keys.map((key) => ({ ...key, pushedAt: formatInstant(key.pushedAt) })),
    backups: [...backups],
  };
}
