/** Reads the files of one import, each by the reader of its format. Pure. */
import { MAX_IMPORT_FILE_BYTES } from '../../contract/limits.ts';
import { readDrv } from '../drv/read-drv.ts';
import { readEventFile } from '../event-file.ts';
import { readLif } from '../finishlynx/read-lif.ts';
import { readStartList } from '../finishlynx/read-start-list.ts';
import { readRaceClocker } from '../raceclocker.ts';
import {
  readCrewTimer,
  readCsv,
  readRegattaCentral,
  readTimeTeam,
} from '../tables/read-text-table.ts';
import { readWebscorer } from '../webscorer.ts';
import { readXlsx } from '../xlsx/read-xlsx.ts';
import { mergeAnswers } from './inquiry.ts';
import {
  type Answers,
  type EventFacts,
  FORMATS,
  type Format,
  type NamedFile,
  type Reader,
  type ReadFile,
  type Unreadable,
} from './reading.ts';
import { recognise, type SkippedFile, whyNotRead, whyOfNoFormat } from './recognise.ts';

/** What is to be read, and what is known about it. */
export interface ReadJob {
  files: readonly NamedFile[];
  /** From `--as`; `undefined`: the format of each file is recognised. */
  format?: Format | undefined;
  /** The answers given with this import. */
  answers: Answers;
  /** The answers of earlier imports, by layout. */
  remembered?: Readonly<Record<string, Answers>>;
  event: EventFacts;
}

/** The files of one transaction, start lists before results. */
export type FilesRead =
  | { files: readonly { name: string; read: ReadFile }[]; skipped: readonly SkippedFile[] }
  | Unreadable;

const MAX_FILES = 1000;
const MAX_TOTAL_BYTES = 4 * MAX_IMPORT_FILE_BYTES;

/**
 * Reads all files, or returns why the first unreadable one cannot be read. Of several files, those of no known format are
 * skipped as long as another one can be read. Never throws.
 */
export function readFiles(job: ReadJob): FilesRead {
  const read = readAll(job);
  if (!job.event.hasNoRaces || 'unreadable' in read) return read;
  // If there is a programme, the results create no races, and so have no days that need dates.
  const hasProgramme = read.files.some((file) => file.read.reading?.carries.races);
  return hasProgramme ? readAll({ ...job, event: { ...job.event, hasNoRaces: false } }) : read;
}

function readAll(job: ReadJob): FilesRead {
  const isOne = job.files.length === 1;
  const skipped: SkippedFile[] = [];
  const files = job.files.filter((file) => {
    const reason = isOne ? undefined : whyNotRead(file);
    if (reason !== undefined) skipped.push({ name: file.name, reason });
    return reason === undefined;
  });
  const refused = refuseSizes(files, job.files);
  if (refused) return refused;
  const read: { name: string; read: ReadFile }[] = [];
  for (const { name, ...source } of sourcesOf(files)) {
    const found = readSource({ name, ...source }, job);
    if (!('unreadable' in found)) {
      read.push({ name, read: found });
      continue;
    }
    if (isOne) return found;
    const reason = whyOfNoFormat(source.file, found.unreadable);
    if (reason === undefined)
      return { ...found, unreadable: `${name}: ${found.unreadable}`, file: name };
    skipped.push({ name, reason });
  }
  const [first] = skipped;
  if (first && read.length === 0) return { unreadable: `${first.name}: ${first.reason}` };
  return { files: read.toSorted((a, b) => rankOf(a.read) - rankOf(b.read)), skipped };
}

/** The order of import: races, then draws, then results. A `.lif` comes last, because it never creates a race. */
function rankOf({ reading, format }: ReadFile): number {
  if (reading?.carries.races) return 0;
  if (reading?.carries.draw) return 1;
  return format === 'finishlynx' ? 3 : 2;
}

function refuseSizes(
  files: readonly NamedFile[],
  given: readonly NamedFile[],
): Unreadable | undefined {
  if (given.length === 0) return { unreadable: 'There is no file to read.' };
  if (files.length > MAX_FILES)
    return {
      unreadable: `There are ${files.length} files; at most ${MAX_FILES} are read at once.`,
    };
  const large = files.find(({ bytes }) => bytes.length > MAX_IMPORT_FILE_BYTES);
  if (large) {
    const unreadable = `${large.name} is larger than 5 MiB. Import a part of it.`;
    return { unreadable, fault: 'too-large' };
  }
  const total = files.reduce((sum, { bytes }) => sum + bytes.length, 0);
  return total > MAX_TOTAL_BYTES
    ? {
        unreadable: 'The files are larger than 20 MiB together. Import them in parts.',
        fault: 'too-large',
      }
    : undefined;
}

/** A file, or the three files of a start list of FinishLynx. */
interface Source {
  name: string;
  file: NamedFile;
  isStartList: boolean;
  sch?: NamedFile | undefined;
  ppl?: NamedFile | undefined;
}

function sourcesOf(files: readonly NamedFile[]): Source[] {
  const ended = (ending: string) => files.filter(({ name }) => name.toLowerCase().endsWith(ending));
  const [evt, sch, ppl] = [ended('.evt'), ended('.sch'), ended('.ppl')];
  const beside = (file: NamedFile, others: readonly NamedFile[]) =>
    others.find(({ name }) => stemOf(name) === stemOf(file.name)) ??
    (evt.length === 1 ? others[0] : undefined);
  const isPart = (file: NamedFile) => evt.length > 0 && (sch.includes(file) || ppl.includes(file));
  return files
    .filter((file) => !isPart(file))
    .map((file) => {
      const isStartList = evt.includes(file);
      const parts = isStartList && { sch: beside(file, sch), ppl: beside(file, ppl) };
      return { name: file.name, file, isStartList, ...parts };
    });
}

function stemOf(name: string): string {
  return name.toLowerCase().replace(/\.[^.]*$/, '');
}

/** Reads a file twice if there are remembered answers: its layout is only known after the first time. */
function readSource(source: Source, job: ReadJob): ReadFile | Unreadable {
  const first = readOnce(source, job, job.answers);
  const remembered = 'unreadable' in first ? undefined : job.remembered?.[first.layout];
  return remembered ? readOnce(source, job, mergeAnswers(remembered, job.answers)) : first;
}

function readOnce(source: Source, job: ReadJob, answers: Answers): ReadFile | Unreadable {
  const { file, isStartList, sch, ppl } = source;
  if (isStartList)
    return readStartList({ evt: file.bytes, sch: sch?.bytes, ppl: ppl?.bytes }, answers);
  if (/\.(sch|ppl)$/i.test(file.name))
    return {
      unreadable:
        'The file belongs to a start list of FinishLynx. Import it together with its .evt file.',
    };
  const found = recognise(file);
  if ('unreadable' in found) return found;
  const isWorkbook = 'format' in found && found.format === 'xlsx';
  const said = job.format ?? FORMATS.find((format) => format === answers.format);
  const format = said ?? ('format' in found ? found.format : undefined);
  if (isWorkbook) return readXlsx(file, format ?? 'xlsx', answers, job.event);
  if (format === 'xlsx') return { unreadable: 'The file is no workbook (.xlsx).' };
  if (format === 'event') {
    return { format, layout: 'event', questions: [], reading: null, whole: readEventFile(file) };
  }
  if (format) return READERS[format](file, answers, job.event);
  const questions = 'question' in found ? [found.question] : [];
  return { format: 'csv', layout: 'unknown', questions, reading: null };
}

const READERS: Readonly<Record<Exclude<Format, 'xlsx' | 'event'>, Reader>> = {
  csv: readCsv,
  finishlynx: readLif,
  crewtimer: readCrewTimer,
  regattacentral: readRegattaCentral,
  'time-team': readTimeTeam,
  drv: readDrv,
  raceclocker: readRaceClocker,
  webscorer: readWebscorer,
};
