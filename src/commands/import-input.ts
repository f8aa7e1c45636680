/** What an import is given on the command line: files, folders, standard input, and answers. */
import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { QUESTION_IDS } from '../exchange/questions.ts';
import type { Answers, NamedFile, Unreadable } from '../exchange/reading.ts';
import { MAX_FILE_BYTES } from '../exchange/tables/table.ts';
import { type Command, WrongCall } from './command.ts';

/** Reads what the words name: a folder stands for the files in it, `-` for standard input. */
export async function readInput(words: readonly string[]): Promise<NamedFile[] | Unreadable> {
  const files: NamedFile[] = [];
  for (const word of words) {
    const read = word === '-' ? await readStandardInput() : await readPath(word);
    if ('unreadable' in read) return read;
    files.push(...read);
  }
  return files.length > 0 ? files : { unreadable: 'There is no file in the folder.' };
}

async function readPath(path: string): Promise<NamedFile[] | Unreadable> {
  try {
    const found = await stat(path);
    if (!found.isDirectory()) return await readOne(path, found.size);
    const entries = await readdir(path, { withFileTypes: true });
    const names = entries
      .filter((entry) => entry.isFile() && !/^[.~]/.test(entry.name))
      .map(({ name }) => name)
      .sort();
    const files: NamedFile[] = [];
    for (const name of names) {
      const file = join(path, name);
      const read = await readOne(file, (await stat(file)).size);
      if ('unreadable' in read) return read;
      files.push(...read);
    }
    return files;
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    const reason = isMissing
      ? 'there is no such file'
      : String(error instanceof Error ? error.message : error);
    return { unreadable: `${path} cannot be read: ${reason}.` };
  }
}

async function readOne(path: string, size: number): Promise<NamedFile[] | Unreadable> {
  if (size > MAX_FILE_BYTES) return tooLarge(path);
  return [{ name: basename(path), bytes: await readFile(path) }];
}

async function readStandardInput(): Promise<NamedFile[] | Unreadable> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of process.stdin) {
    chunks.push(chunk as Buffer);
    size += (chunk as Buffer).length;
    if (size > MAX_FILE_BYTES) return tooLarge('Standard input');
  }
  return [{ name: 'standard input', bytes: Buffer.concat(chunks) }];
}

function tooLarge(what: string): Unreadable {
  const mebibytes = MAX_FILE_BYTES / 1024 / 1024;
  return { unreadable: `${what} is larger than ${mebibytes} MiB: import a part of it.` };
}

/** @throws WrongCall when the file holds no answers */
export async function readAnswers(path: string | undefined, command: Command): Promise<Answers> {
  if (path === undefined) return {};
  let answers: unknown;
  try {
    answers = JSON.parse((await readFile(path, 'utf8')).replace(/^\ufeff/, ''));
  } catch {
    throw new WrongCall(`--answers must name a file with a JSON object: ${path} is none.`, command);
  }
  if (typeof answers !== 'object' || answers === null || Array.isArray(answers)) {
    throw new WrongCall(`--answers must name a file with a JSON object: ${path} is none.`, command);
  }
  const ids: readonly string[] = QUESTION_IDS;
  const unknown = Object.keys(answers).find((id) => !ids.includes(id));
  if (unknown !== undefined) {
    throw new WrongCall(
      `--answers: there is no question ${JSON.stringify(unknown)}; there are ${ids.join(', ')}.`,
      command,
    );
  }
  return answers;
}
