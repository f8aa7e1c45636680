/**
 * Decides which field each column holds, and asks where this is doubtful (formats.md §4.2, §4.5). Names the columns that are
 * not read, because nothing of a file is dropped silently (tools.md, "Import").
 */
import { type Inquiry, textsByText } from '../../reading/inquiry.ts';
import type { RowNote } from '../../reading/reading.ts';
import { FIELDS, type Field } from './common-headings.ts';
import { type ColumnValues, decide, groupingField } from './decide-column.ts';
import { type Header, headingText } from './header.ts';

export interface Columns {
  /** Index of the column of each field. */
  of: ReadonlyMap<Field, number>;
  /** Columns that are a lane each. */
  lanes: readonly { column: number; label: string }[];
  /** Columns that are a place each; `timeColumn` is the next column, if it has no heading or one for times. */
  places: readonly { column: number; place: number; timeColumn: number | null }[];
}

/** Two columns of one of these fields would contradict each other: a person is asked. Of other fields the first one counts. */
const ONLY_ONE: readonly Field[] = ['number', 'lane', 'crew', 'time', 'start', 'place', 'date'];

/** Headings to which a format gives a meaning of its own. */
export type OwnHeadings = ReadonlyMap<string, Field>;

/**
 * Decides the columns of a table.
 *
 * @param values of each column, without headings
 * @param own headings that mean something else in this format
 */
export function decideColumns(
  header: Header,
  values: ColumnValues,
  own: OwnHeadings,
  inquiry: Inquiry,
): Columns {
  const found = new Map<Field, number[]>();
  const add = (field: Field, column: number) =>
    found.set(field, [...(found.get(field) ?? []), column]);
  const doubtful: { column: number; fields: readonly Field[] }[] = [];
  const wide = wideColumns(header);
  const timesOfPlaces =
    wide.places.length > 1 ? wide.places.map(({ timeColumn }) => timeColumn) : [];
  header.headings.forEach((heading, column) => {
    // The time of one place is none of the whole race.
    if (timesOfPlaces.includes(column)) return;
    const said = own.get(headingText(header.texts[column] ?? ''));
    if (said) add(said, column);
    else if (heading.kind === 'field') add(heading.field, column);
    else if (heading.kind === 'doubtful') doubtful.push({ column, fields: heading.fields });
  });
  const open: { column: number; field: Field }[] = [];
  for (const { column, fields } of inOrder(doubtful, header)) {
    const decided = decide(column, fields, { found, values, header });
    if (decided.isCertain) add(decided.field, column);
    else open.push({ column, field: decided.field });
  }
  header.headings.forEach(({ kind }, column) => {
    if (kind !== 'unknown' || (header.texts[column] ?? '') === '') return;
    const field = groupingField(column, { found, values, header });
    if (field) open.push({ column, field });
  });
  for (const { column, field } of open) add(field, column);
  const repeated = ONLY_ONE.flatMap((field) => {
    const columns = found.get(field) ?? [];
    return columns.length > 1 && !own.has(headingText(header.texts[columns[0] ?? 0] ?? ''))
      ? columns.map((column, index) => ({
          column,
          field: index === 0 ? field : ('ignore' as const),
        }))
      : [];
  });
  const asked = [
    ...repeated,
    ...open.filter(({ column }) => !repeated.some((each) => each.column === column)),
  ];
  const answered = askFor(asked, header, inquiry);
  return {
    of: settled(found, answered),
    ...wide,
  };
}

/** Doubtful headings in the order of decision: "Event" depends on the meaning of "Race"; others, such as "Bow", come last. */
const ORDER = [
  'lauf',
  'race',
  'course',
  'rennen',
  'wettkampf',
  'wedstrijd',
  'gara',
  'corsa',
  'veld',
  'event',
  'nr',
  'no',
  'n°',
  'num',
];

function inOrder<Doubtful extends { column: number }>(
  doubtful: readonly Doubtful[],
  header: Header,
): Doubtful[] {
  const rank = ({ column }: Doubtful) => {
    const at = ORDER.indexOf(headingText(header.texts[column] ?? ''));
    return at === -1 ? ORDER.length : at;
  };
  return doubtful.toSorted((a, b) => rank(a) - rank(b));
}

/** Asks what the columns are; each is named by its heading, with its number where two have the same. */
function askFor(
  asked: readonly { column: number; field: Field }[],
  header: Header,
  inquiry: Inquiry,
): Map<number, Field> {
  if (asked.length === 0) return new Map();
  const nameOf = ({ column }: { column: number }) => {
    const text = header.texts[column] ?? '';
    const isAlone = header.texts.filter((each) => each === text).length === 1;
    return isAlone ? text : `${text} (column ${column + 1})`;
  };
  const names = asked.map(nameOf);
  const headings = header.texts.flatMap((text) => (text === '' ? [] : [`“${text.slice(0, 40)}”`]));
  const read = (value: unknown) => {
    const said = textsByText(value);
    const fields = names.map((name) => FIELDS.find((field) => field === said?.get(name)));
    return fields.includes(undefined) ? undefined : fields;
  };
  const answer = inquiry.ask(
    {
      id: 'columns',
      text: `What do these columns hold: ${names.map((name) => `“${name}”`).join(', ')}? The headings are ${headings.join(', ')}. Possible are ${FIELDS.join(', ')}.`,
      proposed: Object.fromEntries(asked.map((each) => [nameOf(each), each.field])),
      options: FIELDS,
      where: `row ${header.index + 1}`,
    },
    read,
  );
  return new Map(asked.map(({ column, field }, index) => [column, answer?.[index] ?? field]));
}

function settled(
  found: ReadonlyMap<Field, number[]>,
  answered: ReadonlyMap<number, Field>,
): Map<Field, number> {
  const of = new Map<Field, number>();
  for (const [column, field] of answered) if (!of.has(field)) of.set(field, column);
  for (const [field, columns] of found) {
    const column = columns.find((each) => !answered.has(each));
    if (column !== undefined && !of.has(field)) of.set(field, column);
  }
  return of;
}

/** The columns that are a lane or a place each. */
export function wideColumns({ headings, texts }: Header): Pick<Columns, 'lanes' | 'places'> {
  const lanes = headings.flatMap((heading, column) =>
    heading.kind === 'lane' ? [{ column, label: heading.label }] : [],
  );
  const places = headings.flatMap((heading, column) => {
    if (heading.kind !== 'place') return [];
    // A workbook ends a row with its last filled cell, so that the last column of times has not even an empty heading.
    const next = texts[column + 1] ?? '';
    const isTime = next === '' || /^(?:time|zeit|temps|tijd)\b/i.test(next);
    return [{ column, place: heading.place, timeColumn: isTime ? column + 1 : null }];
  });
  return { lanes, places };
}

/** Pairs of fields: the first counts only where the second is empty. */
const SECOND_CHOICES: readonly [Field, Field][] = [
  ['bib', 'lane'],
  ['club', 'clubCode'],
];

/**
 * One note on all columns that are left out: their headings alone, because the cells may be about persons. `undefined` where
 * all are read.
 */
export function noteOnUnread(header: Header, columns: Columns): RowNote | undefined {
  const used = usedColumns(columns);
  const unread = header.texts.flatMap((text, column) =>
    text === '' || used.has(column) ? [] : [{ text, kind: header.headings[column]?.kind }],
  );
  const isUnknown = ({ kind }: { kind?: string | undefined }) => kind === 'unknown';
  const sentences = [
    sentence(
      'Columns that are not read',
      unread.filter((each) => !isUnknown(each)),
    ),
    sentence(UNKNOWN, unread.filter(isUnknown)),
    ...SECOND_CHOICES.map(([second, first]) => secondChoice(header, columns, { second, first })),
  ].filter((each) => each !== undefined);
  return sentences.length === 0 ? undefined : { row: header.index + 1, text: sentences.join(' ') };
}

/** The note on columns that are not known, where nothing else is left out. */
export function noteOnColumns({ index }: Header, texts: readonly string[]): RowNote | undefined {
  const text = sentence(
    UNKNOWN,
    texts.map((text) => ({ text })),
  );
  return text === undefined ? undefined : { row: index + 1, text };
}

const UNKNOWN = 'Columns that are not known and not read';

function usedColumns({ of, lanes, places }: Columns): ReadonlySet<number> {
  const isPlaces = places.length > 1;
  const wide = isPlaces
    ? places.flatMap(({ column, timeColumn }) => [column, timeColumn ?? column])
    : lanes.length > 1
      ? lanes.map(({ column }) => column)
      : [];
  const narrow = [...of].flatMap(([field, column]) => (field === 'ignore' ? [] : [column]));
  return new Set([...narrow, ...wide]);
}

const MAX_NAMED = 20;

function sentence(what: string, columns: readonly { text: string }[]): string | undefined {
  if (columns.length === 0) return undefined;
  const names = columns.slice(0, MAX_NAMED).map(({ text }) => quoted(text));
  const more = columns.length - names.length;
  return `${what}: ${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`;
}

function secondChoice(
  { texts }: Header,
  { of }: Columns,
  { second, first }: { second: Field; first: Field },
): string | undefined {
  const [heading, other] = [second, first].map((field) => texts[of.get(field) ?? -1]);
  if (heading === undefined || other === undefined) return undefined;
  // Without a column for crews, the club's name is the crew's.
  if (second === 'club' && !of.has('crew')) return undefined;
  return `${quoted(heading)} counts only where ${quoted(other)} is empty.`;
}

function quoted(heading: string): string {
  return `“${heading.slice(0, 40)}”`;
}
