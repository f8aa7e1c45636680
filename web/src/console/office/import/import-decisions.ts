/**
 * What an import sends and shows: the chosen or pasted files; the kind of field for each question, and the answer from what is
 * typed, of the type of the proposed one, so that a number stays a number; and the preview of all things and rows as one table.
 * Pure.
 */
import type {
  FileFault,
  ImportDocument,
  ImportItem,
  ImportWrite,
} from '../../../../../src/contract/import.ts';
import {
  MAX_IMPORT_BYTES,
  MAX_IMPORT_FILE_BYTES,
  MAX_IMPORT_FILES,
} from '../../../../../src/contract/limits.ts';
import { dataUrl } from '../../../shared/page/page.ts';

export interface PickedFile {
  name: string;
  content: Blob;
}

/** The file name of pasted text. */
const PASTED = 'pasted';

export function pastedFile(text: string): PickedFile {
  return { name: PASTED, content: new Blob([text]) };
}

export function pickedFiles(files: FileList | null | undefined): PickedFile[] {
  return [...(files ?? [])].map((file) => ({ name: file.name, content: file }));
}

/** The files with others added; a file replaces an earlier one of the same name. */
export function withFiles(
  files: readonly PickedFile[],
  added: readonly PickedFile[],
): readonly PickedFile[] {
  const names = new Set(added.map(({ name }) => name));
  return [...files.filter(({ name }) => !names.has(name)), ...added];
}

/** Why files cannot be sent. */
export type TooMuch =
  | { reason: 'file'; name: string }
  | { reason: 'empty'; name: string }
  | { reason: 'all' | 'count' };

export function tooMuch(files: readonly PickedFile[]): TooMuch | undefined {
  const empty = files.find(({ content }) => content.size === 0);
  if (empty) return { reason: 'empty', name: empty.name };
  const large = files.find(({ content }) => content.size > MAX_IMPORT_FILE_BYTES);
  if (large) return { reason: 'file', name: large.name };
  if (files.length > MAX_IMPORT_FILES) return { reason: 'count' };
  const all = files.reduce((sum, { content }) => sum + content.size, 0);
  return all > MAX_IMPORT_BYTES ? { reason: 'all' } : undefined;
}

/** @throws DOMException where a file no longer exists, or cannot be read */
export function encoded(files: readonly PickedFile[]): Promise<ImportWrite['files']> {
  return Promise.all(
    files.map(async ({ name, content }) => ({ name, content: await base64Of(content) })),
  );
}

async function base64Of(content: Blob): Promise<string> {
  const address = await dataUrl(content);
  return address.slice(address.indexOf(',') + 1);
}

export type ImportQuestion = ImportDocument['questions'][number];

/** The kind of field that answers a question. */
type AnswerKind =
  /** One of a list. */
  | 'choice'
  | 'yes-no'
  /** An object: one field for each of its keys. */
  | 'each'
  /** A date. */
  | 'date'
  /** Any other text, or a number. */
  | 'text';

export function kindOf({ id, options, proposed }: ImportQuestion): AnswerKind {
  // The options of an object belong to each of its values.
  if (isObject(proposed)) return 'each';
  if (options && options.length > 0) return 'choice';
  if (typeof proposed === 'boolean') return 'yes-no';
  return id === 'dates' || isDay(proposed) ? 'date' : 'text';
}

/** The questions about the values of an object, one for each of its keys. */
export function innerQuestions({ id, options, proposed }: ImportQuestion): ImportQuestion[] {
  return Object.entries(isObject(proposed) ? proposed : {}).map(([key, value]) => ({
    id,
    text: key,
    proposed: value,
    ...(options && { options }),
  }));
}

/**
 * The key of the explanation below a question: its id and, where one id has several questions, what it asks.
 *
 * @param hasRaces whether the regatta has any
 */
export function explanationOf(
  { id, options, proposed }: ImportQuestion,
  hasRaces: boolean,
): string {
  if (id === 'times') return hasRaces ? id : 'times.founding';
  if (id === 'colonTime') return options?.includes('timeOfDay') ? 'colonTime.timeOfDay' : id;
  if (id !== 'dates' || options) return id;
  return Object.keys(isObject(proposed) ? proposed : {}).every(isDay)
    ? 'dates.each'
    : 'dates.named';
}

/** A value as a field shows it. */
export function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The answer for a typed text, of the type of the proposed one. */
export function answerOf(typed: string, { proposed, options = [] }: ImportQuestion): unknown {
  const option = options.find((each) => textOf(each) === typed);
  if (option !== undefined) return option;
  const text = typed.trim();
  // Where a text is proposed, an empty one is an answer: of a time, that there is none.
  if (text === '') return typeof proposed === 'string' ? '' : null;
  if (typeof proposed === 'boolean') return text === 'true';
  if (typeof proposed === 'number' && Number.isFinite(Number(text))) return Number(text);
  return text;
}

/** Whether a question has an answer, given or proposed, in each of its parts. */
export function isAnswered(question: ImportQuestion, given: unknown, isPart = false): boolean {
  const { proposed, options = [] } = question;
  const kind = kindOf(question);
  if (kind === 'each') {
    const parts = isObject(given) ? given : {};
    return innerQuestions(question).every((part) => isAnswered(part, parts[part.text], true));
  }
  const answer = given === undefined ? proposed : given;
  if (answer === null) return options.includes(null);
  return answer !== '' || (isPart && kind === 'text');
}

/** The answers to send: those given, else those proposed. */
export function answersFor(
  questions: readonly ImportQuestion[],
  given: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const own = questions.map(({ id, proposed }) => {
    const answer = given[id];
    // A question that is asked again in parts may have an earlier answer that is a single word.
    if (isObject(proposed)) return [id, { ...proposed, ...(isObject(answer) && answer) }] as const;
    return [id, answer ?? proposed] as const;
  });
  return { ...given, ...Object.fromEntries(own.filter(([, value]) => value !== null)) };
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isDay(value: unknown): boolean {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value);
}

export type RowState = keyof ImportDocument['counts'];

/** The wrong ones first: they stop the import. */
export const ROW_STATES: readonly RowState[] = ['wrong', 'new', 'changed', 'skipped', 'same'];

export type PreviewRow =
  | { state: 'new' | 'changed' | 'same'; item: ImportItem }
  | {
      state: 'skipped' | 'wrong';
      file?: string;
      row: number | null;
      column: string | null;
      reason: string;
      fault?: FileFault;
      from?: number;
    };

/** All rows of the preview, in the order of `ROW_STATES`. */
export function previewRows({ items, skipped, wrong }: ImportDocument): PreviewRow[] {
  const rows: PreviewRow[] = [
    ...wrong.map((each) => ({ state: 'wrong' as const, ...each })),
    ...items.map((item) => ({ state: item.outcome, item })),
    ...skipped.map((each) => ({ state: 'skipped' as const, column: null, ...each })),
  ];
  const rank = new Map(ROW_STATES.map((state, index) => [state, index]));
  return rows.toSorted((a, b) => (rank.get(a.state) ?? 0) - (rank.get(b.state) ?? 0));
}

/** The column of a wrong row, unless its reason begins with the column: "lane 1 stands twice". */
export function columnBefore({
  column,
  reason,
}: Pick<ImportDocument['wrong'][number], 'column' | 'reason'>): string | undefined {
  if (column === null || reason.toLowerCase().startsWith(`${column.toLowerCase()} `))
    return undefined;
  return column;
}

/** Properties that the row shows anyway, or that are of no use to a reader. */
const RACE_DEFAULTS = new Set(['externalId', 'crew', 'team', 'name']);

/** The properties to show for something new, without those that its row shows anyway. */
export function saidOfNew({ changes, race, position }: ImportItem): ImportItem['changes'] {
  const known = new Set([race, position === undefined ? undefined : String(position)]);
  return changes.filter(({ property, to }) => {
    if (to === null || to === '' || RACE_DEFAULTS.has(property)) return false;
    const isNumber = /^(raceNumber|printedNumber|positionLabel)$/.test(property);
    return !(isNumber && known.has(String(to)));
  });
}

/** Whether the preview can be written: nothing is open or wrong, and something would change. */
export function canBeWritten({ questions, counts }: ImportDocument): boolean {
  return questions.length === 0 && counts.wrong === 0 && counts.new + counts.changed > 0;
}

/**
 * The parts of a start by the clocks at the venue.
 *
 * @param local such as `Sat 2026-06-13 09:00:00 +02:00`
 * @returns `undefined` where the text has another form
 */
export function partsOfLocal(
  local: string,
): { day: string; time: string; offset: string } | undefined {
  const [, day, time, offset] =
    /(\d{4}-\d\d-\d\d) (\d\d:\d\d)(?::\d\d)?(?: (\S+))?$/.exec(local) ?? [];
  if (day === undefined || time === undefined) return undefined;
  return { day, time, offset: offset ?? '' };
}
