/**
 * Files for the user of the service alone: a database holds what a draft must not show yet, and with
 * what messages are signed. SQLite gives its log files the mode of the database.
 */
import { closeSync, existsSync, openSync } from 'node:fs';

export const PRIVATE_FOLDER_MODE = 0o700;
const PRIVATE_FILE_MODE = 0o600;

/** Makes an empty file where there is none; a file that is there keeps its mode. */
export function providePrivateFile(path: string): void {
  if (!existsSync(path)) closeSync(openSync(path, 'a', PRIVATE_FILE_MODE));
}
