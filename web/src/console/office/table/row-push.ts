/**
 * Makes a push from the drafts of a table's rows, and finds what is wrong with the rows: in words, what the service has refused
 * of the push, and texts that more than one row has. Pure.
 */

import { computed, type ReadonlySignal } from '@preact/signals';
import type { Problem } from '../../problems.ts';
import {
  type Decisions,
  leftOf,
  type Rival,
  type Subject,
  type Thing,
  type Values,
} from '../conflicts/conflicts.ts';
import { isNewRow, type RowDraft, type RowDrafts } from './row-drafts.ts';

export interface RowPush<Written, Faults> {
  /** Keys of the rows, in the order of `rows`. */
  keys: string[];
  rows: (Partial<Written> & { id: number | null })[];
  removed: number[];
  /** By key. */
  faults: Map<string, Faults>;
}

interface Pushed<Row, Written, Faults> {
  subject: Subject['subject'];
  /** What is stored, by key of the row. */
  stored: ReadonlyMap<string, Row>;
  /** The properties that a row can write. */
  writable: readonly (keyof Written & string)[];
  /** What a row would write, and what is wrong with it, by field. */
  read: (row: Row | undefined, draft: RowDraft) => { values: Written; faults: Faults };
  decided: Decisions;
}

/**
 * @returns a push without rows and values that the person has given up in a conflict. A row that others have removed is in it
 *   with its id alone, so that the service answers who removed it; once the person chooses to restore it, it is added anew
 */
export function rowPush<Row extends { id: number }, Written extends object, Faults extends object>(
  rows: RowDrafts,
  { subject, stored, writable, read, decided }: Pushed<Row, Written, Faults>,
): RowPush<Written, Faults> {
  const push: RowPush<Written, Faults> = { keys: [], rows: [], removed: [], faults: new Map() };
  for (const [key, draft] of Object.entries(rows)) {
    const thing = thingOf(subject, key);
    const row = stored.get(key);
    if (decided.isDropped(thing, '')) continue;
    if (draft.isRemoved) {
      if (row) push.removed.push(row.id);
      continue;
    }
    const was = decided.again(thing);
    const isGone = !row && !isNewRow(key);
    if (isGone && !was) {
      push.keys.push(key);
      push.rows.push({ id: Number(key) } as RowPush<Written, Faults>['rows'][number]);
      continue;
    }
    const { values, faults } = read(was ? ({ ...was, id: 0 } as Row) : row, draft);
    if (Object.keys(faults).length > 0) push.faults.set(key, faults);
    const sent = sentRow(values, { thing, writable, decided });
    if (!sent) continue;
    push.keys.push(key);
    push.rows.push(sent);
  }
  return push;
}

/**
 * A row of a push after the person's decisions about conflicts.
 *
 * @param values all that was typed into it
 * @returns `undefined` when nothing is left to send
 */
export function sentRow<Written extends object>(
  values: Written,
  { thing, writable, decided }: { thing: Thing; writable: readonly string[]; decided: Decisions },
): (Partial<Written> & { id: number | null }) | undefined {
  if (decided.isDropped(thing, '')) return undefined;
  const was = decided.again(thing);
  const left = leftOf(values, thing, decided.isDropped);
  const isNew = typeof thing.id !== 'number';
  if (!isNew && !was && Object.keys(left).length === 0) return undefined;
  const id = isNew || was ? null : (thing.id as number);
  return { id, ...pick(was ?? {}, writable), ...left, ...decided.instead(thing) };
}

/** The row as conflicts identify it. */
function thingOf(subject: Subject['subject'], key: string): Thing {
  return { subject, id: isNewRow(key) ? key : Number(key) };
}

/** The row of a push with a value that somebody else has given to a row of theirs. */
export function rivalIn<Written extends object>(
  { keys, rows }: Pick<RowPush<Written, unknown>, 'keys' | 'rows'>,
  subject: Subject['subject'],
  property: keyof Written & string,
  theirs: unknown,
): Pick<Rival, 'thing' | 'values'> | undefined {
  const index = rows.findIndex((row) => row[property] === theirs);
  if (index < 0) return undefined;
  const { id: _, ...values } = rows[index] as (typeof rows)[number];
  return { thing: thingOf(subject, keys[index] as string), values: values as Values };
}

function pick(was: Values, properties: readonly string[]): Values {
  return Object.fromEntries(
    properties.flatMap((name) => (name in was ? [[name, was[name]] as const] : [])),
  );
}

/** By key of the row. */
export type RowErrors = ReadonlyMap<string, Readonly<Record<string, string>>>;

/**
 * Assigns the errors of a refusal, such as of `races[3].title`, to the rows.
 *
 * @param keys of the rows, in the order in which they were sent
 * @param first property beside which an error of the row as a whole is shown
 * @param names properties beside which errors of others are shown, by property
 */
export function errorsByRow(
  { errors }: Problem,
  keys: readonly string[],
  first: string,
  names: Readonly<Record<string, string>> = {},
): RowErrors {
  const found = new Map<string, Record<string, string>>();
  for (const { field, detail } of errors) {
    const [, index, property = first] = /^\w+\[(\d+)\](?:\.(\w+))?/.exec(field) ?? [];
    const key = keys[Number(index)];
    if (index === undefined || key === undefined || field.startsWith('removed')) continue;
    found.set(key, { ...found.get(key), [names[property] ?? property]: detail });
  }
  return found;
}

/** The words for a fault. @param fault `limit`: the most that is allowed */
export function faultText(
  { code, limit }: { code: string; limit?: number },
  words: { faults: Readonly<Record<string, string>>; atMost: (limit: number) => string },
): string {
  const text = words.faults[code] ?? code;
  return limit === undefined ? text : `${text} ${words.atMost(limit)}`;
}

/** Numbers and names that more than one row of a table has; empty ones do not count. */
export function repeatedTexts(texts: readonly string[]): ReadonlySet<string> {
  const seen = new Set<string>();
  return new Set(texts.filter((text) => text !== '' && (seen.has(text) || !seen.add(text))));
}

/** A set that stays the same object as long as its elements are the same, so that no row is redrawn for nothing. */
export function steady(find: () => ReadonlySet<string>): ReadonlySignal<ReadonlySet<string>> {
  const text = computed(() => JSON.stringify([...find()]));
  return computed(() => new Set(JSON.parse(text.value) as string[]));
}
