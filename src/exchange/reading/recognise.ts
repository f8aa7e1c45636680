/**
 * Recognises the format of a file, by its content first and then by its name; and which files of a folder are not to be read:
 * pictures, notes, back-ups, locks. Pure.
 */
import { MAX_IMPORT_FILE_BYTES } from '../../contract/limits.ts';
import { isPortalJson } from '../drv/read-drv.ts';
import { isRaceClockerFeed } from '../raceclocker.ts';
import { textTableFormat } from '../tables/read-text-table.ts';
import { decodeText, isJsonObject, parseJson } from '../text/text.ts';
import { rootOf } from '../text/xml.ts';
import { isWebscorer } from '../webscorer.ts';
import { EVENT_COLUMNS } from '../writers/event-table.ts';
import {
  type Format,
  type NamedFile,
  type Question,
  type Unreadable,
  UnreadableError,
} from './reading.ts';

/** `question` asks for the format, which is one of its options. */
type Recognised = { format: Format } | { question: Question } | Unreadable;

const FROM_A_SPREADSHEET = 'Open it in a spreadsheet program and save it as .xlsx, or as CSV.';
const OTHER_FILES: readonly { start: readonly number[]; found: Unreadable }[] = [
  {
    start: [0xd0, 0xcf, 0x11, 0xe0],
    found: {
      unreadable:
        'This is an old Excel file (.xls) or a workbook with a password. Save it as .xlsx without a password, or as CSV.',
      fault: 'old-excel',
    },
  },
  {
    start: [0x25, 0x50, 0x44, 0x46],
    found: {
      unreadable:
        'This is a PDF, which has no table to read. Import the table that it was made from.',
      fault: 'pdf',
    },
  },
];
const ZIP_START = [0x50, 0x4b, 0x03, 0x04];
const SNIFFED_BYTES = 64 * 1024;

/** @returns the format; a question where several are possible; a sentence where nothing reads such a file */
export function recognise(file: NamedFile): Recognised {
  const { bytes, name } = file;
  const other = otherFile(bytes);
  if (other) return other.found;
  if (begins(bytes, ZIP_START)) return { format: 'xlsx' };
  if (/\.(lif|evt|sch|ppl)$/i.test(name)) return { format: 'finishlynx' };
  const text = decodeText(bytes.subarray(0, SNIFFED_BYTES)).text;
  const start = text.trimStart();
  if (start === '') return { unreadable: 'The file is empty.', fault: 'empty' };
  if (start.startsWith('<')) return recogniseXml(bytes);
  const document = /^[[{]/.test(start) ? jsonOf(bytes) : undefined;
  if (document !== undefined) return recogniseJson(document);
  // A table can begin with a bracket, too.
  if (/^[[{]/.test(start) && !/\.(csv|tsv|txt)$/i.test(name)) return BROKEN_JSON;
  if (isNoText(text))
    return unknownFormat(`The file is no text and no workbook. ${FROM_A_SPREADSHEET}`);
  return recogniseText(file, text);
}

/** Whether a file is neither text nor a workbook, as pictures are; judged by its first bytes. */
function isBinary(bytes: Uint8Array): boolean {
  if (otherFile(bytes)) return true;
  const { text } = decodeText(bytes.subarray(0, SNIFFED_BYTES));
  return !begins(bytes, ZIP_START) && isNoText(text);
}

function otherFile(bytes: Uint8Array): (typeof OTHER_FILES)[number] | undefined {
  return OTHER_FILES.find(({ start }) => begins(bytes, start));
}

const OWN_START = EVENT_COLUMNS.slice(0, 2).join();

/** Whether more than 1 % of a text are control characters; our own table may have any of them in its texts. */
function isNoText(text: string): boolean {
  return !text.startsWith(OWN_START) && countControls(text) > text.length / 100;
}

/** Counts characters that no text has. Those from U+0080 on are not counted: Shift_JIS looks like them before it is decoded. */
function countControls(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code < 9 || (code > 13 && code < 32)) count += 1;
  }
  return count;
}

function begins(bytes: Uint8Array, start: readonly number[]): boolean {
  return start.every((byte, index) => bytes[index] === byte);
}

function recogniseXml(bytes: Uint8Array): Recognised {
  const root = rootOf(bytes)?.toLowerCase();
  if (root === undefined) return BROKEN_XML;
  if (root === 'regatta-meldungen') return { format: 'drv' };
  if (root === 'ergebnisse')
    return {
      unreadable:
        'This file has results for the association, which Running Order writes and does not read. Import the entries (Meldungen) instead.',
    };
  if (root === 'canoe123data')
    return {
      unreadable: 'Files of Canoe123 cannot be read yet. Export the results as a table (CSV).',
    };
  if (root === 'html' || root === 'table' || root === 'workbook')
    return unknownFormat(`This is a web page or a table saved as one. ${FROM_A_SPREADSHEET}`);
  return unknownFormat(
    'This XML is no list of entries that can be read: its outermost element should be regatta-meldungen.',
  );
}

function unknownFormat(unreadable: string): Unreadable {
  return { unreadable, fault: 'unknown-format' };
}

const BROKEN_XML: Unreadable = {
  unreadable: 'The file is no complete XML. Download it again, and do not edit it.',
  fault: 'damaged',
};

const BROKEN_JSON: Unreadable = {
  unreadable: 'The file is no complete JSON. Download it again, and do not edit it.',
  fault: 'damaged',
};

function recogniseJson(document: unknown): Recognised {
  if (isRaceClockerFeed(document)) return { format: 'raceclocker' };
  if (isJsonObject(document)) {
    if (document.format === 'running-order-event') return { format: 'event' };
    if (isPortalJson(document)) return { format: 'drv' };
    if (isJsonObject(document.regattaInfo)) return { format: 'crewtimer' };
  }
  return unknownFormat(
    'This JSON comes from no program that can be read: CrewTimer, RaceClocker, the portal of the German association, or Running Order itself. Export a table (CSV) instead.',
  );
}

function jsonOf(bytes: Uint8Array): unknown {
  try {
    return parseJson(bytes);
  } catch (error) {
    if (error instanceof UnreadableError) return undefined;
    throw error;
  }
}

/** A header of FinishLynx: event, round, heat, and the start of the race in its eleventh field or a little later. */
const LIF_HEADER =
  /^[^,]{1,10},[^,]{0,20},\d{0,3},(?:[^,]*,){7,10}\d{1,2}:\d{2}:\d{2}(?:\.\d{1,4})?(?:,|$)/;
/** Event, round, heat and a name; it may be without the start. */
const LIF_START = /^\d{1,4}[A-Za-z]?,[^,]{0,20},\d{0,3},[^,\d]/;
/** Place, id and lane. */
const LIF_ROW = /^(?:\d{1,3}|[A-Za-z]{1,7})?,[^,]{0,20},\d{0,3},(?:[^,]*,){3}/;
/** No line of a result is longer; the limit keeps the regular expressions fast. */
const MAX_LINE_LENGTH = 1000;
const LIF_OR_TABLE: Question = {
  id: 'format',
  text: 'The file has no headings. Is it a result of FinishLynx, or a table?',
  proposed: 'finishlynx',
  options: ['finishlynx', 'csv'],
};

/** @param text the beginning of the file */
function recogniseText(file: NamedFile, text: string): { format: Format } | { question: Question } {
  const [first = '', second = ''] = text
    .split(/[\r\n]+/, 2)
    .map((line) => line.slice(0, MAX_LINE_LENGTH));
  if (LIF_HEADER.test(first)) return { format: 'finishlynx' };
  if (isWebscorer(text)) return { format: 'webscorer' };
  const format = textTableFormat(file);
  const isPerhaps = format === 'csv' && LIF_START.test(first) && LIF_ROW.test(second);
  return isPerhaps ? { question: LIF_OR_TABLE } : { format };
}

/** A file that is left out, and why. */
export interface SkippedFile {
  name: string;
  reason: string;
}

/** Programs leave these beside their files (formats.md §6.2, requirement 2). */
const LEFT_BEHIND = /^[.~]|~$|\.(bak|tmp|lock|lck)$/i;
/** A file with such a name is meant to be read, whatever its content is. */
const OWN_ENDING = /\.(lif|evt|csv|tsv|xlsx|xlsm|xls)$/i;

const NO_FORMAT = 'It is no file of a format that is read.';

/** @returns why a file is not even opened; `undefined` if it may have to be read */
export function whyNotOpened({ name, size }: { name: string; size: number }): string | undefined {
  if (LEFT_BEHIND.test(name)) return 'It is a back-up, a lock or a temporary file by its name.';
  const isOther =
    size > MAX_IMPORT_FILE_BYTES && !OWN_ENDING.test(name) && !/\.(json|xml)$/i.test(name);
  return isOther ? 'It is larger than 5 MiB, and not called like a file that is read.' : undefined;
}

/** @returns why a file is not to be read, by its name and its beginning */
export function whyNotRead({ name, bytes }: NamedFile): string | undefined {
  const reason = whyNotOpened({ name, size: bytes.length });
  return reason ?? (isBinary(bytes) && !OWN_ENDING.test(name) ? NO_FORMAT : undefined);
}

/**
 * @param unreadable the reason that its reader gives
 * @returns why the other files are read without it; `undefined` if it is a damaged file of a known format
 */
export function whyOfNoFormat(file: NamedFile, unreadable: string): string | undefined {
  // These files cannot be read without their .evt.
  if (/\.(sch|ppl)$/i.test(file.name)) return unreadable;
  const found = recognise(file);
  if (/\.(json|xml)$/i.test(file.name)) {
    const isDamaged = 'format' in found || found === BROKEN_JSON || found === BROKEN_XML;
    return isDamaged ? undefined : unreadable;
  }
  const looksLikeAny = 'format' in found && found.format !== 'csv' && found.format !== 'xlsx';
  return 'question' in found || looksLikeAny || OWN_ENDING.test(file.name) ? undefined : NO_FORMAT;
}
