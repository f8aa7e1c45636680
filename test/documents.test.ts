/**
 * The documents: their tables agree with the program, and links, file names and decision numbers in them exist. The
 * walks are tested in `documented-walks.series.test.ts`.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { test } from 'node:test';
import { regattaPush } from '../regattas/push-plan.ts';
import { loadRegatta } from '../regattas/regatta.ts';
import { API_HANDLERS } from '../src/api/routes.ts';
import { bridgeFinishlynx } from '../src/commands/bridge/bridge.ts';
import { callIn } from '../src/commands/demo/demo.ts';
import { MAX_BODY_BYTES } from '../src/contract/limits.ts';
import { OPERATION_NAMES } from '../src/domain/history/changes.ts';
import { readSettings } from '../src/settings.ts';
import { codeBlocks, ROOT, read, section } from './support/documents.ts';

const DOCUMENTS = globSync(['*.md', 'docs/**/*.md', '{regattas,sdk,web,src/*}/*.md'], { cwd: ROOT })
  .map((path) => path.replaceAll('\\', '/'))
  .sort();

test('the calls for PowerShell are those of the demo', () => {
  const event = 'http://127.0.0.1:8080/v1/events/1';
  const race = regattaPush(loadRegatta('hebda-cup-2023')).results.find(
    ({ externalId }) => externalId === 'race-10',
  );
  const calls = [
    { url: `${event}/schedule` },
    { url: `${event}/schedule/delay`, body: { venueDay: '2026-06-13', delayMinutes: 10 } },
    { url: `${event}/races/race-10/results`, body: race?.results ?? [] },
  ].map((call) => `${callIn('powershell', 'ro_KEY', call)}\n`);
  const shown = section(read('docs/api.md'), 'The calls of the demo');
  assert.deepEqual(codeBlocks(shown, 'powershell'), [calls.join('')]);
});

test('the settings table lists what the program reads, with its defaults', () => {
  const names = new Set<string>();
  const environment = new Proxy({} as Record<string, undefined>, {
    get: (_, name) => void names.add(String(name)),
  });
  const defaults = readSettings(environment);
  const rows = tableRows(read('docs/settings.md'));
  // The variables that npm sets for the programs that it starts are no settings.
  const own = [...names].filter((name) => !name.startsWith('npm_'));
  assert.deepEqual(rows.map(([name]) => unquoted(name)).sort(), own.sort());
  assert.deepEqual(
    Object.fromEntries(rows.map(([name, usual]) => [unquoted(name), unquoted(usual)])),
    {
      DATABASE_URL: defaults.databaseUrl,
      SANDBOX_DATABASE_URL: defaults.sandboxDatabaseUrl,
      HOST: defaults.host,
      PORT: String(defaults.port),
      PUBLIC_URL: 'http://HOST:PORT',
      LOG_LEVEL: defaults.logLevel,
      READS_PER_MINUTE: String(defaults.readsPerMinute),
      WRITES_PER_MINUTE: String(defaults.writesPerMinute),
      NOTIFY_SETTLE_SECONDS: String(defaults.notifySettleSeconds),
      PUSH_ORIGINS: defaults.pushOrigins.join(',') || 'empty',
      WEBHOOK_ORIGINS: defaults.webhookOrigins.join(',') || 'empty',
      LOGO_FILE: defaults.logoFile ?? 'empty',
      TRUSTED_PROXIES: String(defaults.trustedProxies),
      SMTP_URL: defaults.mail?.smtpUrl ?? 'empty',
      MAIL_FROM: defaults.mail?.from.address ?? 'empty',
      BACKUP_FOLDER: defaults.backups?.folder ?? 'empty',
      BACKUP_KEEP: String(readSettings({ BACKUP_FOLDER: 'x' }).backups?.keep),
      RETAIN_HISTORY_DAYS: String(defaults.retention.historyDays ?? 'empty'),
      RETAIN_EVENTS_DAYS: String(defaults.retention.eventsDays ?? 'empty'),
      ARCHIVE_FOLDER: defaults.retention.archiveFolder ?? 'empty',
      RUNNING_ORDER_KEY: 'empty',
    },
  );
  assert.equal(defaults.publicUrl, `http://${defaults.host}:${defaults.port}`);
});

test('the commands table lists the commands as the help does', () => {
  const help = execFileSync(process.execPath, ['bin/running-order.js', '--help'], { cwd: ROOT });
  const usages = [...String(help).matchAll(/^ {2}running-order (.+)$/gm)].map(([, usage]) => usage);
  const rows = tableRows(section(read('docs/commands.md'), 'All commands'));
  assert.deepEqual(
    rows.map(([usage]) => unquoted(usage)),
    usages,
  );
});

test('the page about timing lists every option of the bridge', () => {
  const timing = read('docs/timing.md');
  const sections = ['FinishLynx: the bridge', 'FinishLynx: start lists'];
  const rows = sections.flatMap((heading) => tableRows(section(timing, heading)));
  const listed = rows
    .map(([option]) => unquoted(option))
    .filter((option) => option.startsWith('--'));
  const { options, flags = [] } = bridgeFinishlynx;
  const own = Object.entries(options).map(([name, value]) => `--${name} ${value}`);
  assert.deepEqual(listed.sort(), [...own, ...flags.map((name) => `--${name}`)].sort());
});

test('what is to be copied for nginx and systemd fits the program', () => {
  const operations = read('docs/operations.md');
  const [nginx = ''] = codeBlocks(operations, 'nginx');
  assert.ok(nginx.includes(`server 127.0.0.1:${readSettings({}).port};`));
  const [, mebibytes] = /client_max_body_size (\d+)m;/.exec(nginx) ?? [];
  assert.ok(Number(mebibytes) * 1024 * 1024 > MAX_BODY_BYTES, 'the service refuses before nginx');
  for (const path of ['metrics', 'livez', 'readyz']) assert.ok(nginx.includes(path), path);
  assert.match(nginx, /proxy_set_header X-Forwarded-For \$remote_addr;/);
  const unit =
    codeBlocks(read('docs/install.md'), 'ini').find((block) => block.includes('[Service]')) ?? '';
  const { name, bin } = JSON.parse(read('package.json'));
  const program = `/opt/running-order/node_modules/${name}/${bin[name]} serve`;
  assert.ok(unit.includes(`/opt/running-order/node_modules/.bin/node ${program}\n`), program);
});

test('links lead somewhere', () => {
  for (const document of DOCUMENTS) {
    const text = prose(read(document));
    for (const [, target = ''] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^[a-z]+:/.test(target)) continue;
      const [file = '', anchor] = target.split('#');
      const path = file === '' ? document : posix.join(dirname(document), file);
      assert.ok(existsSync(join(ROOT, path)), `${document} links to ${target}`);
      if (anchor !== undefined) {
        assert.ok(anchors(read(path)).includes(anchor), `${document} links to ${target}`);
      }
    }
  }
});

test('files and folders that are named exist', () => {
  for (const document of DOCUMENTS) {
    for (const [, path = ''] of read(document).matchAll(
      /(?:^|[\s`(])((?:src|test|docs|bin|bench|regattas|scripts|web)\/[\w./-]*\w\/?)/gm,
    )) {
      assert.ok(existsSync(join(ROOT, path)), `${document} names ${path}`);
    }
  }
});

test('the architecture begins with where to change what', () => {
  const rows = tableRows(section(read('ARCHITECTURE.md'), 'Where do I change …'));
  assert.ok(rows.length >= 25 && rows.length <= 40, `${rows.length} rows`);
  for (const [change, files = ''] of rows) {
    const paths = [...files.matchAll(/`([\w./-]+\/[\w./-]*)`/g)].map(([, path = '']) => path);
    assert.ok(paths.length > 0, change);
    for (const path of paths) assert.ok(existsSync(join(ROOT, path)), `${change}: ${path}`);
  }
});

test('what is said to be in a file is there', () => {
  for (const document of DOCUMENTS) {
    // `name` (`file`), and `name` in `file`.
    for (const [, name = '', path = ''] of read(document).matchAll(
      /`(\w+)`\s+(?:\(|in\s+)`((?:src|test)\/[\w./-]+\.ts)`/g,
    )) {
      assert.match(read(path), new RegExp(`\\b${name}\\b`), `${document}: ${name} in ${path}`);
    }
  }
});

test('npm scripts that are named exist', () => {
  const { scripts } = JSON.parse(read('package.json'));
  for (const document of DOCUMENTS) {
    for (const [, script = ''] of read(document).matchAll(/npm run (?:-s )?([\w:-]+)/g)) {
      assert.ok(script in scripts, `${document} names npm run ${script}`);
    }
  }
});

test('the table of the history lists the operations that are recorded', () => {
  const rows = tableRows(section(read('src/operations/README.md'), 'How a change is recorded'));
  const listed = rows.flatMap(([names = '']) =>
    [...names.matchAll(/`([\w-]+)`/g)].map(([, n]) => n),
  );
  assert.deepEqual(listed.sort(), [...OPERATION_NAMES].sort());
});

test('decisions that are cited stand in the API guide, each once', () => {
  const guide = read('docs/api.md');
  const decided = [...guide.matchAll(/^\*\*([RAL]\d+)\. /gm)].map(([, number]) => number ?? '');
  assert.equal(new Set(decided).size, decided.length, 'no number stands twice');
  const numbers = (letter: string, count: number) =>
    Array.from({ length: count }, (_, index) => `${letter}${index + 1}`);
  assert.deepEqual(decided, [...numbers('R', 14), ...numbers('A', 15), ...numbers('L', 23)]);
  for (const { path, text } of sources()) {
    for (const cited of citedDecisions(text)) {
      assert.ok(decided.includes(cited), `${path} cites decision ${cited}`);
    }
  }
  for (const [, cited = ''] of guide.matchAll(/\b([RAL]\d{1,2})\b/g)) {
    assert.ok(decided.includes(cited), `the guide cites ${cited}`);
  }
});

test('the table of errors lists every code with its status', async () => {
  const { API_PROBLEM_CODES, PROBLEMS } = await import('../src/contract/problem.ts');
  const rows = tableRows(section(read('docs/api.md'), 'Errors'));
  const expected = API_PROBLEM_CODES.map((code) => `${code} ${PROBLEMS[code].status}`);
  assert.deepEqual(
    rows.map(([code, status]) => `${unquoted(code)} ${status}`).sort(),
    [...expected, 'internal_error 503'].sort(),
  );
});

test('the table of operations lists every route', () => {
  const guide = read('docs/api.md');
  const listed = (heading: string, root: string) =>
    tableRows(section(guide, heading)).map(([operation]) =>
      unquoted(operation).replace(' /', ` ${root}/`),
    );
  assert.deepEqual(
    [...listed('The shape of it', '/v1'), ...listed('Start and finish', '/timing/v1')],
    API_HANDLERS.map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`),
  );
});

test('JSON in the documents is valid', () => {
  for (const document of DOCUMENTS) {
    for (const block of codeBlocks(read(document), 'json')) JSON.parse(block);
  }
});

function sources(): { path: string; text: string }[] {
  return globSync('src/**/*.ts', { cwd: ROOT })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path !== 'src/settings.ts')
    .map((path) => ({ path, text: read(path) }));
}

/** A document without its blocks of code. */
function prose(text: string): string {
  return text.replace(/^```.*?^```$/gms, '');
}

/** The cells of the first table of a text, without its head. */
function tableRows(text: string): string[][] {
  const lines = text.split('\n');
  const start = lines.findIndex((line) => /^\|-/.test(line));
  assert.notEqual(start, -1, 'there is a table');
  const rows: string[][] = [];
  for (const line of lines.slice(start + 1)) {
    if (!line.startsWith('|')) break;
    const cells = line.slice(1, -1).split(/(?<!\\)\|/);
    rows.push(cells.map((cell) => cell.trim().replaceAll('\\|', '|')));
  }
  return rows;
}

/** A cell without its backticks. */
function unquoted(cell = ''): string {
  return cell.replaceAll('`', '');
}

/** The anchors of a document's headings, as readers of Markdown make them. */
function anchors(document: string): string[] {
  return [...prose(document).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  );
}

/** The numbers in "decision L5", "decisions A1, A2 and L15", "decisions L1 to L4". */
function citedDecisions(text: string): string[] {
  const flat = text.replace(/\n\s*(?:\*|\/\/)?\s*/g, ' ');
  const cited: string[] = [];
  for (const [, list = ''] of flat.matchAll(
    /[Dd]ecisions? ([RAL]\d+(?:(?:, | and | to )[RAL]\d+)*)/g,
  )) {
    for (const part of list.split(/, | and /)) {
      const [first = '', last = first] = part.split(' to ');
      for (let n = Number(first.slice(1)); n <= Number(last.slice(1)); n++) {
        cited.push(`${first.charAt(0)}${n}`);
      }
    }
  }
  return cited;
}

test('the document of the import names every format and every question', async () => {
  const { FORMATS } = await import('../src/exchange/reading/reading.ts');
  const { QUESTION_IDS } = await import('../src/exchange/reading/reading.ts');
  const namesOf = (title: string) =>
    tableRows(section(read('docs/import.md'), title)).flatMap(([names = '']) =>
      [...names.matchAll(/`([\w-]+)`/g)].map(([, name]) => name),
    );
  assert.deepEqual(namesOf('Which file').sort(), [...FORMATS].sort());
  assert.deepEqual(namesOf('Questions and answers').sort(), [...QUESTION_IDS].sort());
});
