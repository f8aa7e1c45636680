/** The site that a command exports into a folder, while a service runs on the same database. */
import assert from 'node:assert/strict';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { published, times } from '../support/board.ts';
import { startCommands } from '../support/commands.ts';
import { assertPlainSite, readSite } from '../support/exported-site.ts';
import { png } from '../support/pictures.ts';
import { startTestService } from '../support/service.ts';
import { newFolder } from '../support/started.ts';

/** The public address of the service, which every calendar contains. */
const PUBLIC_URL = 'https://regatta.example';

const service = await startTestService();
const folder = newFolder();
const commands = startCommands(service.databaseUrl, folder);
const event = await published(service);
await event.send('PUT', '/races/r1/results', times(421_300, 398_100, 410_000));

const call = (eventId: number, out: string, ...words: string[]) => [
  ...['export', '--to', 'site', '--event', String(eventId), '--out', join(folder, out)],
  ...words,
];

async function exported(eventId: number, out: string, ...words: string[]) {
  return exportedWith({}, eventId, out, ...words);
}

async function exportedWith(
  environment: Record<string, string>,
  eventId: number,
  out: string,
  ...words: string[]
) {
  const done = await commands.run(call(eventId, out, ...words), { PUBLIC_URL, ...environment });
  assert.deepEqual([done.status, done.stderr], [0, '']);
  return readSite(join(folder, out));
}

test('a site has a page for each race and crew, sheets, and what the board answers, byte for byte', async () => {
  const site = await exported(event.eventId, 'plain');
  assertPlainSite(site);
  const { crews } = (await event.board()).json;
  assert.deepEqual([...site.keys()].sort(), [
    ...crews.map(({ id }: { id: number }) => `crews/${id}.html`).sort(),
    ...['event.ics', 'event.json', 'index.html'],
    ...['print-results.html', 'print-start-lists.html', 'print.html'],
    ...['races/1.html', 'races/2.html', 'results.csv'],
  ]);
  const { eventId } = event;
  for (const [file, path] of [
    ['event.json', `/board/api/events/${eventId}`],
    ['results.csv', `/events/${eventId}/results.csv`],
    ['event.ics', `/events/${eventId}/event.ics?lang=en`],
  ] as const) {
    const answered = new Uint8Array(await (await fetch(`${service.url}${path}`)).arrayBuffer());
    assert.deepEqual(new Uint8Array(readFileSync(join(folder, 'plain', file))), answered, file);
  }
  const race = site.get('races/1.html') ?? '';
  const rows = [...race.matchAll(/<tr><td>(\d)<\/td><td>\d<\/td><td><a [^>]+>([^<]+)</g)];
  assert.deepEqual(
    rows.map(([, place, name]) => `${place} ${name}`),
    ['1 Biber', '2 Chamäleon', '3 Amsel'],
  );
});

test('the same state gives the same bytes, later and in a folder of another name', async () => {
  const first = await exported(event.eventId, 'first', '--lang', 'de,en');
  const second = await commands
    .run(call(event.eventId, 'second', '--lang', 'de,en'), {
      PUBLIC_URL,
      TEST_CLOCK: String(Date.now() + 86_400_000),
    })
    .then(() => readSite(join(folder, 'second')));
  assert.deepEqual(second, first);
});

test('the logo of the installation stands in a site whose event has none', async () => {
  const LOGO_FILE = join(folder, 'club.png');
  writeFileSync(LOGO_FILE, png(3, 2));
  const site = await exportedWith({ LOGO_FILE }, event.eventId, 'logo', '--lang', 'de,en');
  assertPlainSite(site);
  assert.deepEqual(readFileSync(join(folder, 'logo', 'logo.png')), png(3, 2));
  assert.match(site.get('de/races/1.html') ?? '', /<img class="logo" src="\.\.\/\.\.\/logo\.png" /);
  assert.ok(!(await exported(event.eventId, 'logo')).has('logo.png'));
  await commands.fails(1, call(event.eventId, 'logo'), /^LOGO_FILE cannot be read \(ENOENT\)/, {
    LOGO_FILE: join(folder, 'none.png'),
  });
});

test('several languages have a folder each, whose pages lead to each other', async () => {
  const site = await exported(event.eventId, 'languages', '--lang', 'fr,de,fr-CH');
  assertPlainSite(site);
  const tops = new Set([...site.keys()].map((path) => path.split('/')[0]));
  assert.deepEqual([...tops].sort(), [
    ...['de', 'event.ics', 'event.json', 'fr', 'index.html', 'results.csv'],
  ]);
  assert.match(site.get('index.html') ?? '', /^<!doctype html>\n<html lang="fr">/);
  assert.match(site.get('fr/races/1.html') ?? '', /href="\.\.\/\.\.\/de\/races\/1\.html"/);
  assert.match(site.get('de/races/1.html') ?? '', /<caption>Ergebnisse</);
  assert.match(site.get('de/results.csv') ?? '', /^\ufeffRennen;/);
  assert.match(site.get('results.csv') ?? '', /^\ufeffRace,/);
  assert.equal(site.get('de/event.json'), site.get('event.json'));
});

test('an earlier site is replaced whole; anything else is refused and left as it is', async () => {
  const site = await exported(event.eventId, 'again', '--lang', 'de,en');
  const out = join(folder, 'again');
  assert.ok(site.has('de/index.html'));
  const other = await published(service);
  assert.ok(!(await exported(other.eventId, 'again')).has('de/index.html'));
  assert.deepEqual(
    readdirSync(folder).filter((name) => name.startsWith('.')),
    [],
  );
  const refuses = (name: string) =>
    commands.fails(1, call(event.eventId, name), /^.*holds more than an exported site/);
  const before = readSite(out);
  for (const [path, text] of [
    ['notes.txt', 'mine'],
    ['races/photo.jpg', 'mine'],
    ['races/1.html.bak', 'mine'],
  ] as const) {
    writeFileSync(join(out, path), text);
    await refuses('again');
    assert.equal(readFileSync(join(out, path), 'utf8'), text);
    rmSync(join(out, path));
  }
  mkdirSync(join(out, 'photos'));
  await refuses('again');
  rmSync(join(out, 'photos'), { recursive: true });
  symlinkSync(folder, join(out, 'races', '9.html'));
  await refuses('again');
  rmSync(join(out, 'races', '9.html'));
  assert.deepEqual(readSite(out), before);
  mkdirSync(join(folder, 'website'));
  writeFileSync(join(folder, 'website', 'index.html'), '<h1>Our club</h1>');
  await refuses('website');
  writeFileSync(join(folder, 'file'), '');
  await commands.fails(1, call(event.eventId, 'file'), /is a file: name a folder/);
  await commands.fails(1, call(event.eventId, 'no/where'), /make the folder .*no first/);
});

test('a folder may be there and empty, or a link to one', async () => {
  mkdirSync(join(folder, 'empty'));
  assertPlainSite(await exported(event.eventId, 'empty'));
  symlinkSync(join(folder, 'empty'), join(folder, 'link'));
  await exported(event.eventId, 'link', '--lang', 'de');
  assert.match(readFileSync(join(folder, 'empty', 'index.html'), 'utf8'), /<html lang="de">/);
  assert.ok(existsSync(join(folder, 'link', 'event.json')));
});

test('a draft is exported only when that is asked for, and as it would be published', async () => {
  const draft = await published(service);
  await draft.send('PUT', '/races/r1/results', times(421_300, 398_100, 410_000));
  const before = JSON.parse((await exported(draft.eventId, 'published')).get('event.json') ?? '');
  const unpublish = ['schedule', 'unpublish', '--event', String(draft.eventId)];
  assert.equal((await commands.run(unpublish)).status, 0);
  await commands.fails(
    1,
    call(draft.eventId, 'draft'),
    /^Event \d+ has no published schedule: publish it, or add --draft\.$/m,
  );
  assert.ok(!existsSync(join(folder, 'draft')));
  const site = await exported(draft.eventId, 'draft', '--draft');
  assertPlainSite(site);
  const { revision, updatedAt, ...shown } = JSON.parse(site.get('event.json') ?? '');
  const { revision: _, updatedAt: __, ...asBefore } = before;
  assert.deepEqual(shown, asBefore);
  assert.ok(revision >= 1 && Date.parse(updatedAt) > 0);
});

test('search engines leave out the site of an event that they leave out on the board', async () => {
  const kept = await published(service);
  const indexed = await exported(kept.eventId, 'kept');
  assert.doesNotMatch(indexed.get('index.html') ?? '', /noindex/);
  await service.database.write((tx) =>
    tx.updateTable('events').set({ noindex: 1 }).where('id', '=', kept.eventId).execute(),
  );
  const site = await exported(kept.eventId, 'kept');
  for (const [path, html] of site)
    if (path.endsWith('.html')) assert.match(html, /<meta name="robots" content="noindex">/, path);
});

test('an announced event has its page, and no race or crew of its draft', async () => {
  const draft = await published(service);
  for (const words of [
    ['schedule', 'unpublish', '--event', String(draft.eventId)],
    ['event', 'announce', '--event', String(draft.eventId)],
  ])
    assert.equal((await commands.run(words)).status, 0);
  const site = await exported(draft.eventId, 'announced');
  assertPlainSite(site);
  assert.deepEqual(
    [...site.keys()].filter((path) => path.includes('/')),
    [],
  );
  for (const text of site.values()) assert.doesNotMatch(text, /Amsel|Heat 1/);
  assert.match(site.get('index.html') ?? '', /The running order comes here/);
  const whole = await exported(draft.eventId, 'announced', '--draft');
  assert.match(whole.get('races/1.html') ?? '', /Amsel/);
});

test('what the board hides stands in no file', async () => {
  const hidden = await published(service, { schedule: { defaultResultVisibility: 'hidden' } });
  await hidden.send('PUT', '/races/r1/results', times(421_370, 398_170, 410_070));
  const site = await exported(hidden.eventId, 'hidden', '--lang', 'en,de');
  assertPlainSite(site);
  for (const [path, text] of site) assert.doesNotMatch(text, /421370|7:01\.37|6:38\.17/, path);
  assert.match(site.get('en/races/1.html') ?? '', /The results are not public\./);
});

test('names are text, whatever they are made of', async () => {
  const names = ['<script>alert(1)</script>', `"Quote" & 'Co'`, 'שלום 8+', '\u202eevil', '\u200e'];
  const odd = await service.provision();
  await odd.send('POST', '/schedule', {});
  await odd.send(
    'PUT',
    '/teams',
    names.map((name, index) => ({ externalId: `c${index}`, name, sortOrder: index })),
  );
  await odd.send('PUT', '/races', [
    {
      ...{ externalId: 'r1', raceNumber: 7, scheduledAt: '2026-06-13T09:00:00+02:00' },
      ...{ title: '</title><img src=x onerror=alert(1)>', notes: '<b>bold</b>' },
    },
  ]);
  await odd.send(
    'PUT',
    '/races/r1/entries',
    names.map((_, index) => ({ position: index + 1, teamExternalId: `c${index}` })),
  );
  assert.equal((await odd.send('POST', '/schedule/publish')).status, 200);
  const site = await exported(odd.eventId, 'odd', '--lang', 'en,de,fr,nl,it');
  assertPlainSite(site);
  const index = site.get('en/index.html') ?? '';
  assert.match(index, /<bdi>שלום 8\+<\/bdi>/);
  assert.match(index, /&lt;script&gt;alert\(1\)&lt;\/script&gt;/);
  assert.ok(!index.includes('\u202e'));
});

test('a wrong call says what is right', async () => {
  const wrong = (message: RegExp, ...words: string[]) => commands.fails(2, words, message);
  const of = ['export', '--event', String(event.eventId)];
  await commands.fails(1, call(999_999, 'x'), /There is no event 999999/);
  for (const [words, message] of [
    [[...of, '--to', 'site'], /--to site needs --out with a folder/],
    [call(event.eventId, 'x', '--lang', 'de,xx'), /--lang names languages of en, de, fr, nl, it/],
    [[...of, '--to', 'csv', '--lang', 'de'], /--lang belongs to --to site/],
    [[...of, '--to', 'csv', '--draft'], /--draft belongs to --to site/],
  ] as const)
    await wrong(message, ...words);
});

test('a site works in a folder of any name, also beside others', async () => {
  await exported(event.eventId, 'moved');
  cpSync(join(folder, 'moved'), join(folder, 'archive 2026', 'a&b'), { recursive: true });
  assertPlainSite(readSite(join(folder, 'archive 2026', 'a&b')));
});
