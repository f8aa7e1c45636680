/**
 * Files that only the user of the service can read: a database contains drafts and the keys that sign push
 * messages. SQLite gives its log files the mode of the database.
 */
import { closeSync, existsSync, openSync } from 'node:fs';

export const PRIVATE_FOLDER_MODE = 0o700;
const PRIVATE_FILE_MODE = 0o600;

/** Makes an empty file if there is none; an existing file keeps its mode. */
export function providePrivateFile(path: string): void {
  if (!existsSync(path)) closeSync(openSync(path, 'a', PRIVATE_FILE_MODE));
}
