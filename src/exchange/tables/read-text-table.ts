/** Readers of text tables: CSV, TSV, pasted cells, and the CSV files of timing programs (formats.md §2 to §5). */
import { MAX_IMPORT_FILE_BYTES } from '../../contract/limits.ts';
import { readCrewTimerJson } from '../crewtimer/read-json.ts';
import type {
  Answers,
  EventFacts,
  Format,
  NamedFile,
  Reader,
  ReadFile,
  Unreadable,
} from '../reading/reading.ts';
import { decodeText } from '../text/text.ts';
import { splitText } from './cells/split-text.ts';
import { findHeader } from './columns/header.ts';
import { formatByHeadings } from './columns/table-formats.ts';
import { readTable } from './read-table.ts';

/** The encodings from which a person can choose; code page 850 has no decoder. */
const ENCODINGS = ['utf-8', 'windows-1252', 'shift_jis', 'utf-16le', 'utf-16be'] as const;
type Encoding = (typeof ENCODINGS)[number];

/** Reads any text table that is of no other format. */
export const readCsv = readerOf('csv');

/** Reads RegattaCentral's "boats" sheet as CSV. */
export const readRegattaCentral = readerOf('regattacentral');

/** Reads Time-Team's CSV. */
export const readTimeTeam = readerOf('time-team');

/** Reads the results JSON, the results CSV and the line-up CSV of CrewTimer. */
export const readCrewTimer: Reader = (file, answers, event) => {
  const start = decodeText(file.bytes.subarray(0, 64)).text.trimStart();
  if (start.startsWith('{')) return readCrewTimerJson(file, answers, event);
  return readTextTable(file, 'crewtimer', { answers, event });
};

function readerOf(format: Format): Reader {
  return (file, answers, event) => readTextTable(file, format, { answers, event });
}

/** Which program a text table is of, by its headings; `csv` where it is a table of another kind, or none. */
export function textTableFormat(file: NamedFile): Format {
  if (file.bytes.length > MAX_IMPORT_FILE_BYTES) return 'csv';
  const table = splitText(withoutNul(decodeText(file.bytes).text), file.name);
  const header = 'unreadable' in table ? undefined : findHeader(table);
  return header ? formatByHeadings(header) : 'csv';
}

function readTextTable(
  file: NamedFile,
  format: Format,
  { answers, event }: { answers: Answers; event: EventFacts },
): ReadFile | Unreadable {
  const { bytes, name } = file;
  if (bytes.length > MAX_IMPORT_FILE_BYTES) return TOO_LARGE;
  if (bytes.length === 0) return { unreadable: 'The file is empty.', fault: 'empty' };
  const said = ENCODINGS.find((encoding) => encoding === answers.encoding);
  const decoded = decodeText(bytes, said);
  const table = splitText(withoutNul(decoded.text), name);
  if ('unreadable' in table) return table;
  const read = readTable(table, format, answers, event);
  if ('unreadable' in read) return read;
  const notes = [...encodingNotes(decoded), ...(read.reading?.notes ?? [])];
  const reading = read.reading && { ...read.reading, notes };
  const isAsked = said === undefined && decoded.isDoubtful;
  const questions = isAsked ? [encodingQuestion(decoded), ...read.questions] : read.questions;
  return { ...read, questions, reading };
}

const TOO_LARGE: Unreadable = {
  unreadable:
    'The file has more than 5 MiB. Split it, each race within one file, or leave out what is no race and no crew.',
  fault: 'too-large',
};

interface Decoded {
  text: string;
  encoding: Encoding;
}

function encodingQuestion({ text, encoding }: Decoded) {
  return {
    id: 'encoding' as const,
    text: 'The file has bytes that stand for no letter in its encoding. In which encoding was it saved?',
    proposed: encoding === 'windows-1252' ? 'shift_jis' : 'windows-1252',
    options: ENCODINGS,
    where: foreignLine(text),
  };
}

/** Notes on lost characters and on an encoding that was guessed: a line with such letters shows whether the guess is right. */
function encodingNotes({ text, encoding }: Decoded) {
  const notes = text.includes('\0')
    ? [
        {
          row: 1,
          text: 'Characters NUL were left out: the program that wrote the file has lost letters there.',
        },
      ]
    : [];
  const line = encoding === 'utf-8' || encoding.startsWith('utf-16') ? '' : foreignLine(text);
  if (line === '') return notes;
  return [
    ...notes,
    {
      row: 1,
      text: `The file was read as ${encoding}; see whether its letters are right: ${line}`,
    },
  ];
}

const SHOWN_LETTERS = 60;

/** The first line with a letter beyond ASCII. */
function foreignLine(text: string): string {
  const at = text.search(/[^\0-\x7f]/);
  if (at === -1) return '';
  const before = text.slice(Math.max(0, at - SHOWN_LETTERS), at).split(/[\r\n]/);
  const [behind = ''] = text.slice(at, at + SHOWN_LETTERS).split(/[\r\n]/);
  return `${before.at(-1)}${behind}`;
}

function withoutNul(text: string): string {
  return text.includes('\0') ? text.replaceAll('\0', '') : text;
}
