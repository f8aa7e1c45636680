/** The rows of the table of crews, and what they would write. Pure. */
import type { Office, OfficeCrew } from '../../../../../src/contract/console/office.ts';
import {
  MAX_CLUB_ID_LENGTH,
  MAX_CREW_NAME_LENGTH,
  MAX_INTEGER,
} from '../../../../../src/contract/limits.ts';
import { numberShown } from '../../../../../src/domain/races/race-name.ts';
import { type Decisions, type Mine, REMOVED, UNDECIDED } from '../conflicts/conflicts.ts';
import type { RowDraft, RowDrafts } from '../table/row-drafts.ts';
import { type RowPush, rivalIn, rowPush } from '../table/row-push.ts';
import type { CrewRow } from '../table/table-state.ts';

export const CREW_FIELDS = ['name', 'clubId', 'boatIndex', 'sortOrder'] as const;
export type CrewField = (typeof CREW_FIELDS)[number];
export type CrewTexts = Record<CrewField, string>;
/** The values that are sent for a crew. */
export type CrewValues = Omit<CrewRow, 'id'>;

export interface CrewFault {
  code: 'needed' | 'number' | 'order' | 'too-long';
  limit?: number;
}

type CrewFaults = Partial<Record<CrewField, CrewFault>>;

/** The texts of a crew that is stored. */
export function textsOfCrew({ name, clubId, boatIndex, sortOrder }: OfficeCrew): CrewTexts {
  return {
    name,
    clubId: clubId ?? '',
    boatIndex: boatIndex === null ? '' : String(boatIndex),
    sortOrder: String(sortOrder),
  };
}

const EMPTY: CrewTexts = { name: '', clubId: '', boatIndex: '', sortOrder: '' };

/** The texts of a row: what was typed, else what is stored. */
export function shownCrew(crew: OfficeCrew | undefined, draft: RowDraft | undefined): CrewTexts {
  return { ...(crew ? textsOfCrew(crew) : EMPTY), ...draft?.values };
}

/** Reads texts of a crew. @returns the values of valid texts, and the faults of the others, by field */
export function readCrew(texts: Partial<CrewTexts>): {
  values: CrewValues;
  faults: CrewFaults;
} {
  const values: Record<string, unknown> = {};
  const faults: CrewFaults = {};
  for (const [field, text] of Object.entries(texts) as [CrewField, string][]) {
    const read = READERS[field](text.trim().normalize('NFC'));
    if (typeof read === 'object' && read !== null) faults[field] = read;
    else if (read !== undefined) values[field] = read;
  }
  return { values: values as CrewValues, faults };
}

type Read = string | number | null | undefined | CrewFault;

const READERS: Record<CrewField, (text: string) => Read> = {
  name: (text) => (text === '' ? { code: 'needed' } : short(text, MAX_CREW_NAME_LENGTH)),
  clubId: (text) => (text === '' ? null : short(text, MAX_CLUB_ID_LENGTH)),
  boatIndex: (text) => {
    if (text === '') return null;
    const number = wholeNumber(text.replace(BOAT_WORD, ''));
    return number !== undefined && number >= 1 ? number : { code: 'number' };
  },
  // A crew always has an order: an empty text leaves a stored crew where it is, and puts a new one at the end.
  sortOrder: (text) => (text === '' ? undefined : (wholeNumber(text) ?? { code: 'order' })),
};

/** Words before the number: "Boot 4" is 4. */
const BOAT_WORD = /^(?:boat|boot|bateau|crew|mannschaft|[eé]quipage|nr|no|n°)?\.?\s*#?\s*(?=\d)/i;

function short(text: string, limit: number): string | CrewFault {
  // Lengths count code points, as the service does.
  return [...text].length > limit ? { code: 'too-long', limit } : text;
}

function wholeNumber(text: string): number | undefined {
  const number = /^-?\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  return Math.abs(number) <= MAX_INTEGER ? number : undefined;
}

/** The values that a row would write; for a new crew all that are not empty. */
export function readCrewRow(
  crew: OfficeCrew | undefined,
  draft: RowDraft,
): ReturnType<typeof readCrew> {
  const shown = shownCrew(crew, draft);
  const wanted = CREW_FIELDS.filter((field) =>
    crew ? field in draft.values : field === 'name' || shown[field] !== '',
  );
  return readCrew(Object.fromEntries(wanted.map((field) => [field, shown[field]])));
}

/** The push for the rows that were typed into. */
export function crewPushOf(
  rows: RowDrafts,
  crews: ReadonlyMap<string, OfficeCrew>,
  decided: Decisions = UNDECIDED,
): RowPush<CrewValues, CrewFaults> {
  return rowPush(rows, {
    subject: 'team',
    stored: crews,
    writable: CREW_FIELDS,
    read: readCrewRow,
    decided,
  });
}

/** New rows that are stored already, because the answer to their push was lost. @returns their keys */
export function storedCrews(rows: RowDrafts, crews: ReadonlyMap<string, OfficeCrew>): string[] {
  const byName = new Map([...crews.values()].map((crew) => [crew.name, crew]));
  const { keys, rows: sent } = crewPushOf(rows, crews);
  return keys.filter((_, index) => {
    const { id, ...values } = sent[index] as (typeof sent)[number];
    const crew = id === null ? byName.get(values.name ?? '') : undefined;
    return (
      crew &&
      Object.entries(values).every(([name, value]) => crew[name as keyof OfficeCrew] === value)
    );
  });
}

/** What conflicts ask the rows (`Mine`). */
export function mineOfCrews(rows: RowDrafts, crews: ReadonlyMap<string, OfficeCrew>): Mine {
  return {
    valuesOf: ({ subject, id }, was) => {
      const draft = subject === 'team' ? rows[String(id)] : undefined;
      if (!draft) return undefined;
      if (draft.isRemoved) return REMOVED;
      const crew = crews.get(String(id)) ?? (was as OfficeCrew | undefined);
      return { ...readCrewRow(crew, draft).values };
    },
    canAdd: ({ subject }) => subject === 'team',
    clashOf: (property, theirs) => {
      if (property !== 'name') return undefined;
      const rival = rivalIn(crewPushOf(rows, crews), 'team', property, theirs);
      return rival && { ...rival, instead: undefined };
    },
    wasShown: ({ subject, id }, property, theirs) => {
      const draft = subject === 'team' ? rows[String(id)] : undefined;
      return draft !== undefined && draft.stored[property] === String(theirs ?? '');
    },
  };
}

/**
 * The orders that move a crew up or down by one: it swaps orders with its neighbour, or, where orders are not unique, all rows
 * are numbered anew.
 *
 * @param rows in the order of the table
 * @returns the orders that change, by key
 */
export function movedCrew(
  rows: readonly { key: string; sortOrder: number }[],
  key: string,
  by: 1 | -1,
): [key: string, sortOrder: number][] {
  const index = rows.findIndex((row) => row.key === key);
  const [one, other] = [rows[index], rows[index + by]];
  if (!one || !other) return [];
  const orders = rows.map(({ sortOrder }) => sortOrder);
  if (new Set(orders).size === orders.length) {
    return [
      [one.key, other.sortOrder],
      [other.key, one.sortOrder],
    ];
  }
  const next = rows.map((row) => row.key);
  next.splice(index, 1);
  next.splice(index + by, 0, key);
  return countedAnew(next, rows);
}

/** Numbers the rows from 1 on. @param keys in the wanted order @returns the orders that change */
export function countedAnew(
  keys: readonly string[],
  rows: readonly { key: string; sortOrder: number }[],
): [key: string, sortOrder: number][] {
  const before = new Map(rows.map((row) => [row.key, row.sortOrder]));
  return keys.flatMap((key, index) =>
    before.get(key) === index + 1 ? [] : [[key, index + 1] as [string, number]],
  );
}

/** The printed numbers of the races in which each crew is drawn, by its id. */
export function racesOfCrews({ races }: Pick<Office, 'races'>): ReadonlyMap<number, string[]> {
  const found = new Map<number, string[]>();
  for (const race of races) {
    for (const { crewId } of race.lanes) {
      if (crewId === null) continue;
      found.set(crewId, [...(found.get(crewId) ?? []), numberShown(race)]);
    }
  }
  return found;
}

/**
 * Why two crews cannot be merged: the printed numbers of races with both, or that timing software uses both; `undefined`: they
 * can.
 */
export function mergeObstacle(
  one: OfficeCrew,
  other: OfficeCrew,
  races: Office['races'],
): { races: string[] } | 'both-kept' | undefined {
  const isIn = ({ lanes }: Office['races'][number], { id }: OfficeCrew) =>
    lanes.some(({ crewId }) => crewId === id);
  const shared = races.filter((race) => isIn(race, one) && isIn(race, other));
  if (shared.length > 0) return { races: shared.map(numberShown) };
  return one.externalId !== null && other.externalId !== null ? 'both-kept' : undefined;
}
