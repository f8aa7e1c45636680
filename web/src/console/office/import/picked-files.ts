/** Files that somebody has chosen or pasted, as they are sent. */
import type { ImportWrite } from '../../../../../src/contract/import.ts';
import {
  MAX_IMPORT_BYTES,
  MAX_IMPORT_FILE_BYTES,
  MAX_IMPORT_FILES,
} from '../../../../../src/contract/limits.ts';

export interface PickedFile {
  name: string;
  content: Blob;
}

/** The name of what was pasted. */
const PASTED = 'pasted';

export function pastedFile(text: string): PickedFile {
  return { name: PASTED, content: new Blob([text]) };
}

export function pickedFiles(files: FileList | null | undefined): PickedFile[] {
  return [...(files ?? [])].map((file) => ({ name: file.name, content: file }));
}

/** The files with others added: one of the same name takes the place of the earlier one. */
export function withFiles(
  files: readonly PickedFile[],
  added: readonly PickedFile[],
): readonly PickedFile[] {
  const names = new Set(added.map(({ name }) => name));
  return [...files.filter(({ name }) => !names.has(name)), ...added];
}

/** Why files cannot be sent. */
export type TooMuch =
  | { reason: 'file'; name: string }
  | { reason: 'empty'; name: string }
  | { reason: 'all' | 'count' };

export function tooMuch(files: readonly PickedFile[]): TooMuch | undefined {
  const empty = files.find(({ content }) => content.size === 0);
  if (empty) return { reason: 'empty', name: empty.name };
  const large = files.find(({ content }) => content.size > MAX_IMPORT_FILE_BYTES);
  if (large) return { reason: 'file', name: large.name };
  if (files.length > MAX_IMPORT_FILES) return { reason: 'count' };
  const all = files.reduce((sum, { content }) => sum + content.size, 0);
  return all > MAX_IMPORT_BYTES ? { reason: 'all' } : undefined;
}

/** @throws DOMException where a file has gone since, or cannot be read */
export function encoded(files: readonly PickedFile[]): Promise<ImportWrite['files']> {
  return Promise.all(
    files.map(async ({ name, content }) => ({ name, content: await base64Of(content) })),
  );
}

function base64Of(content: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => {
      const address = String(reader.result);
      resolve(address.slice(address.indexOf(',') + 1));
    };
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(content);
  });
}
