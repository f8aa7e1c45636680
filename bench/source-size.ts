/** How large a version's production code is (the service, its pages, the scripts that build them), by syntax trees. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';

const FOLDERS = ['src', 'web/src', 'bin', 'scripts'];

export interface SourceSize {
  files: number;
  lines: number;
  /** Lines that hold nothing but a comment, in percent of all. */
  commentPercent: number;
  exportedSymbols: number;
  /** `as` with a type, and `!` after a value. */
  casts: number;
  /** Packages in production, dependencies of dependencies included. */
  packages: number;
}

/** @param folder a checkout with its `node_modules` */
export function measureSource(folder: string): SourceSize {
  const files = FOLDERS.flatMap((name) => codeFiles(join(folder, name))).map(measureFile);
  const total = (property: keyof FileSize) => sum(files.map((file) => file[property]));
  // `npm ls` fails when there are extraneous packages, but still lists all packages.
  const listed = spawnSync('npm', ['ls', '--omit=dev', '--all', '--parseable'], {
    cwd: folder,
    encoding: 'utf8',
  });
  return {
    files: files.length,
    lines: total('lines'),
    commentPercent: (100 * total('commentLines')) / total('lines'),
    exportedSymbols: total('exportedSymbols'),
    casts: total('casts'),
    packages: listed.stdout.trim().split('\n').length,
  };
}

function codeFiles(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return names.filter((name) => /\.(tsx?|m?js)$/.test(name)).map((name) => join(folder, name));
}

interface FileSize {
  lines: number;
  commentLines: number;
  exportedSymbols: number;
  casts: number;
}

function measureFile(file: string): FileSize {
  const text = readFileSync(file, 'utf8');
  const { program, comments } = parseSync(file, text);
  const wholeLines = comments.filter(
    ({ start }) => text.slice(text.lastIndexOf('\n', start - 1) + 1, start).trim() === '',
  );
  return {
    lines: lineCount(text.trimEnd()),
    commentLines: sum(wholeLines.map(({ start, end }) => lineCount(text.slice(start, end)))),
    exportedSymbols: sum(program.body.map(exportsOf)),
    casts: castsIn(program),
  };
}

function lineCount(text: string): number {
  return text.split('\n').length;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

type Statement = ReturnType<typeof parseSync>['program']['body'][number];

function exportsOf(statement: Statement): number {
  if (statement.type === 'ExportNamedDeclaration') {
    const { declaration, specifiers } = statement;
    if (declaration?.type === 'VariableDeclaration') return declaration.declarations.length;
    return declaration ? 1 : specifiers.length;
  }
  return statement.type === 'ExportDefaultDeclaration' || statement.type === 'ExportAllDeclaration'
    ? 1
    : 0;
}

/** Counts casts in any part of a syntax tree. */
function castsIn(part: unknown): number {
  if (typeof part !== 'object' || part === null) return 0;
  return sum(Object.values(part).map(castsIn)) + (isCast(part) ? 1 : 0);
}

function isCast(part: object): boolean {
  if (!('type' in part)) return false;
  if (part.type === 'TSNonNullExpression') return true;
  // `as const` is not counted: it claims nothing that the compiler does not know.
  return part.type === 'TSAsExpression' && !/"name":"const"/.test(JSON.stringify(part, typeOnly));
}

/** Of an `as`, only the name of the type that follows it. */
function typeOnly(key: string, value: unknown): unknown {
  return key === 'expression' ? undefined : value;
}
