/** Imports files of other programs into an event. */
import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { ImportDocument } from '../../contract/import.ts';
import { MAX_IMPORT_FILE_BYTES } from '../../contract/limits.ts';
import { errorMessage, Refusal } from '../../domain/refusal.ts';
import {
  type Answers,
  FORMATS,
  type NamedFile,
  QUESTION_IDS,
  type Unreadable,
} from '../../exchange/reading/reading.ts';
import { type SkippedFile, whyNotOpened, whyNotRead } from '../../exchange/reading/recognise.ts';
import { isJsonObject } from '../../exchange/text/text.ts';
import { commandLine } from '../../operations/actor.ts';
import { documentOfRefusal } from '../../operations/import/import-document.ts';
import { importFiles } from '../../operations/import/import-files.ts';
import {
  type Command,
  CommandFailed,
  type Context,
  type Outcome,
  personAtTerminal,
  readId,
  UsageError,
  type Values,
  withDatabase,
} from '../command.ts';
import { refused } from '../perform.ts';
import { importText, objectionOf } from './import-text.ts';

export const importCommand: Command = {
  name: 'import',
  summary:
    'read files of other programs, or a folder of them, or - for standard input: crews, races, draws, results',
  options: { event: 'EVENT', as: 'FORMAT', answers: 'FILE' },
  optional: ['as', 'answers'],
  flags: ['dry-run', 'forget'],
  words: 'FILE…',
  // The event is not known, or its id may be wrong.
  usageErrorDocument: (reason) => ({
    ...documentOfRefusal({ eventId: 0, format: null, layout: null, dryRun: false }, reason),
    eventId: null,
  }),
  run: async (values, context, words = []) => {
    if (words.length === 0) throw new UsageError('Say which FILE to import.', importCommand);
    const format = FORMATS.find((each) => each === values.as);
    if (values.as !== undefined && !format) {
      throw new UsageError(`--as must be one of ${FORMATS.join(', ')}.`, importCommand);
    }
    const answers = await readAnswers(values.answers);
    const document = await importWords(values, context, words, { format, answers });
    return outcomeOf(document);
  },
};

async function importWords(
  values: Values,
  context: Context,
  words: readonly string[],
  given: Pick<Parameters<typeof importFiles>[2], 'format' | 'answers'>,
): Promise<ImportDocument> {
  const eventId = readEventId(values.event);
  const dryRun = values['dry-run'] !== undefined;
  const head = { eventId, format: null, layout: null, dryRun };
  const input = await readInput(words);
  if ('unreadable' in input) return documentOfRefusal(head, input.unreadable);
  const done = await withDatabase(context, (database) =>
    importFiles(
      { database, settings: context.settings },
      { actor: commandLine(personAtTerminal()), eventId, isPreview: dryRun },
      { ...given, ...input, forget: values.forget !== undefined },
    ),
  );
  return done instanceof Refusal ? documentOfRefusal(head, refused(done, eventId).message) : done;
}

/** @throws UsageError where it is no id */
function readEventId(text: string | undefined): number {
  try {
    return readId('event', text);
  } catch (error) {
    throw error instanceof CommandFailed ? new UsageError(error.message, importCommand) : error;
  }
}

function outcomeOf(document: ImportDocument): Outcome {
  const objection = objectionOf(document);
  // Where nothing could be read, there is only the objection to show.
  const isPlanned = document.preview !== '';
  const text = isPlanned ? importText(document) : '';
  return { json: document, text, ...(objection && { failure: objection }) };
}

/** The files that the arguments name. */
interface Input {
  files: NamedFile[];
  /** The other files of the folders. */
  skipped: SkippedFile[];
}

/** Reads the files that the arguments name: those in a folder, or standard input for `-`. */
async function readInput(words: readonly string[]): Promise<Input | Unreadable> {
  const input: Input = { files: [], skipped: [] };
  for (const word of words) {
    const read = word === '-' ? await readStandardInput() : await readPath(word);
    if ('unreadable' in read) return read;
    input.files.push(...read.files);
    input.skipped.push(...read.skipped);
  }
  const [first] = input.skipped;
  if (input.files.length > 0) return input;
  const others = first ? ` that can be read. ${first.name}: ${first.reason}` : '.';
  return { unreadable: `There is no file in the folder${others}` };
}

async function readPath(path: string): Promise<Input | Unreadable> {
  try {
    const found = await stat(path);
    return found.isDirectory() ? await readFolder(path) : await readOne(path, found.size);
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    const reason = isMissing ? 'there is no such file' : errorMessage(error);
    return { unreadable: `${path} cannot be read: ${reason}.` };
  }
}

async function readFolder(path: string): Promise<Input | Unreadable> {
  const input: Input = { files: [], skipped: [] };
  const entries = await readdir(path, { withFileTypes: true });
  for (const { name } of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const file = join(path, name);
    const { size, ...found } = await sizeOf(file);
    const reason = found.reason ?? whyNotOpened({ name, size });
    if (reason !== undefined) {
      input.skipped.push({ name, reason });
      continue;
    }
    const read = await readOne(file, size);
    if ('unreadable' in read) return read;
    for (const each of read.files) {
      // Not kept, so that a folder of pictures takes no memory.
      const why = whyNotRead(each);
      if (why === undefined) input.files.push(each);
      else input.skipped.push({ name, reason: why });
    }
  }
  return input;
}

/** @returns the size; 0 and a reason where the path is no file */
async function sizeOf(path: string): Promise<{ size: number; reason?: string }> {
  const found = await stat(path).catch(() => undefined);
  if (found?.isFile()) return { size: found.size };
  const reason = found?.isDirectory() ? 'It is a folder in the folder.' : 'It is no file.';
  return { size: 0, reason };
}

async function readOne(path: string, size: number): Promise<Input | Unreadable> {
  if (size > MAX_IMPORT_FILE_BYTES) return tooLarge(path);
  return { files: [{ name: basename(path), bytes: await readFile(path) }], skipped: [] };
}

async function readStandardInput(): Promise<Input | Unreadable> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of process.stdin) {
    chunks.push(chunk as Buffer);
    size += (chunk as Buffer).length;
    if (size > MAX_IMPORT_FILE_BYTES) return tooLarge('Standard input');
  }
  return { files: [{ name: 'standard input', bytes: Buffer.concat(chunks) }], skipped: [] };
}

function tooLarge(what: string): Unreadable {
  const mebibytes = MAX_IMPORT_FILE_BYTES / 1024 / 1024;
  return { unreadable: `${what} is larger than ${mebibytes} MiB: import a part of it.` };
}

/** @throws UsageError when the file holds no answers */
async function readAnswers(path: string | undefined): Promise<Answers> {
  if (path === undefined) return {};
  const answers: unknown = await readFile(path, 'utf8')
    .then((text) => JSON.parse(text.replace(/^\ufeff/, '')))
    .catch(() => undefined);
  if (!isJsonObject(answers)) {
    throw new UsageError(
      `--answers must name a file with a JSON object: ${path} is none.`,
      importCommand,
    );
  }
  const ids: readonly string[] = QUESTION_IDS;
  const unknown = Object.keys(answers).find((id) => !ids.includes(id));
  if (unknown !== undefined) {
    throw new UsageError(
      `--answers: there is no question ${JSON.stringify(unknown)}; there are ${ids.join(', ')}.`,
      importCommand,
    );
  }
  return answers;
}
