/** What every write stores in the history: who, when, what, before and after. */
import assert from 'node:assert/strict';
import { userInfo } from 'node:os';
import { test } from 'node:test';
import type { Outcome, Values } from '../../src/commands/command.ts';
import { history } from '../../src/commands/office/history.ts';
import { raceAdd } from '../../src/commands/office/races.ts';
import { scheduleUnpublish } from '../../src/commands/office/schedule.ts';
import { teamAdd } from '../../src/commands/office/teams.ts';
import { readSettings } from '../../src/settings.ts';
import { type Provisioned, startTestService } from '../support/service.ts';

interface Change {
  subject: string;
  name: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}

interface Entry {
  at: string;
  userId: string | null;
  displayName: string | null;
  keyPrefix: string | null;
  loginName: string | null;
  operation: string;
  changes: Change[];
}

const service = await startTestService();

const context = () => ({
  settings: readSettings({ DATABASE_URL: service.databaseUrl }),
  progress: () => {},
});

async function run(command: { run: typeof history.run }, values: Values): Promise<Outcome> {
  const outcome = await command.run(values, context());
  assert.ok(outcome);
  return outcome;
}

/** What `running-order history --event E --json` prints. */
async function read(event: Provisioned): Promise<Entry[]> {
  const { json } = await run(history, { event: String(event.eventId) });
  const printed = JSON.parse(JSON.stringify(json));
  assert.deepEqual(Object.keys(printed), ['changes']);
  return printed.changes;
}

async function ok(event: Provisioned, method: string, path: string, body?: unknown) {
  const reply = await event.send(method, path, body);
  assert.ok(reply.status === 200 || reply.status === 201, reply.text);
}

async function provisionRegatta(): Promise<Provisioned> {
  const event = await service.provision();
  await ok(event, 'POST', '/schedule');
  await ok(event, 'PUT', '/teams', [
    { externalId: 'a', name: 'Adler' },
    { externalId: 'b', name: 'Biber' },
  ]);
  await ok(event, 'PUT', '/races', [
    { externalId: 'r', raceNumber: 16, scheduledAt: '2026-06-13T09:00:00Z' },
  ]);
  await ok(event, 'PUT', '/races/r/entries', [
    { position: 1, teamExternalId: 'a' },
    { position: 2, teamExternalId: 'b' },
  ]);
  return event;
}

/** The one entry that a write leaves, which must be the newest. */
async function entryOf(event: Provisioned, write: () => Promise<unknown>): Promise<Entry> {
  const before = await read(event);
  await write();
  const after = await read(event);
  assert.deepEqual(after.slice(1), before, 'one entry more, newest first');
  return after[0] as Entry;
}

test('history: a write names its author, its key and its moment', async () => {
  const event = await provisionRegatta();
  const start = Date.now();
  const entry = await entryOf(event, () =>
    ok(event, 'PUT', '/races', [{ externalId: 'r', raceNumber: 16, title: 'Final' }]),
  );
  assert.equal(entry.userId, String(event.userId));
  assert.equal(entry.displayName, 'Race office');
  assert.equal(entry.keyPrefix, event.key.slice(0, 9));
  assert.equal(entry.loginName, null);
  assert.match(entry.at, /Z$/);
  assert.ok(Date.parse(entry.at) >= start - 1000 && Date.parse(entry.at) <= Date.now() + 1000);
  assert.ok(entry.operation.length > 0);
});

test('history: before and after hold what changed, and only that', async () => {
  const event = await provisionRegatta();
  const one = async (write: () => Promise<unknown>) => {
    const { changes } = await entryOf(event, write);
    assert.equal(changes.length, 1, JSON.stringify(changes));
    const [{ before, after, name }] = changes as [Change];
    return { before, after, name };
  };
  const race = { externalId: 'r', raceNumber: 16 };
  const renamed = await one(() => ok(event, 'PUT', '/races', [{ ...race, title: 'Final' }]));
  assert.deepEqual([renamed.before, renamed.after], [{ title: null }, { title: 'Final' }]);
  assert.match(renamed.name, /16/);

  const cleared = await one(() => ok(event, 'PUT', '/races', [{ ...race, title: null }]));
  assert.deepEqual([cleared.before, cleared.after], [{ title: 'Final' }, { title: null }]);

  const crew = await one(() => ok(event, 'PUT', '/teams', [{ externalId: 'a', name: 'Amsel' }]));
  assert.deepEqual([crew.before, crew.after], [{ name: 'Adler' }, { name: 'Amsel' }]);

  const delay = { venueDay: '2026-06-13', delayMinutes: 25 };
  const delayed = await one(() => ok(event, 'PUT', '/schedule/delay', delay));
  assert.deepEqual([delayed.before, delayed.after], [{ delayMinutes: 0 }, { delayMinutes: 25 }]);
  assert.match(delayed.name, /2026-06-13/);

  const published = await one(() => ok(event, 'POST', '/schedule/publish'));
  assert.deepEqual(
    [published.before, published.after],
    [{ status: 'draft' }, { status: 'published' }],
  );

  const result = { position: 2, finishTimeMillis: 99, penaltyMillis: 1 };
  const scored = await one(() => ok(event, 'PUT', '/races/r/results', [result]));
  assert.deepEqual(
    [scored.before, scored.after],
    [
      { status: 'assigned', finishTimeMillis: null, penaltyMillis: null },
      { status: 'finished', finishTimeMillis: 99, penaltyMillis: 1 },
    ],
  );
  assert.match(scored.name, /16.*2/);
});

test('history: what is new has no before, what is gone no after', async () => {
  const event = await provisionRegatta();
  const [, draw, races, teams, created] = [null, ...(await read(event))];
  assert.deepEqual(
    [draw, races, teams, created].map((entry) => entry?.changes.map((change) => change.before)),
    [[null, null], [null], [null, null], [null]],
  );
  assert.equal(draw?.changes[0]?.after?.team, 'Adler');
  assert.equal(races?.changes[0]?.after?.externalId, 'r');
  const removed = await entryOf(event, () => ok(event, 'PUT', '/races/r/entries', []));
  assert.deepEqual(
    removed.changes.map((change) => [change.before?.team, change.after]),
    [
      ['Adler', null],
      ['Biber', null],
    ],
  );
});

test('history: a swap of crews, of names and of numbers names both', async () => {
  const event = await provisionRegatta();
  const swapped = await entryOf(event, () =>
    ok(event, 'PUT', '/races/r/entries', [
      { position: 1, teamExternalId: 'b' },
      { position: 2, teamExternalId: 'a' },
    ]),
  );
  assert.deepEqual(
    swapped.changes.map(({ before, after }) => [before?.team, after?.team]),
    [
      ['Adler', 'Biber'],
      ['Biber', 'Adler'],
    ],
  );
  const names = await entryOf(event, () =>
    ok(event, 'PUT', '/teams', [
      { externalId: 'a', name: 'Biber' },
      { externalId: 'b', name: 'Adler' },
    ]),
  );
  assert.equal(names.changes.length, 2);
});

test('history: a push records only the elements that it changed', async () => {
  const event = await provisionRegatta();
  const more = Array.from({ length: 50 }, (_, index) => ({
    externalId: `m${index}`,
    raceNumber: 100 + index,
    scheduledAt: '2026-06-13T10:00:00Z',
  }));
  await ok(event, 'PUT', '/races', more);
  const changed = more.with(7, { ...more[7], title: 'Seven' } as never);
  const entry = await entryOf(event, () => ok(event, 'PUT', '/races', changed));
  assert.deepEqual(
    entry.changes.map((change) => [change.before, change.after]),
    [[{ title: null }, { title: 'Seven' }]],
  );
});

test('history: unchanged pushes leave nothing', async () => {
  const event = await provisionRegatta();
  const before = await read(event);
  await ok(event, 'POST', '/schedule', { laneScheme: ['x'] });
  await ok(event, 'PUT', '/teams', [{ externalId: 'a', name: 'Adler' }]);
  await ok(event, 'PUT', '/races', [
    { externalId: 'r', raceNumber: 16, scheduledAt: '2026-06-13T11:00:00+02:00' },
  ]);
  await ok(event, 'PUT', '/races/r/entries', [
    { position: 2, teamExternalId: 'b', positionLabel: null },
    { position: 1, teamExternalId: 'a' },
  ]);
  await ok(event, 'PUT', '/races/r/results', [{ position: 1, status: 'assigned' }]);
  await ok(event, 'PUT', '/schedule/delay', { venueDay: '2026-06-13', delayMinutes: 0 });
  for (const path of ['/teams', '/races', '/races/r/results']) await ok(event, 'PUT', path, []);
  assert.deepEqual(await read(event), before);
});

test('history: refused pushes leave nothing', async () => {
  const event = await provisionRegatta();
  const before = await read(event);
  const refused: [string, unknown, number][] = [
    [
      '/teams',
      [
        { externalId: 'n', name: 'New' },
        { externalId: 'm', name: 'Adler' },
      ],
      409,
    ],
    ['/teams', [{ externalId: 'n', name: '' }], 422],
    ['/races', [{ externalId: 'n', raceNumber: 16, scheduledAt: '2026-06-13T10:00:00Z' }], 409],
    ['/races', [{ externalId: 'n', raceNumber: 17 }], 422],
    ['/races/r/entries', [{ position: 1, teamExternalId: 'b' }], 409],
    ['/races/r/entries', [{ position: 1, teamExternalId: 'nobody' }], 422],
    ['/races/r/results', [{ position: 1, finishPlace: 1 }], 422],
    ['/races/x/results', [{ position: 1, finishTimeMillis: 1 }], 404],
    ['/races', '{', 400],
  ];
  for (const [path, body, status] of refused) {
    const reply = await event.send('PUT', path, body);
    assert.equal(reply.status, status, reply.text);
  }
  assert.deepEqual(await read(event), before);
});

test('history: the command line writes it too, with the name of the login', async () => {
  const event = await provisionRegatta();
  const values = { event: String(event.eventId) };
  const { username } = userInfo();
  const authorOf = ({ userId, displayName, keyPrefix, loginName }: Entry) => {
    assert.deepEqual([userId, displayName, keyPrefix], [null, null, null]);
    return loginName;
  };
  const team = await entryOf(event, () => run(teamAdd, { ...values, name: 'Hand' }));
  assert.equal(authorOf(team), username);
  assert.deepEqual(
    team.changes.map((change) => [change.name, change.before, change.after?.externalId]),
    [['Hand', null, null]],
  );
  const at = '2026-06-13T12:00:00Z';
  const race = await entryOf(event, () => run(raceAdd, { ...values, number: '77', at }));
  assert.equal(authorOf(race), username);
  assert.deepEqual(
    race.changes.map((change) => [change.before, change.after?.raceNumber]),
    [[null, 77]],
  );
  await ok(event, 'POST', '/schedule/publish');
  const unpublished = await entryOf(event, () => run(scheduleUnpublish, values));
  assert.equal(authorOf(unpublished), username);
  const { text } = await run(history, values);
  assert.ok(text.split('\n')[0]?.endsWith(`  by the command line (${username})`), text);
  assert.deepEqual(
    unpublished.changes.map((change) => [change.before, change.after]),
    [[{ status: 'published' }, { status: 'draft' }]],
  );
  const adopted = await entryOf(event, () =>
    ok(event, 'PUT', '/teams', [{ externalId: 'h', name: 'Hand' }]),
  );
  assert.deepEqual(
    adopted.changes.map((change) => [change.before, change.after]),
    [
      [
        { externalId: null, adopted: false },
        { externalId: 'h', adopted: true },
      ],
    ],
  );
});

test('history: a second unpublish, and what the command line refuses, leave nothing', async () => {
  const event = await provisionRegatta();
  const before = await read(event);
  const values = { event: String(event.eventId) };
  await run(scheduleUnpublish, values);
  await assert.rejects(run(teamAdd, { ...values, name: 'Adler' }), /Adler/);
  const at = '2026-06-13T12:00:00Z';
  await assert.rejects(run(raceAdd, { ...values, number: '16', at }), /16/);
  assert.deepEqual(await read(event), before);
});

test('history: the text for people says who, when, what, before and after', async () => {
  const event = await provisionRegatta();
  await ok(event, 'PUT', '/races', [{ externalId: 'r', raceNumber: 16, title: 'Final A' }]);
  const { text } = await run(history, { event: String(event.eventId) });
  const lines = text.split('\n');
  assert.match(
    lines[0] ?? '',
    /^[\d-]{10} [\d:]{8} \+0[12]:00 {2}push-races {2}by Race office \(ro_/,
  );
  assert.match(lines[1] ?? '', /race 16.*title.*null.*Final A/);
  assert.ok(text.includes('Adler') && text.includes('Biber'));
  const fresh = await service.provision();
  const empty = await run(history, { event: String(fresh.eventId) });
  assert.ok(empty.text.length > 0, 'an event without changes says so');
});

test('history: times for people are those of the venue, unless another zone is asked for', async () => {
  const event = await provisionRegatta();
  const scheduledAt = '2026-12-13T09:30:00.250Z';
  await ok(event, 'PUT', '/races', [{ externalId: 'r', raceNumber: 16, scheduledAt }]);
  const values = { event: String(event.eventId) };
  const shown = async (options: Values) => {
    const { text } = await run(history, { ...values, ...options });
    const [heading = '', change = ''] = text.split('\n');
    const [, at = ''] = /^(\S+ \S+ \S+) {2}push-races/.exec(heading) ?? [];
    return { at, change };
  };
  const [newest] = await read(event);
  assert.equal(newest?.changes[0]?.after?.scheduledAt, scheduledAt, 'for programs it is UTC');
  for (const [timezone, before, after] of [
    [undefined, '2026-06-13 11:00:00 +02:00', '2026-12-13 10:30:00.250 +01:00'],
    ['UTC', '2026-06-13 09:00:00 +00:00', '2026-12-13 09:30:00.250 +00:00'],
    ['America/New_York', '2026-06-13 05:00:00 -04:00', '2026-12-13 04:30:00.250 -05:00'],
  ] as const) {
    const { at, change } = await shown(timezone === undefined ? {} : { timezone });
    assert.equal(change, `  race 16: scheduledAt "${before}" → "${after}"`);
    // The text is exact to the second, and names the same instant in every zone.
    const second: number = Math.floor(Date.parse(newest?.at ?? '') / 1000) * 1000;
    assert.equal(Date.parse(at.replace(/^(\S+) (\S+) (\S+)$/, '$1T$2$3')), second);
  }
  await assert.rejects(shown({ timezone: 'Berlin' }), /--timezone/);

  const nowhere = await service.provision({ timezone: null });
  await ok(nowhere, 'POST', '/schedule');
  const { text } = await run(history, { event: String(nowhere.eventId) });
  assert.match(text, /^\S+ \S+ \+00:00 {2}create-schedule/, 'UTC where the event has no zone');
});

test('history: an event shows its own changes only, unknown events are refused', async () => {
  const one = await provisionRegatta();
  const two = await provisionRegatta();
  const before = await read(two);
  await ok(one, 'POST', '/schedule/publish');
  assert.deepEqual(await read(two), before);
  await assert.rejects(run(history, { event: '987654' }), /987654/);
});

test('history: when a push in the middle of others fails, its neighbours keep theirs', async () => {
  const event = await provisionRegatta();
  const before = (await read(event)).length;
  const titles = Array.from({ length: 20 }, (_, index) => `Title ${index}`);
  await Promise.all(
    titles.map((title, index) =>
      event.send('PUT', '/races', [
        { externalId: 'r', raceNumber: 16, title },
        ...(index % 2 ? [{ externalId: 'x', raceNumber: 1 }] : []),
      ]),
    ),
  );
  const entries = (await read(event)).slice(0, -before);
  assert.equal(entries.length, 10);
  // From the oldest entry on, each one begins with the title with which the one before it ended.
  let title: unknown = null;
  for (const entry of entries.reverse()) {
    assert.equal(entry.changes[0]?.before?.title, title);
    title = entry.changes[0]?.after?.title;
  }
});
