/** The document of an import, for a person at a terminal. */
import type { ImportDocument, ImportItem } from '../../contract/import.ts';
import { formatExactTime } from '../../domain/results/finish-time.ts';

/** The most lines of each list; `--json` has all. */
const MAX_LINES = 40;

/** What the import did or would do, what it left out, and what prevents it. */
export function importText(document: ImportDocument): string {
  const { items, skipped, wrong, notes, questions } = document;
  const changed = items.filter(({ outcome }) => outcome === 'changed');
  return [
    ...startsOf(document),
    countsOf(items),
    ...listed('Changed:', changed.map(changeOf)),
    ...listed(
      'Left as it is:',
      skipped.map((each) => `${placeOf(each)}${each.reason}`),
    ),
    ...listed(
      'Notes:',
      notes.map((each) => `${placeOf(each)}${each.text}`),
    ),
    ...listed(
      'Wrong:',
      wrong.map((each) => `${placeOf(each)}${each.reason}`),
    ),
    ...listed('Questions:', questions.flatMap(questionLines)),
    ...(questions.length > 0 ? [exampleOf(questions)] : []),
    ...conclusionOf(document),
  ].join('\n');
}

/** Questions whose answers can correct nothing in a row but its time. */
const MENDING_NOTHING: readonly string[] = ['zone', 'times', 'raceNumbers', 'overwriteResults'];

/** The exit status, and why nothing was written, in one line; `undefined` where nothing prevents it. */
export function objectionOf(document: ImportDocument): { status: 1 | 3; line: string } | undefined {
  const { questions, wrong, changedMeanwhile } = document;
  const rows = wrong.length > 0 ? `Nothing is written: ${wrongLine(wrong)}` : '';
  if (questions.length > 0) {
    const ids = questions.map(({ id }) => id).join(', ');
    const isFinal =
      questions.every(({ id }) => MENDING_NOTHING.includes(id)) &&
      wrong.some(({ column }) => column !== 'time');
    if (isFinal) {
      const line = `${rows} Mend what is wrong first; no answer does. There are questions, too: ${ids}.`;
      return { status: 1, line };
    }
    if (rows !== '') {
      const line = `${rows} What is wrong must be mended, unless an answer changes how it is read. Answer with --answers FILE: ${ids}.`;
      return { status: 3, line };
    }
    return {
      status: 3,
      line: `Nothing is written before these are answered with --answers FILE: ${ids}.`,
    };
  }
  if (rows !== '') return { status: 1, line: rows };
  if (changedMeanwhile) {
    return {
      status: 1,
      line: 'Nothing is written, because the event has changed meanwhile: look again, and import again.',
    };
  }
  return undefined;
}

function wrongLine(wrong: ImportDocument['wrong']): string {
  const [first] = wrong;
  const more = wrong.length > 1 ? ` There are ${wrong.length - 1} more.` : '';
  return `${first ? placeOf(first) + sentence(first.reason) : ''}${more}`;
}

function startsOf({ firstRace, lastRace }: ImportDocument): string[] {
  if (!firstRace || !lastRace) return [];
  const told = ({ race, local }: typeof firstRace) => `race ${race}, ${local}`;
  return [`First: ${told(firstRace)}. Last: ${told(lastRace)}.`];
}

const KINDS: Record<ImportItem['kind'], [one: string, many: string]> = {
  crew: ['crew', 'crews'],
  race: ['race', 'races'],
  lane: ['lane', 'lanes'],
  result: ['result', 'results'],
};

function countsOf(items: readonly ImportItem[]): string {
  const said = (['new', 'changed', 'same'] as const).map((outcome) => {
    const counts = Object.entries(KINDS).flatMap(([kind, [one, many]]) => {
      const { length } = items.filter((item) => item.kind === kind && item.outcome === outcome);
      return length === 0 ? [] : `${length} ${length === 1 ? one : many}`;
    });
    return `${outcome === 'same' ? 'the same' : outcome}: ${counts.join(', ') || 'nothing'}`;
  });
  const line = said.join('; ');
  return `${line.charAt(0).toUpperCase()}${line.slice(1)}.`;
}

function changeOf({ race, position, crew, changes }: ImportItem): string {
  const what = [
    ...(race === undefined ? [] : [`race ${race}`]),
    ...(position === undefined ? [] : [`position ${position}`]),
    ...(crew === undefined ? [] : [crew]),
  ].join(', ');
  const values = changes.map(
    ({ property, from, to }) =>
      `${property} ${valueText(property, from)} → ${valueText(property, to)}`,
  );
  return `${what}: ${values.join(', ')}`;
}

function valueText(property: string, value: unknown): string {
  if (property === 'finishTimeMillis' && typeof value === 'number') return formatExactTime(value);
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function placeOf({
  file,
  row,
  ...more
}: {
  file?: string;
  row: number | null;
  column?: string | null;
}): string {
  const parts = [
    ...(file === undefined ? [] : [file]),
    ...(row === null ? [] : [`row ${row}`]),
    ...(more.column ? [`column ${more.column}`] : []),
  ];
  return parts.length > 0 ? `${parts.join(', ')}: ` : '';
}

function questionLines({
  id,
  text,
  proposed,
  options,
  where,
}: ImportDocument['questions'][number]): string[] {
  const possible = options
    ? `; possible: ${options.map((option) => JSON.stringify(option)).join(', ')}`
    : '';
  const likely =
    proposed === null ? 'nothing is proposed' : `proposed: ${JSON.stringify(proposed)}`;
  return [`${id}${where === undefined ? '' : ` (${where})`}: ${text}`, `  ${likely}${possible}`];
}

function exampleOf(questions: ImportDocument['questions']): string {
  const answers = Object.fromEntries(questions.map(({ id, proposed }) => [id, proposed]));
  return `Answer them in a file, for instance ${JSON.stringify(answers)}, and name it with --answers FILE.`;
}

function conclusionOf(document: ImportDocument): string[] {
  const { dryRun, written, entryId, items, format } = document;
  if (written) {
    const what = format === 'event' ? 'all but its days, zone, look and notices' : 'all of it';
    return [`Imported; running-order history undo --entry ${entryId} takes ${what} back.`];
  }
  if (objectionOf(document)) return [];
  if (items.every(({ outcome }) => outcome === 'same')) return ['There is nothing to do.'];
  return dryRun ? ['Nothing is written yet: this was a dry run.'] : [];
}

function listed(heading: string, lines: readonly string[]): string[] {
  if (lines.length === 0) return [];
  const more = lines.length - MAX_LINES;
  return [
    heading,
    ...lines.slice(0, MAX_LINES).map((line) => `  ${line}`),
    ...(more > 0 ? [`  and ${more} more lines; --json has all`] : []),
  ];
}

function sentence(text: string): string {
  return text.endsWith('.') ? text : `${text}.`;
}
