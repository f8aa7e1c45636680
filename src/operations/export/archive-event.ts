/** The file in which an archived event stays once retention has removed it from the database. */
import { randomUUID } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Retention } from '../../domain/retention-rules.ts';
import { replaceFile } from '../../replace-file.ts';
import type { Database } from '../../storage/engine/database.ts';
import { exportInThread } from './export-in-thread.ts';
import { loadEvent } from './load-event.ts';

/** Why no event can be written to the folder for archived events; nothing where it can be tried. */
export async function objectionToFolder({
  eventsDays,
  archiveFolder,
}: Retention): Promise<string | undefined> {
  if (eventsDays === undefined) return undefined;
  if (archiveFolder === undefined) return 'ARCHIVE_FOLDER is not set.';
  const found = await stat(archiveFolder).catch(() => undefined);
  if (found?.isDirectory()) return undefined;
  return `There is no folder ${archiveFolder}, which ARCHIVE_FOLDER names.`;
}

/**
 * Writes the file of a whole event, on the disk before this resolves. A file that says the same is left as it is.
 *
 * @returns whether the file is new; `undefined` where there is no such event
 * @throws where it cannot be written, or another file has its name, which stays
 */
export async function archiveEvent(
  database: Database,
  eventId: number,
  file: string,
): Promise<{ isNew: boolean } | undefined> {
  const now = Date.now();
  const event = await loadEvent(database, eventId, now);
  if (!event) return undefined;
  const { bytes } = await exportInThread({ event, format: 'json', options: { now } });
  const there = await readFile(file, 'utf8').catch(nothingThere);
  if (there === undefined) {
    // Another process, which may share the folder, may write the same file now.
    const temporaryName = `.${basename(file)}.${randomUUID()}.tmp`;
    await replaceFile(file, bytes, { temporaryName, mode: 0o600 });
    return { isNew: true };
  }
  if (withoutTime(there) === withoutTime(Buffer.from(bytes).toString())) return { isNew: false };
  throw new Error('another file of this name is there; move it away');
}

function nothingThere(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}

/** The text of an event file without when it was written. */
function withoutTime(text: string): string {
  return text.replace(/^ {2}"exportedAt": .*\n/m, '');
}
