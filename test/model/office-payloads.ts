/**
 * The writes of the race office as the reference model gets them, and what is wrong with them: in themselves, or because they
 * name rows that do not exist. Ids are those of the model; no row has the id 0.
 */
import type { Rule } from './office-progression.ts';
import type { Change, OfficeRace } from './office-state.ts';
import { readList } from './payload-rules.ts';
import type { Element } from './spoil.ts';

export type OfficeWrite =
  | { kind: 'races'; rows: OfficeRow[]; removed: number[] }
  | { kind: 'crews'; rows: OfficeRow[]; removed: number[] }
  | { kind: 'merge'; keep: number; remove: number }
  | { kind: 'lanes'; raceId: number; lanes: WantedLane[] }
  | { kind: 'results'; raceId: number; results: Element[] }
  | { kind: 'state'; raceId: number; state: OfficeRace['state']; reason: string | null }
  | { kind: 'official'; raceId: number; official: boolean }
  | { kind: 'progression'; raceId: number; rules: Rule[] }
  | { kind: 'apply'; raceId: number }
  | { kind: 'settings'; settings: { provisionalResults?: boolean; crewGapMinutes?: number } };

export interface OfficeRow {
  /** `null`: a new one. */
  id: number | null;
  facts: Element;
}

export interface WantedLane {
  position: number;
  positionLabel: string | null;
  crewId: number | null;
}

/** Why a write is refused; `changed` are the later changes that its page has not seen. */
export interface OfficeRefusal {
  status: 404 | 409 | 422;
  code: string;
  fields?: string[];
  changed?: Change[];
}

export const invalid = (...fields: string[]): OfficeRefusal => ({
  status: 422,
  code: 'validation_failed',
  fields,
});
export const CONFLICT: OfficeRefusal = { status: 409, code: 'conflict' };
/** The fields that are wrong in a write whatever is stored; checked before everything else. */
export function judge(write: OfficeWrite): string[] {
  if (write.kind === 'lanes') return repeated(write.lanes, 'lanes', ({ position }) => position);
  if (write.kind === 'results') return repeated(write.results, 'results', (each) => each.position);
  if (write.kind !== 'races' && write.kind !== 'crews') return [];
  const { kind, rows, removed } = write;
  const needed = kind === 'races' ? ['raceNumber', 'scheduledAt'] : ['name'];
  const key = kind === 'races' ? 'raceNumber' : 'name';
  return [
    ...repeated(rows, kind, ({ id }) => id, '.id'),
    ...rows.flatMap(({ id }, at) =>
      id !== null && removed.includes(id) ? `${kind}[${at}].id` : [],
    ),
    ...rows.flatMap(({ id, facts }, at) =>
      needed
        .filter((name) => id === null && !(name in facts))
        .map((name) => `${kind}[${at}].${name}`),
    ),
    ...repeated(rows, kind, (row) => normalised(kind, row.facts)[key], `.${key}`),
    ...repeated(removed, 'removed', (id) => id, ''),
  ];
}

function repeated<E>(
  list: E[],
  name: string,
  keyOf: (element: E) => unknown,
  tail = '.position',
): string[] {
  const keys = list.map(keyOf);
  return keys.flatMap((key, at) =>
    key != null && keys.indexOf(key) < at ? `${name}[${at}]${tail}` : [],
  );
}

/** Texts and times in the form in which they are stored. */
export function normalised(kind: 'races' | 'crews', facts: Element): Element {
  const list = kind === 'races' ? 'races' : 'teams';
  const needed = kind === 'races' ? { raceNumber: 1 } : { name: 'x' };
  const reading = readList(list, [{ externalId: 'x', ...needed, ...facts }]);
  if ('wrong' in reading) throw new Error(`not to be sent: ${reading.wrong}`);
  const read = reading.value[0] as unknown as Element;
  const names = Object.keys(facts).filter((name) => name !== 'printedNumber');
  return {
    ...Object.fromEntries(names.map((name) => [name, read[name]])),
    ...('printedNumber' in facts && { printedNumber: facts.printedNumber }),
  };
}

interface Named {
  field: string;
  id: number | null;
}

/** Refuses ids that no row has: as a conflict if a row was removed since the page was shown, else as invalid. */
export function missing(
  named: Named[],
  rows: Map<number, unknown>,
  what: 'race' | 'crew',
  later: Change[],
): OfficeRefusal | undefined {
  const unknown = named.filter(({ id }) => id !== null && !rows.has(id));
  if (unknown.length === 0) return undefined;
  const keys = unknown.map(({ id }) => `${what} ${id}`);
  const changed = later.filter(({ key }) => keys.includes(key));
  return changed.length > 0
    ? { ...CONFLICT, changed }
    : invalid(...unknown.map(({ field }) => field));
}

/** The ids that a push names. */
export function namedBy({
  kind,
  rows,
  removed,
}: {
  kind: string;
  rows: OfficeRow[];
  removed: number[];
}) {
  return [
    ...rows.map(({ id }, at) => ({ field: `${kind}[${at}].id`, id })),
    ...removed.map((id, at) => ({ field: `removed[${at}]`, id })),
  ];
}

interface OfficeSuccess {
  status: 200;
  revision: number;
  /** Whether the write made an entry of the history. */
  isWritten: boolean;
  body: object;
}

export type OfficeAnswer = OfficeSuccess | OfficeRefusal;

/** An undo of an entry, or a race as it was after an entry; `entry` is its number, from 1. */
export type TakeBack =
  | { kind: 'undo'; entry: number }
  | { kind: 'restore'; raceId: number; entry: number; seen: number };
