/**
 * Finds the piece of source that a planted bug replaces: by the name of the function around it, wherever
 * that stands in `src`, and whatever white space and comments are in the piece. So files can be moved
 * and code reformatted without touching the table of bugs.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A piece of a file. */
export interface Place {
  /** Below the root. */
  file: string;
  text: string;
  start: number;
  end: number;
}

/** The start of a function, a constant or a method that is not nested in another one. */
const DECLARATION =
  /^( {2})?(?:export )?(?:private )?(?:async )?(?:function (\w+)|const (\w+)|(\w+)(?:<[\w, ]+>)?\()/;

/**
 * @param root folder that holds `src`
 * @param inside name of the function, method or constant around the piece
 * @param piece as it stands there, comments aside
 * @returns all places that fit; a bug needs exactly one
 */
export function placesOf(root: string, inside: string, piece: string): Place[] {
  return globSync('src/**/*.ts', { cwd: root }).flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    return declarationsOf(text)
      .filter(({ name }) => name === inside)
      .flatMap(({ start, end }) => piecesOf(text.slice(start, end), piece, start))
      .map((found) => ({ ...found, file, text }));
  });
}

function declarationsOf(text: string): { name: string; start: number; end: number }[] {
  const lines = text.split('\n');
  let start = 0;
  return lines.flatMap((line, index) => {
    const from = start;
    start += line.length + 1;
    const [, indent = '', ...names] = DECLARATION.exec(line) ?? [];
    const name = names.find((each) => each !== undefined);
    return name === undefined
      ? []
      : [{ name, start: from, end: from + lengthOf(lines.slice(index), indent) }];
  });
}

/** The length of what begins with the first of these lines: up to the next line that begins anew. */
function lengthOf([first = '', ...rest]: string[], indent: string): number {
  const next = rest.findIndex(
    (line) => line.startsWith(indent) && /^[\w@]/.test(line.slice(indent.length)),
  );
  return [first, ...(next === -1 ? rest : rest.slice(0, next))].join('\n').length;
}

function piecesOf(text: string, piece: string, offset: number): Pick<Place, 'start' | 'end'>[] {
  const words = piece
    .trim()
    .split(/\s+/)
    .map((word) => word.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  const pattern = new RegExp(words.join('(?:\\s|//[^\\n]*\\n)+'), 'g');
  return Array.from(text.matchAll(pattern), ({ 0: found, index }) => ({
    start: offset + index,
    end: offset + index + found.length,
  }));
}
