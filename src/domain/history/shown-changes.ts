/** What an entry of an event's history shows of its changes: not all of a push of thousands (console, "History"). */
import type { HistoryChange } from '../../contract/console/history.ts';
import { withWrittenTimes } from '../results/written-times.ts';
import type { Change } from './changes.ts';

/** Nobody reads more in one entry; fifty entries of them are some megabytes. */
const MAX_SHOWN = 200;

/** The race or crew that somebody looks for. */
interface Looked {
  race?: number;
  crew?: number;
}

/**
 * The first changes of an entry; those of what is looked for come before the others.
 *
 * @param eventId which names the event itself, its schedule and its days
 */
export function shownChanges(
  changes: readonly Change[],
  eventId: number,
  looked: Looked,
): HistoryChange[] {
  const isWanted = (change: Change) => isAbout(change, looked);
  const inOrder =
    changes.length > MAX_SHOWN
      ? [...changes.filter(isWanted), ...changes.filter((change) => !isWanted(change))]
      : changes;
  return inOrder.slice(0, MAX_SHOWN).map(({ derived: _, ...change }) => ({
    ...withWrittenTimes(change),
    id: change.id ?? eventId,
  }));
}

function isAbout({ subject, id, before, after }: Change, { race, crew }: Looked): boolean {
  if (race !== undefined && (subject === 'race' || subject === 'lane')) return id === race;
  if (crew === undefined) return false;
  if (subject === 'team') return id === crew;
  return before?.teamId === crew || after?.teamId === crew;
}
