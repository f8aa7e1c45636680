/** What a folder holds besides the files to be read: pictures, notes, back-ups, locks. Pure. */
import { MAX_FILE_BYTES } from '../tables/table.ts';
import type { NamedFile } from './reading.ts';
import { BROKEN_JSON, BROKEN_XML, isBinary, recognise } from './recognise.ts';

/** A file that is left out, and why. */
export interface SkippedFile {
  name: string;
  reason: string;
}

/** Programs leave these beside their files (formats.md §6.2, requirement 2). */
const LEFT_BEHIND = /^[.~]|~$|\.(bak|tmp|lock|lck)$/i;
/** What is called so should be one of the files to be read, whatever stands in it. */
const OWN_ENDING = /\.(lif|evt|csv|tsv|xlsx|xlsm|xls)$/i;

const NO_FORMAT = 'It is no file of a format that is read.';

/** @returns why a file is not even opened; nothing where it may be one of those that are meant */
export function whyNotOpened({ name, size }: { name: string; size: number }): string | undefined {
  if (LEFT_BEHIND.test(name)) return 'It is a back-up, a lock or a temporary file by its name.';
  const isOther = size > MAX_FILE_BYTES && !OWN_ENDING.test(name) && !/\.(json|xml)$/i.test(name);
  return isOther ? 'It is larger than 5 MiB, and not called like a file that is read.' : undefined;
}

/** @returns why a file is not to be read, by its name and its beginning */
export function whyNotRead({ name, bytes }: NamedFile): string | undefined {
  const reason = whyNotOpened({ name, size: bytes.length });
  return reason ?? (isBinary(bytes) && !OWN_ENDING.test(name) ? NO_FORMAT : undefined);
}

/**
 * @param unreadable what its reader says
 * @returns why the others beside it are read without it; nothing where it is a damaged one of a format
 */
export function whyOfNoFormat(file: NamedFile, unreadable: string): string | undefined {
  // They say nothing without the .evt that they belong to.
  if (/\.(sch|ppl)$/i.test(file.name)) return unreadable;
  const found = recognise(file);
  if (/\.(json|xml)$/i.test(file.name)) {
    const isDamaged = 'format' in found || found === BROKEN_JSON || found === BROKEN_XML;
    return isDamaged ? undefined : unreadable;
  }
  const looksLikeAny = 'format' in found && found.format !== 'csv' && found.format !== 'xlsx';
  return 'question' in found || looksLikeAny || OWN_ENDING.test(file.name) ? undefined : NO_FORMAT;
}
