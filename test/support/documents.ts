/** Reads the project's documents: their sections and blocks of code. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the project. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** @param path from the root of the project */
export function read(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}

/** The text under a heading of the second level. */
export function section(document: string, heading: string): string {
  const [, text] = document.split(`\n## ${heading}\n`);
  assert.ok(text, `there is a heading "${heading}"`);
  return text.split('\n## ')[0] as string;
}

/** The blocks of code in one language. */
export function codeBlocks(text: string, language: string): string[] {
  const blocks = text.matchAll(/^```(\w+)\n(.*?)^```$/gms);
  return [...blocks].flatMap(([, named, code]) => (named === language && code ? [code] : []));
}
