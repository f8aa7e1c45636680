/**
 * The commands, run in a second process on the database of a running service; `serve.test.ts` tests
 * the service itself as a process.
 */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { type Commands, startCommands } from '../support/commands.ts';
import { isOnServer } from '../support/databases.ts';
import { type Provisioned, startTestService } from '../support/service.ts';
import { newFolder } from '../support/started.ts';

const service = await startTestService();
const folder = newFolder();
const commands = startCommands(service.databaseUrl, folder);

const run: Commands['run'] = (...call) => commands.run(...call);
const json: Commands['json'] = (...words) => commands.json(...words);
const fails: Commands['fails'] = (...call) => commands.fails(...call);

/** Adds another admin to a club, because a club cannot lose its last one. */
async function addAdmin(clubId: string) {
  const { userId } = await json('user', 'add', '--name', 'Admin');
  await json('member', 'set', '--club', clubId, '--user', userId, '--role', 'admin');
}

/** A regatta made by commands alone, with its manager's key. */
async function provisionByHand() {
  const { userId } = await json('user', 'add', '--name', 'Maja');
  const { clubId } = await json('club', 'add', '--name', 'Club');
  const { userId: creator } = await json('user', 'add', '--name', 'Creator');
  await json('member', 'set', '--club', clubId, '--user', userId, '--role', 'schedule_manager');
  const days = ['--start', '2026-06-13', '--end', '2026-06-14'];
  const owner = ['--club', clubId, '--creator', creator, '--name', 'Regatta'];
  const { eventId } = await json('event', 'add', ...owner, ...days);
  const { key } = await json('key', 'mint', '--user', userId, '--label', 'Laptop');
  const at = `/v1/events/${eventId}`;
  const send = (method: string, path: string, body?: unknown) =>
    service.send(method, path === '/v1/me' ? path : at + path, { key, body });
  return { userId, clubId, creator, eventId: String(eventId), key, send };
}

test('command line: people, clubs, roles, events and keys, each printing its one document', async () => {
  const user = await json('user', 'add', '--name', ' Maja ');
  assert.deepEqual(Object.keys(user), ['userId']);
  assert.equal(typeof user.userId, 'string');
  const club = await json('club', 'add', '--name', 'Club');
  assert.deepEqual(Object.keys(club), ['clubId']);
  await addAdmin(club.clubId);
  const member = ['--club', club.clubId, '--user', user.userId];
  for (const role of ['member', 'schedule_manager', 'admin']) {
    assert.deepEqual(await json('member', 'set', ...member, '--role', role), {
      clubId: club.clubId,
      userId: user.userId,
      role,
    });
  }
  const owner = ['--club', club.clubId, '--creator', user.userId];
  const event = await json(
    ...['event', 'add', ...owner, '--name', 'Sprint', '--start', '2026-06-13'],
    ...['--end', '2026-06-13', '--timezone', 'Europe/Berlin', '--city', 'Köln', '--country', 'DE'],
  );
  assert.deepEqual(Object.keys(event), ['eventId']);
  const key = await json('key', 'mint', '--user', user.userId, '--label', ' -- my key ');
  assert.deepEqual(Object.keys(key), ['key', 'keyPrefix', 'label']);
  assert.match(key.key, /^ro_[0-9A-Za-z]{36}$/);
  assert.deepEqual([key.keyPrefix, key.label], [key.key.slice(0, 9), '-- my key']);

  const me = await service.send('GET', '/v1/me', { key: key.key });
  assert.deepEqual(me.json, {
    userId: user.userId,
    displayName: 'Maja',
    keyLabel: '-- my key',
    keyPrefix: key.keyPrefix,
  });
  const { events } = (await service.send('GET', '/v1/events', { key: key.key })).json;
  assert.deepEqual(events, [
    {
      id: event.eventId,
      name: 'Sprint',
      startDate: '2026-06-13',
      endDate: '2026-06-13',
      timezone: 'Europe/Berlin',
      city: 'Köln',
      countryCode: 'DE',
      hasSchedule: false,
      scheduleStatus: null,
    },
  ]);
  const { keys } = await json('key', 'list', '--user', user.userId);
  assert.equal(keys.length, 1);
  assert.deepEqual(
    [keys[0].keyPrefix, keys[0].label, keys[0].revokedAt],
    [key.keyPrefix, '-- my key', null],
  );
  assert.ok(!JSON.stringify(keys).includes(key.key), 'a key is shown once');
  assert.deepEqual(await json('member', 'remove', ...member), {
    clubId: club.clubId,
    userId: user.userId,
  });
});

test('command line: time zone, city and country of an event may be left out', async () => {
  const { clubId, creator, key, send, userId } = await provisionByHand();
  const { events } = (await service.send('GET', '/v1/events', { key })).json;
  assert.deepEqual([events[0].timezone, events[0].city, events[0].countryCode], ['UTC', '', '']);
  await send('POST', '/schedule');
  assert.equal((await send('GET', '/schedule')).json.timezone, null);
  assert.notEqual(creator, userId);
  assert.ok(clubId);
});

test('command line: crews and races by hand, claimed by the next push (L3)', async () => {
  const { eventId, send } = await provisionByHand();
  const event = ['--event', eventId];
  assert.deepEqual(await json('team', 'add', ...event, '--name', '  Möwe '), { name: 'Möwe' });
  await send('POST', '/schedule', { defaultResultMode: 'placesOnly' });
  const at = ['--at', '2026-06-13T09:00:00+02:00'];
  assert.deepEqual(
    await json('race', 'add', ...event, '--number', '7', ...at, '--title', 'Final'),
    {
      raceNumber: 7,
    },
  );
  const { races } = (await send('GET', '/schedule')).json;
  assert.deepEqual(
    [races[0].externalId, races[0].raceNumber, races[0].title, races[0].scheduledAt],
    [null, 7, 'Final', '2026-06-13T07:00:00Z'],
  );
  assert.equal(races[0].resultMode, 'placesOnly');
  const pushed = await send('PUT', '/races', [{ externalId: 'seven', raceNumber: 7 }]);
  assert.equal(pushed.json.races[0].outcome, 'adopted');
  const crews = await send('PUT', '/teams', [{ externalId: 'm', name: 'Möwe' }]);
  assert.deepEqual([crews.json.teams[0].outcome, crews.json.teams[0].adopted], ['adopted', true]);
});

test('command line: what it changes counts at once in the running service', async () => {
  const { userId, clubId, eventId, key, send } = await provisionByHand();
  await send('POST', '/schedule');
  await send('POST', '/schedule/publish');
  assert.deepEqual(await json('schedule', 'unpublish', '--event', eventId), {
    eventId: Number(eventId),
    status: 'draft',
  });
  assert.equal((await send('GET', '/schedule')).json.status, 'draft');

  const member = ['--club', clubId, '--user', userId];
  await addAdmin(clubId);
  await json('member', 'remove', ...member);
  assert.equal((await send('GET', '/schedule')).json.code, 'event_not_found');
  assert.equal((await send('PUT', '/teams', [])).json.code, 'event_not_found');
  assert.deepEqual((await service.send('GET', '/v1/events', { key })).json, { events: [] });
  await json('member', 'set', ...member, '--role', 'admin');
  assert.equal((await send('GET', '/schedule')).status, 200);
  await json('member', 'set', ...member, '--role', 'member');
  assert.equal((await send('GET', '/schedule')).status, 404);

  const revoked = await json('key', 'revoke', '--prefix', key.slice(0, 9));
  assert.deepEqual(Object.keys(revoked), ['keyPrefix', 'revokedAt']);
  const refused = await send('GET', '/v1/me');
  assert.deepEqual([refused.status, refused.json.code], [401, 'invalid_credentials']);
  const { keys } = await json('key', 'list', '--user', userId);
  assert.equal(keys[0].revokedAt, revoked.revokedAt);
  const again = await json('key', 'revoke', '--prefix', key.slice(0, 9));
  assert.equal(again.revokedAt, revoked.revokedAt, 'the first time counts');
});

test('command line: history --json lists who, when, what, before and after, newest first', async () => {
  const { eventId, userId, key, send } = await provisionByHand();
  await send('POST', '/schedule');
  await send('PUT', '/teams', [{ externalId: 'a', name: 'A' }]);
  await json('team', 'add', '--event', eventId, '--name', 'Hand');
  const document = await json('history', '--event', eventId);
  assert.deepEqual(Object.keys(document), ['changes']);
  const [hand, push, schedule, event] = document.changes;
  assert.deepEqual([hand.userId, hand.keyPrefix], [null, null]);
  assert.equal(hand.changes[0].after.name, 'Hand');
  assert.deepEqual([push.userId, push.keyPrefix], [userId, key.slice(0, 9)]);
  assert.deepEqual([push.changes[0].before, push.changes[0].after.name], [null, 'A']);
  assert.equal(schedule.changes[0].after.status, 'draft');
  assert.equal(document.changes.length, event ? 4 : 3);
  const text = await run(['history', '--event', eventId]);
  assert.match(text.stdout, /Hand[\s\S]*Maja/);
});

test('L16: managers and admins mint keys, members and strangers are refused', async () => {
  const { userId } = await json('user', 'add', '--name', 'Somebody');
  const { clubId } = await json('club', 'add', '--name', 'Club');
  const mint = ['key', 'mint', '--user', userId, '--label', 'x'];
  await fails(1, mint, /manage/);
  const role = (name: string) =>
    json('member', 'set', '--club', clubId, '--user', userId, '--role', name);
  await role('member');
  await fails(1, [...mint, '--json'], /manage/);
  await role('schedule_manager');
  await json(...mint);
  await role('admin');
  await json(...mint);
  const { keys } = await json('key', 'list', '--user', userId);
  assert.equal(keys.length, 2);
});

test('command line: what cannot be done ends with 1 and one line', async () => {
  const { userId, clubId, eventId, send } = await provisionByHand();
  const event = ['--event', eventId];
  const at = ['--at', '2026-06-13T09:00:00Z'];
  const add = ['event', 'add', '--club', clubId, '--creator', userId, '--name', 'R'];
  const days = ['--start', '2026-06-13', '--end', '2026-06-14'];
  const member = (club: string, user: string, role: string) => [
    'member',
    'set',
    '--club',
    club,
    '--user',
    user,
    '--role',
    role,
  ];
  const before: [string[], RegExp][] = [
    [['user', 'add', '--name', ' \t'], /name/],
    [['club', 'add', '--name', ''], /name/],
    [member('999', userId, 'admin'), /999/],
    [member(clubId, '999', 'admin'), /999/],
    [['member', 'remove', '--club', clubId, '--user', '999'], /999/],
    [['member', 'remove', '--club', '999', '--user', userId], /999/],
    [['event', 'add', '--club', '999', '--creator', userId, '--name', 'R', ...days], /999/],
    [['event', 'add', '--club', clubId, '--creator', '999', '--name', 'R', ...days], /999/],
    [[...add, '--start', '2026-06-14', '--end', '2026-06-13'], /end/],
    [[...add, '--start', '2026-02-30', '--end', '2026-06-13'], /start/],
    [[...add, ...days, '--timezone', 'Mars/Base'], /timezone/],
    [[...add, ...days, '--timezone', '+02:00'], /timezone/],
    [[...add, ...days, '--country', 'DEU'], /country/],
    [['key', 'mint', '--user', '999', '--label', 'x'], /999/],
    [['key', 'mint', '--user', userId, '--label', ''], /label/],
    [['key', 'mint', '--user', userId, '--label', '  '], /label/],
    [['key', 'mint', '--user', userId, '--label', 'Finish\u001b[2J'], /control characters/],
    [['key', 'mint', '--user', userId, '--label', 'x'.repeat(101)], /label/],
    [['key', 'list', '--user', '999'], /999/],
    [['key', 'revoke', '--prefix', 'ro_zzzzzz'], /ro_zzzzzz/],
    [['key', 'revoke', '--prefix', ''], /prefix/],
    [['team', 'add', '--event', '999', '--name', 'A'], /999/],
    [['team', 'add', ...event, '--name', '  '], /name/],
    [['team', 'add', ...event, '--name', 'x'.repeat(121)], /name/],
    [['race', 'add', '--event', '999', '--number', '1', ...at], /999/],
    [['race', 'add', ...event, '--number', '1', ...at], /schedule/],
    [['schedule', 'unpublish', ...event], /schedule/],
    [['schedule', 'unpublish', '--event', '999'], /999/],
    [['history', '--event', '999'], /999/],
    [['demo'], /empty/],
  ];
  for (const [words, message] of before) {
    await fails(1, words, message);
    await fails(1, [...words, '--json'], message);
  }
  await send('POST', '/schedule');
  await json('team', 'add', ...event, '--name', 'Heron');
  await json('race', 'add', ...event, '--number', '7', ...at);
  const later: [string[], RegExp][] = [
    [['team', 'add', ...event, '--name', ' Heron '], /Heron/],
    [['race', 'add', ...event, '--number', '7', ...at], /7/],
    [['race', 'add', ...event, '--number', '0', ...at], /number/],
    [['race', 'add', ...event, '--number', '1.5', ...at], /number/],
    [['race', 'add', ...event, '--number', 'one', ...at], /number/],
    [['race', 'add', ...event, '--number', '2147483648', ...at], /number/],
    [['race', 'add', ...event, '--number', '8', '--at', '2026-06-13T09:00:00'], /at/],
    [['race', 'add', ...event, '--number', '8', '--at', 'tomorrow'], /at/],
    [['race', 'add', ...event, '--number', '8', ...at, '--title', 'x'.repeat(201)], /title/],
  ];
  for (const [words, message] of later) await fails(1, words, message);
  assert.equal((await send('GET', '/schedule')).json.races.length, 1);
  assert.equal((await send('GET', '/teams')).json.teams.length, 1);
});

test('command line: ids that are none are refused in one line', async () => {
  for (const id of ['abc', '', '0', '-1', '1.5', '01', '9'.repeat(30), '1; drop table users']) {
    const result = await run(['history', '--event', id, '--json']);
    assert.ok(result.status === 1 || result.status === 2, JSON.stringify(result));
    assert.equal(result.stdout, '');
    assert.match(result.stderr, /^[^\n]+event[^\n]+\n$/);
  }
});

test('command line: a wrong call ends with 2 and one line that says what is right', async () => {
  const calls: [string[], RegExp][] = [
    [['nonsense'], /nonsense/],
    [['user'], /user/],
    [['user', 'delete'], /user delete/],
    [['--json'], /--help/],
    [['user', 'add'], /--name/],
    [['user', 'add', '--json'], /--name/],
    [['user', 'add', '--name'], /--name/],
    [['user', 'add', '--nam', 'x'], /--nam/],
    [['user', 'add', '--name', 'x', 'y'], /y/],
    [['key', 'mint', '--user', '1'], /--label/],
    [['key', 'revoke'], /--prefix/],
    [['event', 'add', '--name', 'x'], /--club/],
    [['member', 'set', '--club', '1', '--user', '1'], /--role/],
    [['race', 'add', '--event', '1', '--number', '1'], /--at/],
    [['schedule', 'unpublish'], /--event/],
    [['schedule', 'withdraw', '--event', '1'], /schedule withdraw/],
    [['history'], /--event/],
    [['backup'], /--to/],
    [['migrate', '--to', '5'], /--to/],
    [['migrate', '-x'], /-x/],
    [['serve', '--json=yes'], /json/],
  ];
  for (const [words, message] of calls) await fails(2, words, message);
});

test('command line: without a command it is a wrong call that names the help', async () => {
  await fails(2, [], /--help/);
});

test('command line: the help names every command', async () => {
  const { status, stdout } = await run(['--help']);
  assert.equal(status, 0);
  for (const name of ['serve', 'migrate', 'demo', 'user add', 'club add', 'member set']) {
    assert.ok(stdout.includes(`running-order ${name}`), name);
  }
  for (const name of ['member remove', 'event add', 'key mint', 'key list', 'key revoke']) {
    assert.ok(stdout.includes(`running-order ${name}`), name);
  }
  for (const name of ['team add', 'race add', 'schedule unpublish', 'history', 'backup']) {
    assert.ok(stdout.includes(`running-order ${name}`), name);
  }
});

test('settings: what cannot be used is one line that names the setting', async () => {
  type Case = [Record<string, string>, RegExp];
  const cases: Case[] = [
    [{ PORT: 'http' }, /PORT/],
    [{ PORT: '65536' }, /PORT/],
    [{ PORT: '-1' }, /PORT/],
    [{ PORT: '80.5' }, /PORT/],
    [{ PORT: ' ' }, /PORT/],
    [{ LOG_LEVEL: 'loud' }, /LOG_LEVEL/],
    [{ READS_PER_MINUTE: '0' }, /READS_PER_MINUTE/],
    [{ WRITES_PER_MINUTE: 'many' }, /WRITES_PER_MINUTE/],
    [{ PUBLIC_URL: 'regatta.example' }, /PUBLIC_URL/],
    [{ PUBLIC_URL: 'ftp://regatta.example' }, /PUBLIC_URL/],
    [{ SMTP_URL: 'smtp://mail.example' }, /MAIL_FROM/],
    [{ MAIL_FROM: 'a@b.example' }, /SMTP_URL/],
    ...['mail.example', 'http://mail.example', 'smtp://', 'smtp:x'].map(
      (SMTP_URL): Case => [{ SMTP_URL, MAIL_FROM: 'a@b.example' }, /SMTP_URL must be/],
    ),
    ...['nobody', 'Name <a@b.example', 'a@b.example, c@d.example', 'A\r\nB <a@b.example>'].map(
      (MAIL_FROM): Case => [{ SMTP_URL: 'smtp://mail.example', MAIL_FROM }, /MAIL_FROM must be/],
    ),
    ...['0', '1001', '-1', 'all'].map((BACKUP_KEEP): Case => [{ BACKUP_KEEP }, /BACKUP_KEEP/]),
    ...['0', '36501', '-1', '1.5', 'never'].flatMap((days): Case[] => [
      [{ RETAIN_HISTORY_DAYS: days }, /RETAIN_HISTORY_DAYS must be a whole number from 1 to/],
      [{ RETAIN_EVENTS_DAYS: days }, /RETAIN_EVENTS_DAYS must be a whole number from 1 to/],
    ]),
    [
      { DATABASE_URL: 'postgres://localhost/x', BACKUP_FOLDER: 'b' },
      /BACKUP_FOLDER must be empty .*pg_dump/,
    ],
    [{ DATABASE_URL: 'mysql://localhost/x' }, /DATABASE_URL/],
    [{ DATABASE_URL: 'regatta.db' }, /DATABASE_URL/],
    [{ DATABASE_URL: 'sqlite:' }, /DATABASE_URL/],
    [{ DATABASE_URL: 'sqlite::memory:' }, /DATABASE_URL/],
  ];
  for (const [environment, message] of cases) await fails(1, ['serve'], message, environment);
  await fails(1, ['serve', '--port', 'x'], /port/i);
});

test('settings: a database that cannot be opened is one line that names it', async () => {
  const directory = join(folder, 'a-directory');
  mkdirSync(directory);
  const text = join(folder, 'letter.txt');
  writeFileSync(text, 'Dear race office,\n'.repeat(500));
  const cases: [string, RegExp][] = [
    [`sqlite:${directory}`, /a-directory/],
    [`sqlite:${text}`, /letter\.txt/],
    [`sqlite:${join(text, 'below.db')}`, /below\.db/],
    ['sqlite:/dev/null/place.db', /place\.db/],
    [`sqlite:${join(folder, 'x'.repeat(300))}`, /xxx/],
  ];
  if (process.getuid?.() !== 0) {
    mkdirSync(join(folder, 'locked'), { mode: 0o555 });
    cases.push([`sqlite:${join(folder, 'locked', 'place.db')}`, /place\.db/]);
  }
  for (const [DATABASE_URL, message] of cases) {
    for (const words of [['serve'], ['migrate', '--json'], ['user', 'add', '--name', 'x']]) {
      await fails(1, words, message, { DATABASE_URL });
    }
  }
  assert.equal(readFileSync(text, 'utf8'), 'Dear race office,\n'.repeat(500));
});

test('settings: a small file that is no database is refused too, and not written over', async () => {
  for (const [name, text] of [
    ['tiny.txt', 'x'],
    ['.env', 'PORT=8080\nPUBLIC_URL=https://regatta.example\n'],
  ] as const) {
    const file = join(folder, name);
    writeFileSync(file, text);
    await run(['migrate'], { DATABASE_URL: `sqlite:${file}` });
    assert.equal(readFileSync(file, 'latin1'), text);
    await fails(1, ['migrate'], new RegExp(name), { DATABASE_URL: `sqlite:${file}` });
  }
});

test('settings: a password in DATABASE_URL is not printed', async () => {
  for (const url of ['mysql://maja:hunter2@host/db', 'x://maja:hunter2/@host/db']) {
    const result = await run(['migrate'], { DATABASE_URL: url });
    assert.equal(result.status, 1);
    assert.ok(!result.stderr.includes('hunter2'), result.stderr);
  }
});

test('settings: a password in SMTP_URL is not printed', async () => {
  const result = await run(['serve'], { SMTP_URL: 'http://maja:hunter2@host', MAIL_FROM: 'a@b.c' });
  assert.equal(result.status, 1);
  assert.ok(!result.stderr.includes('hunter2'), result.stderr);
});

test('settings: a port that is taken is one line that says what to do', async () => {
  const { port } = new URL(service.url);
  // A database of its own, because an embedded one that is served already is refused before the port is tried.
  const own = { DATABASE_URL: `sqlite:${join(folder, 'port.db')}` };
  await fails(1, ['serve'], new RegExp(`${port}.*PORT`), { ...own, PORT: port });
  await fails(1, ['serve', '--port', port], new RegExp(port), own);
  await fails(1, ['serve', '--port', '0'], /HOST/, { ...own, HOST: '203.0.113.1' });
  const event: Provisioned = await service.provision();
  assert.equal((await event.send('GET', '/teams')).status, 200, 'the other one goes on');
});

if (isOnServer) {
  test('command line: a backup of a server is left to its own programs', async () => {
    await fails(1, ['backup', '--to', join(folder, 'copy.db')], /pg_dump/);
  });
} else {
  test('command line: a backup refuses a file that exists, and leaves it as it is', async () => {
    const file = join(folder, 'precious.txt');
    writeFileSync(file, 'precious');
    await fails(1, ['backup', '--to', file], /precious\.txt/);
    assert.equal(readFileSync(file, 'utf8'), 'precious');
    const own = service.databaseUrl.slice('sqlite:'.length);
    await fails(1, ['backup', '--to', own, '--json'], /exists/);
    await fails(1, ['backup', '--to', folder], /exists/);
  });

  test('command line: a backup that cannot be written says which file, and what to do', async () => {
    const missing = join(folder, 'no', 'such', 'folder', 'copy.db');
    await fails(1, ['backup', '--to', missing], /copy\.db .*make the folder .*folder first/);
    assert.ok(!existsSync(missing));
  });

  test('command line: a backup needs a name for its file', async () => {
    await fails(1, ['backup', '--to', ''], /--to/);
  });
}
