/**
 * Which entries of an event's history a request asks for, and which changes of an entry are shown: of a push with thousands
 * of changes, only the first ones (console, "History").
 */
import type { HistoryChange } from '../../contract/console/history.ts';
import type { Violation } from '../../contract/problem.ts';
import { readRowId } from '../event/event-address.ts';
import { invalid, type Refusal } from '../refusal.ts';
import { type Change, OPERATION_NAMES, withWrittenTimes } from './changes.ts';

/** An entry must match all filters that are set. */
export interface HistoryFilters {
  /** Ids; those of races and crews that were removed are allowed. */
  race?: number;
  crew?: number;
  person?: number;
  /** The prefix of a key. */
  key?: string;
  operation?: string;
  /** The id of an entry: only older entries. */
  before?: number;
}

const NUMBERS = ['race', 'crew', 'person', 'before'] as const;
const MAX_KEY_PREFIX_LENGTH = 32;

/** Reads the query of an address; unknown parameters are ignored. @returns the filters, or 422 that names each wrong value */
export function readHistoryFilters(query: URLSearchParams): HistoryFilters | Refusal {
  const filters: HistoryFilters = {};
  const violations: Violation[] = [];
  const wrong = (field: string, detail: string) => violations.push({ field, detail });
  for (const name of NUMBERS) {
    const text = query.get(name);
    if (text === null) continue;
    const id = query.getAll(name).length === 1 ? readRowId(text) : undefined;
    if (id !== undefined) filters[name] = id;
    else if (name === 'before') wrong(name, 'must be the `next` of another page');
    else wrong(name, `must be the id of a ${name}, once`);
  }
  const [key, ...moreKeys] = query.getAll('key');
  if (key !== undefined) {
    const isPrefix = /^[\w-]+$/.test(key) && key.length <= MAX_KEY_PREFIX_LENGTH;
    if (isPrefix && moreKeys.length === 0) filters.key = key;
    else wrong('key', 'must be the prefix of a key, once');
  }
  const [operation, ...moreOperations] = query.getAll('operation');
  if (operation !== undefined) {
    const isKnown = (OPERATION_NAMES as readonly string[]).includes(operation);
    if (isKnown && moreOperations.length === 0) filters.operation = operation;
    else wrong('operation', `must be one of ${OPERATION_NAMES.join(', ')}`);
  }
  return violations.length > 0 ? invalid(violations) : filters;
}

/** A period in which a crew is in a lane. All changes of the lane in it are about the crew, also if they do not name it. */
export interface LanePeriod {
  raceId: number;
  position: number;
  /** The ids of the first and the last entry of the period; `to` is `null` while the crew is still in the lane. */
  from: number;
  to: number | null;
}

/**
 * The periods in which a crew was in lanes.
 *
 * @param entries all entries that name the crew, oldest first
 */
export function lanePeriodsOf(
  entries: readonly { id: number; changes: readonly Change[] }[],
  crewId: number,
): LanePeriod[] {
  const open = new Map<string, LanePeriod>();
  const periods: LanePeriod[] = [];
  for (const { id: entryId, changes } of entries) {
    for (const { subject, id: raceId, position, before, after } of changes) {
      if (subject !== 'lane' || raceId === undefined || position === undefined) continue;
      const place = `${raceId} ${position}`;
      const stay = open.get(place);
      if (stay && before?.teamId === crewId && after?.teamId !== crewId) {
        stay.to = entryId;
        open.delete(place);
      }
      if (after?.teamId === crewId && !open.has(place)) {
        const begun = { raceId, position, from: entryId, to: null };
        open.set(place, begun);
        periods.push(begun);
      }
    }
  }
  return periods;
}

/** The periods that overlap a range of entries. @param slice the ids of its first entry and of the entry after its last */
export function lanePeriodsWithin(
  periods: readonly LanePeriod[],
  slice: { from: number; before: number },
): LanePeriod[] {
  return periods.filter(({ from, to }) => from < slice.before && (to === null || to >= slice.from));
}

/** How many changes of an entry are shown: nobody reads more, and fifty entries of this size take some megabytes already. */
const MAX_SHOWN = 200;

/** The race or crew that the reader looks for. */
interface Looked {
  race?: number;
  crew?: number;
}

/**
 * The first changes of an entry; if it has too many, those about the wanted race or crew come before the others.
 *
 * @param eventId shown as the id of changes that have none: those of the event itself, its schedule and its days
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
