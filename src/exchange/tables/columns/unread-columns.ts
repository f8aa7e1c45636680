/** Which columns of a table are not read: nothing of a file is dropped without a word (tools.md, "Import"). */
import type { RowNote } from '../../reading/reading.ts';
import type { Columns } from './columns.ts';
import type { Header } from './header.ts';
import type { Field } from './headings.ts';

/** A column that counts only where the other one is empty. */
const SECOND_CHOICES: readonly [Field, Field][] = [
  ['bib', 'lane'],
  ['club', 'clubCode'],
];

/**
 * One note on all columns that are left out: their headings alone, because what stands in them may be about persons.
 * `undefined` where all are read.
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
