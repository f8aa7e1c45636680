/** The budgets of the first views, counted in the build of the pages. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';

const DIST = 'web/dist';
/** What the first view of each template may load. */
const LIMITS_KB: Record<string, number> = { 'index.html': 35, 'console.html': 60 };

for (const [name, limit] of Object.entries(LIMITS_KB)) {
  test(`the first view of ${name} loads at most ${limit} KB of compressed JavaScript`, () => {
    assert.ok(existsSync(`${DIST}/${name}`), 'Run `npm run build` first.');
    const template = readFileSync(`${DIST}/${name}`, 'utf8');
    const scripts = Array.from(
      template.matchAll(/<(?:script|link)[^>]*?(?:src|href)="\.\/([^"]+\.js)"/g),
      ([, file = '']) => file,
    );
    assert.ok(scripts.length > 0, 'The template names no script.');
    const all = withStaticImports(scripts);
    const sizes = all.map(
      (file) => [file, gzipSync(readFileSync(join(DIST, file))).length] as const,
    );
    const total = sizes.reduce((sum, [, size]) => sum + size, 0);
    assert.ok(total <= limit * 1024, `${total} bytes: ${JSON.stringify(sizes)}`);
  });

  test(`${name} has each marker that the server fills once, and no code of its own`, () => {
    const template = readFileSync(`${DIST}/${name}`, 'utf8');
    for (const marker of ['<base href="/">', '<!--head-->', '<!--data-->'])
      assert.equal(template.split(marker).length, 2, marker);
    assert.doesNotMatch(template, /<style|style=|<script(?![^>]*\bsrc=)|\son\w+=/);
    assert.doesNotMatch(template, /(?:src|href)="\/[^"]/);
  });
}

/** The files, and all that has to be loaded before they can start. */
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
