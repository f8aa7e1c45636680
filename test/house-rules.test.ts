/** The rules of the house: what a reviewer would say every time. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { test } from 'node:test';
import { ACCOUNT_OPERATION_NAMES } from '../src/domain/accounts/account-entry.ts';
import { OPERATION_NAMES } from '../src/domain/history/changes.ts';

const FILES = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  encoding: 'utf8',
})
  .trim()
  .split('\n')
  .filter((file) => existsSync(file));

const GENERATED = 'sdk/src/generated/';

const CODE = FILES.filter((file) => /\.tsx?$/.test(file) && !file.startsWith(GENERATED));
const SOURCES = CODE.filter((file) => /^((web|sdk)\/)?src\//.test(file));

/** Files of one matter that would read worse in two: they may be longer than others. */
const ONE_MATTER = new Set([
  'src/contract/examples.ts',
  'src/operations/operation.ts',
  'src/storage/migrations/tables.ts',
  'web/src/console/office/crews/crews.tsx',
  'web/src/console/office/frame/office-page.tsx',
  'web/src/console/office/history/history.tsx',
  'web/src/console/office/progression/round-form.tsx',
]);

/**
 * Which folder may import which, itself aside. All of `src` may import `src/concurrency`. The composition
 * roots and the entries of the pages, at the top, may import all.
 */
const MAY_IMPORT: Record<string, string[]> = {
  'src/concurrency': [],
  'src/contract': [],
  'src/domain': ['src/contract'],
  'src/words': ['src/domain', 'src/contract'],
  'src/exchange': ['src/words', 'src/domain', 'src/contract'],
  'src/storage': ['src/domain', 'src/contract'],
  'src/http': ['src/domain', 'src/contract'],
  'src/operations': ['src/exchange', 'src/storage', 'src/domain', 'src/contract'],
  'src/documents': ['src/http', 'src/storage', 'src/domain', 'src/contract'],
  'src/notify': ['src/words', 'src/storage', 'src/domain', 'src/contract'],
  'src/renderings': [
    ...['src/words', 'src/http', 'src/notify', 'src/documents'],
    ...['src/storage', 'src/domain', 'src/contract'],
  ],
  'src/mail': ['src/words', 'src/domain', 'src/contract'],
  'src/monitoring': ['src/http', 'src/storage', 'src/domain', 'src/contract'],
  'src/api': [
    ...['src/http', 'src/operations', 'src/documents'],
    ...['src/storage', 'src/domain', 'src/contract'],
  ],
  'src/board': [
    ...['src/words', 'src/http', 'src/notify', 'src/documents', 'src/renderings'],
    ...['src/storage', 'src/domain', 'src/contract'],
  ],
  'src/console': [
    ...['src/http', 'src/operations', 'src/documents', 'src/renderings', 'src/mail'],
    ...['src/exchange', 'src/storage', 'src/domain', 'src/contract'],
  ],
  // A program of its own, built on the client of the API: it knows nothing of the service.
  'src/bridge': ['src/exchange', 'sdk', 'src/domain', 'src/contract'],
  'src/commands': [
    ...['src/bridge', 'src/renderings'],
    ...['src/operations', 'src/exchange', 'src/sandbox', 'sdk'],
    ...['src/storage', 'src/domain', 'src/contract'],
  ],
  'src/sandbox': ['sdk', 'src/domain'],
  sdk: [],
  'web/src/shared': ['src/words', 'src/domain', 'src/contract'],
  'web/src/console': ['web/src/shared', 'src/words', 'src/exchange', 'src/domain', 'src/contract'],
  'web/src/board': ['web/src/shared', 'src/words', 'src/domain', 'src/contract'],
};

/** The composition roots: files that put a program together from all folders. */
const ROOTS = ['src/app.ts', 'src/main.ts', 'src/cli.ts', 'src/portable-bridge.ts'];
/** What other files outside of these folders may import: little, because every folder may import such a file. */
const FOR_ALL = ['src/domain'];

test('arrows between folders point one way', () => {
  const wrong = SOURCES.flatMap((file) => {
    if (ROOTS.includes(file)) return [];
    const from = folderOf(file);
    const allowed = isTop(file) ? FOR_ALL : MAY_IMPORT[from];
    if (!allowed) return [`${file} stands in no folder with a rule`];
    return [...importsOf(file), ...dynamicImportsOf(file)]
      .filter((target) => !isTop(target) && folderOf(target) !== from)
      .filter((target) => !isForAll(from, target) && !allowed.includes(folderOf(target)))
      .map((target) => `${file} imports ${target}`);
  });
  assert.deepEqual(wrong, []);
});

function isForAll(from: string, target: string): boolean {
  return from.startsWith('src/') && folderOf(target) === 'src/concurrency';
}

test('only the command line and the start know the composition roots', () => {
  const wrong = SOURCES.filter(
    (file) => !ROOTS.includes(file) && folderOf(file) !== 'src/commands',
  ).filter((file) =>
    [...importsOf(file), ...dynamicImportsOf(file)].some((target) => ROOTS.includes(target)),
  );
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
  const allowed = /^src\/(storage\/(engine\/connect\.ts|sqlite\/|postgres\/)|settings\.ts)/;
  const wrong = SOURCES.filter((file) => !allowed.test(file)).filter((file) =>
    /sqlite|postgres/i.test(withoutComments(read(file)).replaceAll('sqlite:data/demo.db', '')),
  );
  assert.deepEqual(wrong, []);
});

test('revision, history and notifications of an event are written by the frame of its operations', () => {
  const frame = 'src/operations/operation.ts';
  const writers: Record<string, string[]> = {
    // A new event has no row yet that the frame could lock, and no revision that it could move.
    recordChanges: [frame, 'src/operations/pushes/add-event.ts'],
    saveSchedule: ['src/operations/write-difference.ts'],
    // A reminder becomes due with time, not by a change.
    noteNews: [frame, 'src/notify/news/reminders.ts'],
  };
  for (const [name, allowed] of Object.entries(writers)) {
    const users = SOURCES.filter((file) =>
      new RegExp(`^import\\b[^;]*\\b${name}\\b`, 'm').test(read(file)),
    );
    assert.deepEqual(users.sort(), allowed.toSorted(), name);
  }
});

test('the list of operations names all there are, and no other', async () => {
  const files = SOURCES.filter((file) => folderOf(file) === 'src/operations');
  const modules = await Promise.all(files.map((file) => import(`../${file}`)));
  const names = modules
    .flatMap((module) => Object.values(module))
    .filter((value) => isOperation(value))
    .map(({ name }) => name);
  // `add-event` adds an event, so it is not an operation on one.
  const expected = OPERATION_NAMES.filter((name) => name !== 'add-event');
  assert.deepEqual([...new Set(names)].sort(), expected.sort());
});

test('the list of operations on accounts names all there are, and no other', async () => {
  const files = SOURCES.filter((file) => folderOf(file) === 'src/operations');
  const modules = await Promise.all(files.map((file) => import(`../${file}`)));
  const names = modules
    .flatMap((module) => Object.values(module))
    .filter((value) => isAccountOperation(value))
    .map(({ name }) => name);
  assert.deepEqual([...new Set(names)].sort(), [...ACCOUNT_OPERATION_NAMES].sort());
});

test('the history of accounts is written by the frame of their operations', () => {
  const frame = 'src/operations/accounts/account-operation.ts';
  const users = SOURCES.filter((file) => /^import\b[^;]*\brecordAccountEntry\b/m.test(read(file)));
  assert.deepEqual(users, [frame]);
});

function isAccountOperation(value: unknown): value is { name: string } {
  return typeof value === 'object' && value !== null && 'perform' in value && 'name' in value;
}

function isOperation(value: unknown): value is { name: string } {
  return typeof value === 'object' && value !== null && 'plan' in value && 'name' in value;
}

test('the environment is read in one place, as a whole', () => {
  // `readSettings` must read every setting, because test/documents.test.ts compares the table of settings with it.
  const reads = [...SOURCES, 'bin/running-order.js'].flatMap((file) =>
    Array.from(
      withoutComments(read(file)).matchAll(
        /\w+\(process\.env\b|\bprocess\.env\b|from ['"](?:node:)?process['"]/g,
      ),
      ([found]) => `${file}: ${found}`,
    ),
  );
  assert.deepEqual(reads, ['src/cli.ts: readSettings(process.env']);
});

test('the client is a few lines around what is generated', () => {
  // Without the part for receivers of webhooks, which makes no calls.
  const files = CODE.filter(
    (file) => file.startsWith('sdk/src/') && file !== 'sdk/src/webhooks.ts',
  );
  const lines = files.flatMap((file) => withoutComments(read(file)).split('\n'));
  const code = lines.filter((line) => line.trim() !== '');
  assert.ok(code.length > 0 && code.length <= 400, `${code.length} lines`);
});

test('files are short', () => {
  // The length of a test file follows from its cases, that of a translation from its texts.
  const isTable = (file: string) =>
    /\.test\.ts$|^web\/src\/(shared|console)\/words\/(later-)?translations\//.test(file);
  const most = (file: string) => (ONE_MATTER.has(file) ? 400 : 340);
  const long = CODE.filter((file) => !isTable(file) && read(file).split('\n').length > most(file));
  assert.deepEqual(long, []);
  const short = [...ONE_MATTER].filter((file) => read(file).split('\n').length <= 340);
  assert.deepEqual(short, [], 'need no exception');
});

test('a folder holds what can be looked through', () => {
  const counts = new Map<string, number>();
  for (const file of CODE.filter((each) => /^(src|web\/src|sdk\/src)\//.test(each))) {
    const folder = file.slice(0, file.lastIndexOf('/'));
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  assert.deepEqual(
    [...counts].filter(([, count]) => count > 20),
    [],
  );
});

test('a file opens with what it is for', () => {
  const wrong = CODE.filter((file) => !/^(#!.*\n)?\/\*\*/.test(read(file)));
  assert.deepEqual(wrong, []);
});

test('no test is left alone, skipped or waiting', () => {
  const wrong = CODE.filter((file) => file !== 'test/house-rules.test.ts').filter((file) =>
    // A `skip` by a condition, which says where a test cannot run, is allowed; one that always applies is not.
    /\b(test|it|describe)\.(only|todo|skip)\b|\b(only|todo|skip): (true|['"`])/.test(read(file)),
  );
  assert.deepEqual(wrong, []);
});

/** Exports that only tests import: a rule inside a file, a limit that they reach, a class whose objects they count. */
const EXPORTED_FOR_TESTS: Record<string, string[]> = {
  'packaging/portable/service.ts': ['taskOf', 'unitOf'],
  'scripts/pictures.ts': ['DIGEST_FILE', 'digestOfPages'],
  'src/api/admit.ts': ['slotOf'],
  'src/app.ts': ['CONSOLE_ROUTES', 'PUBLIC_ROUTES'],
  'src/board/follow-service.ts': ['CHANGES_PER_MINUTE'],
  'src/board/pages/operator-pages.ts': ['privacyStatement'],
  'src/bridge/files/race-map.ts': ['readMapping'],
  'src/bridge/files/timer-folder.ts': ['RaceFiles'],
  'src/commands/announcement.ts': ['qrCode'],
  'src/commands/command.ts': ['loginName'],
  'src/commands/demo/demo.ts': ['callIn'],
  'src/commands/serve.ts': ['openerOf', 'programName'],
  'src/concurrency/turn-queue.ts': ['MAX_WAIT_MILLIS'],
  'src/console/accounts/installation.ts': ['reachOf'],
  'src/contract/console/office-writes.ts': ['OfficeCrewWrite'],
  'src/documents/build-office.ts': ['findTwins'],
  'src/domain/accounts/account-entry.ts': ['ACCOUNT_OPERATION_NAMES'],
  'src/domain/day/retime.ts': ['fitGaps'],
  'src/domain/draw/draw-heats.ts': ['DrawNumbers'],
  'src/domain/event/event-size.ts': ['growthBetween'],
  'src/domain/event/look.ts': ['DARK_BACKS', 'ENOUGH_CONTRAST', 'LIGHT_BACKS', 'contrast'],
  'src/domain/following/followers.ts': ['NETWORK_PLACES', 'NETWORK_PLACES_PER_DAY'],
  'src/domain/progression/patterns/plan-pattern.ts': ['patternTree', 'rulesOf'],
  'src/domain/results/finish-time.ts': ['timeWriter'],
  'src/domain/results/result-word.ts': ['readResult'],
  'src/exchange/finishlynx/write-start-list.ts': ['fitCodePage', 'shortNames'],
  'src/exchange/reading/person-names.ts': ['withoutPersons'],
  'src/exchange/tables/columns/header.ts': ['headingOf'],
  'src/exchange/tables/results/likely-times.ts': ['asMinutes'],
  'src/exchange/tables/sheet-rows.ts': ['isSentence'],
  'src/exchange/writers/drv-results.ts': ['attributes', 'duration'],
  'src/exchange/writers/event-table.ts': ['escaped'],
  'src/exchange/xlsx/read-xlsx.ts': ['readSheet'],
  'src/exchange/xlsx/workbook.ts': ['builtInKind', 'kindOfFormat'],
  'src/http/answers/spliced-page.ts': ['joinedCrc32', 'shiftOf'],
  'src/http/event-streams.ts': ['StreamGroup'],
  'src/http/limits/rate-limits.ts': ['SlidingWindow'],
  'src/notify/deliver.ts': ['waitMillis'],
  'src/notify/push/host-lookup.ts': ['NOT_PUBLIC'],
  'src/notify/push/push-service-limits.ts': ['isDown', 'noteOutcome'],
  'src/operations/import/import-files.ts': ['importEventFile'],
  'src/operations/import/rules/place-lanes.ts': ['positionsOf'],
  'src/operations/import/write-readings.ts': ['importReadings', 'withNewIds'],
  'src/operations/office/erase-crew.ts': ['erase'],
  'src/operations/office/day.ts': ['postNotice'],
  'src/operations/office/webhooks.ts': ['addWebhook', 'editWebhook', 'removeWebhook'],
  'src/portable-bridge.ts': ['bridgeWords'],
  'src/renderings/site/site-files.ts': ['siteLogo'],
  'src/storage/history/history-pages.ts': ['SLICE_BYTES', 'SLICE_ENTRIES', 'slicesOf'],
  'src/storage/postgres/connect.ts': ['refusalOf', 'warningsOf'],
  'src/words/words.ts': ['TRANSLATIONS'],
  'web/src/board/display/stay-on.ts': ['isNewVersion', 'versionOf'],
  'web/src/board/following/push-api.ts': ['withoutRefused'],
  'web/src/console/office/day/day-decisions.ts': ['readClock'],
  'web/src/console/office/paste/pasted-table.ts': ['fieldNamed'],
  'web/src/console/office/races/results/field-entry.ts': ['readFinishOrder'],
};

test('what is exported is imported by the program, or listed as exported for tests', () => {
  const isTest = (file: string) => file.startsWith('test/');
  // The client exports for its users, `generate-sdk` has exports in the text that it writes, translations are imported whole.
  const isForOthers = (file: string) =>
    /^sdk\/|generate-sdk|\/words\/(later-)?translations\//.test(file);
  const taken = new Set(CODE.filter((file) => !isTest(file)).flatMap(namesTakenBy));
  const filesWith = new Map<string, number>();
  for (const word of CODE.flatMap((file) => [...new Set(read(file).match(/\w+/g))]))
    filesWith.set(word, (filesWith.get(word) ?? 0) + 1);
  const unused = CODE.filter((file) => !isTest(file) && !isForOthers(file)).flatMap((file) => [
    ...exportsOf(file, 'function\\*?|const|let|class|enum')
      .map((name) => `${file} ${name}`)
      .filter((name) => !taken.has(name)),
    // A type may be part of another export of its file; any other file, also a test, must name it.
    ...exportsOf(file, 'interface|type')
      .filter((name) => filesWith.get(name) === 1)
      .map((name) => `${file} ${name}`),
  ]);
  const listed = Object.entries(EXPORTED_FOR_TESTS).flatMap(([file, names]) =>
    names.map((name) => `${file} ${name}`),
  );
  assert.deepEqual(unused.sort(), listed.sort());
  const tested = new Set(CODE.filter(isTest).flatMap(namesTakenBy));
  assert.deepEqual(
    listed.filter((name) => !tested.has(name)),
    [],
  );
});

test('the project names no machine of its makers', () => {
  const wrong = FILES.filter((file) => file !== 'test/house-rules.test.ts').filter((file) =>
    /\/work\/|\.\.\/shared\/(?:spec|design)|\/root\/|registry\.npmjs/.test(read(file)),
  );
  assert.deepEqual(wrong, []);
});

test('versions are pinned', () => {
  const versions = ['package.json', 'sdk/package.json', 'web/package.json'].flatMap((file) => {
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

/** The folder with a rule in `MAY_IMPORT` in which a file is, such as `src/api` or `web/src/board`; empty for none. */
function folderOf(file: string): string {
  return /^(?:sdk(?=\/src\/)|(?:web\/)?src\/[^/]+(?=\/))/.exec(file)?.[0] ?? '';
}

/** Whether a file is outside of these folders. */
function isTop(file: string): boolean {
  return folderOf(file) === '';
}

/** The project's own files that a file imports when it is loaded. */
function importsOf(file: string): string[] {
  return targetsOf(file, /^(?:import|export)\b[^;]*?from '(\.[^']+)'|^import '(\.[^']+)'/gms);
}

/** The project's own files that a file imports later, or of which it names a type. */
function dynamicImportsOf(file: string): string[] {
  return targetsOf(file, /\bimport\('(\.[^']+)'\)/g);
}

function targetsOf(file: string, imports: RegExp): string[] {
  return Array.from(read(file).matchAll(imports), ([, from, alone]) =>
    normalize(join(dirname(file), from ?? alone ?? '')),
  );
}

/** What a file exports under a name of its own. @param kinds of declarations, as alternatives */
function exportsOf(file: string, kinds: string): string[] {
  const declaration = new RegExp(`^export (?:async )?(?:${kinds}) (\\w+)`, 'gm');
  return Array.from(read(file).matchAll(declaration), ([, name = '']) => name);
}

/** The names that a file imports, as `FILE NAME`; of files that it imports as a whole, every word in its own text. */
function namesTakenBy(file: string): string[] {
  const text = withoutComments(read(file));
  const words = [...new Set(text.match(/\w+/g))];
  const imports = text.matchAll(
    /^(?:import|export)\b([^;']*?) from '(\.[^']+)'|\bimport\(['`](\.[^'`]+)['`]\)/gm,
  );
  const imported = Array.from(imports).flatMap(([, clause = '*', from, later = '']) => {
    const [, list] = /\{([^}]*)\}/.exec(clause) ?? [];
    const names = list?.split(',').map((name) => /^\s*(?:type )?(\w*)/.exec(name)?.[1]) ?? words;
    return filesNamed(file, from ?? later).flatMap((to) => names.map((name) => `${to} ${name}`));
  });
  // A thread imports the function that it runs, which may be in the file that starts the thread.
  const inThread = text.matchAll(/\brunInThread<typeof (\w+)>\(THIS\b/g);
  return [...imported, ...Array.from(inThread, ([, name]) => `${file} ${name}`)];
}

/** The files that an import path may mean: a part of it may be computed, but not everything after a folder. */
function filesNamed(file: string, from: string): string[] {
  const [start = '', end] = normalize(join(dirname(file), from)).split(/\$\{\w+\}/);
  if (end === undefined) return [start];
  return end === '' ? [] : CODE.filter((each) => each.startsWith(start) && each.endsWith(end));
}

function withoutComments(source: string): string {
  return source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
}
