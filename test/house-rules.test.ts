/** The rules of the house: what a reviewer would say every time. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { test } from 'node:test';
import { OPERATION_NAMES } from '../src/domain/changes.ts';

const FILES = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  encoding: 'utf8',
})
  .trim()
  .split('\n')
  .filter((file) => existsSync(file));

const SOURCES = FILES.filter((file) => /^src\/.*\.ts$/.test(file));
const CODE = FILES.filter((file) => /\.tsx?$/.test(file));

/** Which folder of `src` may import which; the composition roots at the top may import all. */
const MAY_IMPORT: Record<string, string[]> = {
  contract: [],
  domain: ['contract'],
  storage: ['domain', 'contract'],
  http: ['storage', 'domain', 'contract'],
  operations: ['storage', 'domain', 'contract'],
  documents: ['http', 'storage', 'domain', 'contract'],
  notify: ['storage', 'domain', 'contract'],
  api: ['http', 'operations', 'documents', 'storage', 'domain', 'contract'],
  monitoring: ['http', 'storage', 'domain', 'contract'],
  board: ['http', 'notify', 'documents', 'storage', 'domain', 'contract'],
  commands: ['operations', 'documents', 'storage', 'domain', 'contract'],
};

test('arrows between folders point one way', () => {
  const wrong = SOURCES.flatMap((file) => {
    const from = folderOf(file);
    const allowed = MAY_IMPORT[from];
    if (!allowed) return [];
    return importsOf(file)
      .filter((target) => target.startsWith('src/'))
      .map((target) => ({ target, to: folderOf(target) }))
      .filter(({ to }) => to !== from && to !== '' && !allowed.includes(to))
      .map(({ target }) => `${file} imports ${target}`);
  });
  assert.deepEqual(wrong, []);
});

test('only the command line and the start know the composition roots', () => {
  const roots = ['src/app.ts', 'src/main.ts', 'src/cli.ts'];
  const wrong = SOURCES.filter(
    (file) => !roots.includes(file) && folderOf(file) !== 'commands',
  ).filter((file) => importsOf(file).some((target) => roots.includes(target)));
  assert.deepEqual(wrong, []);
});

test('no file imports in a circle', () => {
  const state = new Map<string, 'open' | 'done'>();
  const circles: string[] = [];
  const visit = (file: string, path: string[]) => {
    if (state.get(file) === 'done') return;
    if (state.get(file) === 'open') {
      circles.push([...path.slice(path.indexOf(file)), file].join(' → '));
      return;
    }
    state.set(file, 'open');
    for (const target of importsOf(file)) visit(target, [...path, file]);
    state.set(file, 'done');
  };
  for (const file of SOURCES) visit(file, []);
  assert.deepEqual(circles, []);
});

test('one folder for each kind of database knows which it is talking to', () => {
  const allowed = /^src\/(storage\/(connect\.ts|sqlite\/|postgres\/)|settings\.ts)/;
  const wrong = SOURCES.filter((file) => !allowed.test(file)).filter((file) =>
    /sqlite|postgres/i.test(withoutComments(read(file)).replaceAll('sqlite:data/demo.db', '')),
  );
  assert.deepEqual(wrong, []);
});

test('revision, history and notifications of an event are written by the frame of its operations', () => {
  const frame = 'src/operations/operation.ts';
  const writers: Record<string, string[]> = {
    // An event that is new has nothing yet that the frame could lock or move on.
    recordChanges: [frame, 'src/operations/add-event.ts'],
    saveSchedule: [frame],
    noteNews: [frame],
  };
  for (const [name, allowed] of Object.entries(writers)) {
    const users = SOURCES.filter((file) =>
      new RegExp(`^import\\b[^;]*\\b${name}\\b`, 'm').test(read(file)),
    );
    assert.deepEqual(users.sort(), allowed.toSorted(), name);
  }
});

test('the list of operations names all there are, and no other', async () => {
  const files = SOURCES.filter((file) => folderOf(file) === 'operations');
  const modules = await Promise.all(files.map((file) => import(`../${file}`)));
  const names = modules
    .flatMap((module) => Object.values(module))
    .filter((value) => isOperation(value))
    .map(({ name }) => name);
  // It begins an event, so it is no operation on one.
  const expected = OPERATION_NAMES.filter((name) => name !== 'add-event');
  assert.deepEqual([...new Set(names)].sort(), expected.sort());
});

function isOperation(value: unknown): value is { name: string } {
  return typeof value === 'object' && value !== null && 'decide' in value && 'name' in value;
}

test('the environment is read in one place', () => {
  const wrong = SOURCES.filter((file) => file !== 'src/cli.ts').filter((file) =>
    /process\.env/.test(withoutComments(read(file))),
  );
  assert.deepEqual(wrong, []);
});

test('files are short', () => {
  // Tables of facts and of test cases are as long as their facts.
  const isTable = (file: string) => /operations|examples|\.test\.ts$/.test(file);
  const long = CODE.filter((file) => !isTable(file) && read(file).split('\n').length > 340);
  assert.deepEqual(long, []);
});

test('a file opens with what it is for', () => {
  const wrong = CODE.filter((file) => !/^(#!.*\n)?\/\*\*/.test(read(file)));
  assert.deepEqual(wrong, []);
});

test('no test is left alone, skipped or waiting', () => {
  const wrong = CODE.filter((file) => file !== 'test/house-rules.test.ts').filter((file) =>
    /\b(test|it|describe)\.(only|todo)\b|\bonly: true/.test(read(file)),
  );
  assert.deepEqual(wrong, []);
});

test('the project names no machine of its makers', () => {
  const wrong = FILES.filter((file) => file !== 'test/house-rules.test.ts').filter((file) =>
    /\/work\/|\.\.\/shared\/(?:spec|design)|\/root\/|registry\.npmjs/.test(read(file)),
  );
  assert.deepEqual(wrong, []);
});

test('versions are pinned', () => {
  const versions = ['package.json', 'web/package.json'].flatMap((file) => {
    const { dependencies, devDependencies, optionalDependencies } = JSON.parse(read(file));
    return Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies });
  });
  assert.deepEqual(
    versions.filter(([, version]) => !/^\d+\.\d+\.\d+(-[a-z]+\.\d+)?$/.test(String(version))),
    [],
  );
});

function read(file: string): string {
  return readFileSync(file, 'utf8');
}

/** The folder of `src` that a file stands in; empty for the composition roots. */
function folderOf(file: string): string {
  return /^src\/([^/]+)\//.exec(file)?.[1] ?? '';
}

/** The project's own files that a file imports. */
function importsOf(file: string): string[] {
  const imports = read(file).matchAll(/^(?:import|export)\b[^;]*?from '(\.[^']+)'/gms);
  return Array.from(imports, ([, target = '']) => normalize(join(dirname(file), target)));
}

function withoutComments(source: string): string {
  return source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
}
