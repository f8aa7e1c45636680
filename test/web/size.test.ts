/** The budgets of the first views, counted in the build of the pages. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { CONSOLE_LANGUAGE_CODES, LANGUAGE_CODES } from '../../src/words/languages.ts';

const DIST = 'web/dist';
/** The most compressed JavaScript that the first view of each template may load, in KiB. */
const LIMITS_KB: Record<string, number> = {
  'index.html': 35,
  'embed.html': 24,
  'overlay.html': 32,
  'console.html': 60,
};

for (const [name, limit] of Object.entries(LIMITS_KB)) {
  test(`the first view of ${name} loads at most ${limit} KB of compressed JavaScript`, () => {
    assert.ok(existsSync(`${DIST}/${name}`), 'Run `npm run build` first.');
    const scripts = scriptsOf(name);
    assert.ok(scripts.length > 0, 'The template names no script.');
    // Each language but English has a file of its own, which is loaded with the script.
    const isConsole = name === 'console.html';
    for (const code of isConsole ? CONSOLE_LANGUAGE_CODES : LANGUAGE_CODES) {
      const translation = isConsole ? `console-${code}` : code;
      assertAtMost(limit, [...scripts, ...(code === 'en' ? [] : [chunkOf(translation)])]);
    }
  });

  test(`${name} has each marker that the server fills once, and no code of its own`, () => {
    const template = readFileSync(`${DIST}/${name}`, 'utf8');
    for (const marker of ['<base href="/">', '<!--head-->', '<!--data-->'])
      assert.equal(template.split(marker).length, 2, marker);
    assert.doesNotMatch(template, /<style|style=|<script(?![^>]*\bsrc=)|\son\w+=/);
    assert.doesNotMatch(template, /(?:src|href)="\/[^"]/);
  });
}

/** Chunks of other pages, which a reader of the board on a phone must not have to load. */
const OTHER_PAGES = ['display-page', 'announcer-page', 'print-page', 'board-paper'];

test('the big screen, the announcer’s page and paper are no part of the script of the board', () => {
  const files = withStaticImports(scriptsOf('index.html'));
  for (const name of OTHER_PAGES) assert.ok(!files.includes(chunkOf(name)), name);
});

/** The most that the first view of a part of the race office may load, with all chunks that it needs, in KiB. */
const OFFICE_LIMIT_KB = 120;
const OFFICE_PARTS = [
  ...['overview', 'programme', 'crews', 'races', 'progression', 'day'],
  ...['publish', 'history', 'hand-outs'],
];

test(`the first view of a part of a race office loads at most ${OFFICE_LIMIT_KB} KB of compressed JavaScript`, () => {
  for (const code of CONSOLE_LANGUAGE_CODES) {
    const first = [
      ...scriptsOf('console.html'),
      ...(code === 'en' ? [] : [chunkOf(`console-${code}`)]),
    ];
    for (const part of OFFICE_PARTS)
      assertAtMost(OFFICE_LIMIT_KB, [...first, chunkOf('office-page'), chunkOf(part)]);
  }
});

test('the import is loaded by nobody who does not import', () => {
  const files = withStaticImports([chunkOf('office-page'), chunkOf('programme')]);
  assert.ok(!files.includes(chunkOf('import')));
  for (const code of CONSOLE_LANGUAGE_CODES) {
    const translation = code === 'en' ? [] : [chunkOf(`console-${code}`)];
    const scripts = [...scriptsOf('console.html'), ...translation, chunkOf('office-page')];
    assertAtMost(OFFICE_LIMIT_KB, [...scripts, chunkOf('import')]);
  }
});

/** The file of a chunk that is loaded separately. @throws if the chunk has no file of its own */
function chunkOf(name: string): string {
  const isOfIt = new RegExp(`^${name}-[\\w-]{8}\\.js$`);
  const file = readdirSync(`${DIST}/assets`).find((asset) => isOfIt.test(asset));
  assert.ok(file, `${name} is a file of its own`);
  return `assets/${file}`;
}

/** The scripts that a template loads. */
function scriptsOf(template: string): string[] {
  const html = readFileSync(`${DIST}/${template}`, 'utf8');
  const named = html.matchAll(/<(?:script|link)[^>]*?(?:src|href)="\.\/([^"]+\.js)"/g);
  return Array.from(named, ([, file = '']) => file);
}

function assertAtMost(limitKb: number, scripts: string[]): void {
  const sizes = withStaticImports(scripts).map(
    (file) => [file, gzipSync(readFileSync(join(DIST, file))).length] as const,
  );
  const total = sizes.reduce((sum, [, size]) => sum + size, 0);
  assert.ok(total <= limitKb * 1024, `${total} bytes: ${JSON.stringify(sizes)}`);
}

/** The files, and all that they import statically, directly or through other files. */
function withStaticImports(entries: string[]): string[] {
  const found = new Set<string>();
  const visit = (file: string) => {
    if (found.has(file)) return;
    found.add(file);
    const code = readFileSync(join(DIST, file), 'utf8');
    for (const [, target = ''] of code.matchAll(/(?:\bfrom|\bimport)\s*["'](\.[^"']+\.js)["']/g))
      visit(join(dirname(file), target));
  };
  for (const entry of entries) visit(entry);
  return [...found];
}
