/** Files of the bridge, which only its user may read. */
import { mkdir } from 'node:fs/promises';
import { replaceFile } from '../../replace-file.ts';

/** Replaces a file in one step. @param temporaryName where two programs may write it at once */
export function replacePrivateFile(
  path: string,
  content: string,
  temporaryName?: string,
): Promise<void> {
  return replaceFile(path, content, { mode: 0o600, ...(temporaryName && { temporaryName }) });
}

/** Makes a folder that only its user may read. */
export async function makePrivateFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 });
}

/** The code of an error of the system, such as `ENOENT`. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}
