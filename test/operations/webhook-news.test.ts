/** Which writes are noted for webhooks: those that the public board shows, whoever makes them and by whichever way. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { WEBHOOK_KINDS } from '../../src/contract/webhooks.ts';
import { Refusal } from '../../src/domain/refusal.ts';
import type { NotedRaces } from '../../src/domain/webhooks/delivery-rules.ts';
import { addWebhook, editWebhook, removeWebhook } from '../../src/operations/office/webhooks.ts';
import { setDelay } from '../../src/operations/pushes/schedule.ts';
import { addMember } from '../support/accounts.ts';
import { times } from '../support/board.ts';
import { signIn } from '../support/console.ts';
import { type Office, officeOf, openOffice } from '../support/office.ts';
import { performOn, tryOn } from '../support/perform.ts';
import { startTestService } from '../support/service.ts';

/** No server listens at this address: the tests read what is noted for a webhook before it is sent. */
const NOWHERE = 'http://127.0.0.1:9';
const service = await startTestService({ WEBHOOK_ORIGINS: NOWHERE });

async function watch(
  office: Pick<Office, 'person' | 'path'>,
  kinds: readonly string[] = WEBHOOK_KINDS,
) {
  const wish = { url: `${NOWHERE}/x`, kinds, label: 'x' };
  const made = await office.person.send('POST', `${office.path}/webhooks`, wish);
  assert.equal(made.status, 201, made.text);
  return made.json.id as number;
}

/** Takes away what has been noted for a webhook since the last call. @returns race numbers, by kind */
async function noted(webhookId: number): Promise<Record<string, number[]>> {
  const rows = await service.database.write(async (tx) => {
    const of = tx.selectFrom('webhook_deliveries').where('webhook_id', '=', webhookId);
    const found = await of.orderBy('id').select(['type', 'races']).execute();
    await tx.deleteFrom('webhook_deliveries').where('webhook_id', '=', webhookId).execute();
    return found;
  });
  return Object.fromEntries(
    rows.map(({ type, races }) => {
      const { named } = JSON.parse(races) as NotedRaces;
      return [type, named.map(({ raceNumber }) => raceNumber).sort((a, b) => a - b)];
    }),
  );
}

type Act = (office: Office) => Promise<unknown>;

const official: Act = async ({ write, ids }) =>
  write(`/races/${(await ids()).races[1]}/official`, { official: true });

/** Writes that are made one after the other on one event, with what is noted for each. */
const WRITES: [what: string, act: Act, told: Record<string, number[]>][] = [
  [
    'results by timing',
    ({ event }) => event.send('PUT', '/races/r1/results', times(400_000, 401_000)),
    { 'results.changed': [1] },
  ],
  [
    'the same once more',
    ({ event }) => event.send('PUT', '/races/r1/results', times(400_000, 401_000)),
    {},
  ],
  [
    'results by the office',
    async ({ write, ids }) =>
      write(`/races/${(await ids()).races[1]}/results`, {
        results: [{ position: 3, status: 'dnf' }],
      }),
    { 'results.changed': [1] },
  ],
  [
    'that they are provisional',
    ({ write }) => write('/settings', { provisionalResults: true }),
    { 'results.changed': [1], 'schedule.changed': [2, 3] },
  ],
  ['that they are official', official, { 'results.changed': [1] }],
  [
    'another time',
    ({ event }) =>
      event.send('PUT', '/races', [
        { externalId: 'r3', raceNumber: 3, scheduledAt: '2026-06-14T11:00:00+02:00' },
      ]),
    { 'schedule.changed': [3] },
  ],
  [
    'a draw',
    ({ event }) => event.send('PUT', '/races/r3/entries', [{ position: 1, teamExternalId: 'c1' }]),
    { 'schedule.changed': [3] },
  ],
  [
    'another name of a crew',
    ({ event }) => event.send('PUT', '/teams', [{ externalId: 'c2', name: 'Buche', sortOrder: 2 }]),
    { 'schedule.changed': [1, 2] },
  ],
  [
    'a delay',
    ({ write }) => write('/delay', { venueDay: '2026-06-14', delayMinutes: 10 }),
    { 'delay.changed': [2, 3] },
  ],
  [
    'a delay by a command',
    ({ event }) =>
      performOn(service, event.eventId, setDelay, { venueDay: '2026-06-14', delayMinutes: 15 }),
    { 'delay.changed': [2, 3] },
  ],
  [
    'a race that is cancelled',
    async ({ write, ids }) =>
      write(`/races/${(await ids()).races[3]}/state`, { state: 'cancelled', reason: 'Wind' }),
    { 'race.state': [3] },
  ],
  [
    'a race that is started',
    async ({ write, ids }) =>
      write(
        `/races/${(await ids()).races[2]}/racing`,
        { startedAt: '2026-06-14T07:12:00Z' },
        'PATCH',
      ),
    { 'race.state': [2] },
  ],
  [
    'a notice',
    ({ person, path }) => person.send('POST', `${path}/notices`, { text: 'Prizes at 5' }),
    { 'notice.posted': [] },
  ],
  [
    'what it is called',
    ({ person, path }) => person.send('PATCH', path, { name: 'Autumn regatta' }),
    { 'schedule.changed': [] },
  ],
  ['what only the office sees', ({ write }) => write('/settings', { crewGapMinutes: 30 }), {}],
  [
    'results that are hidden',
    ({ write }) => write('/settings', { defaultResultVisibility: 'hidden' }),
    { 'results.changed': [1], 'schedule.changed': [2, 3] },
  ],
  ['hidden results', ({ event }) => event.send('PUT', '/races/r1/results', times(390_000)), {}],
  [
    'a race that is removed',
    async ({ write, ids }) => write('/races', { races: [], removed: [(await ids()).races[3]] }),
    { 'schedule.changed': [3] },
  ],
  ['a draft', ({ write }) => write('/unpublish', {}, 'POST'), { 'schedule.unpublished': [] }],
  [
    'what is done to a draft',
    ({ event }) =>
      event.send('PUT', '/races', [
        { externalId: 'r2', raceNumber: 2, scheduledAt: '2026-06-14T09:30:00+02:00' },
      ]),
    {},
  ],
  [
    'that it is published',
    ({ write }) => write('/publish', {}, 'POST'),
    { 'schedule.published': [] },
  ],
];

const office = await openOffice(service);
const webhookId = await watch(office);

for (const [what, act, told] of WRITES) {
  test(`webhooks are told of ${what}: ${Object.keys(told).join(', ') || 'nothing'}`, async () => {
    const done = await act(office);
    const { status = 200, text = '' } = done as { status?: number; text?: string };
    assert.ok(typeof status !== 'number' || status < 300, text);
    assert.deepEqual(await noted(webhookId), told);
  });
}

test('webhooks are told of an undo, and of another name of the club', async () => {
  await office.event.send('PUT', '/races', [
    { externalId: 'r2', raceNumber: 2, scheduledAt: '2026-06-14T09:45:00+02:00' },
  ]);
  assert.deepEqual(await noted(webhookId), { 'schedule.changed': [2] });
  const { json } = await office.person.send('GET', `${office.path}/history`);
  const undone = await office.write(`/history/${json.entries[0].id}/undo`, {}, 'POST');
  assert.equal(undone.status, 200, undone.text);
  assert.deepEqual(await noted(webhookId), { 'schedule.changed': [2] });
  const userId = await addMember(service.database, office.event.clubId, 'admin');
  const admin = await signIn(service, userId);
  const renamed = await admin.send('PATCH', `/clubs/${office.event.clubId}`, {
    name: 'RC',
  });
  assert.ok(renamed.status < 300, renamed.text);
  assert.deepEqual(await noted(webhookId), { 'schedule.changed': [] });
});

test('webhooks are told of what they want, while they are switched on', async () => {
  const wanted = await openOffice(service);
  const id = await watch(wanted, ['delay.changed']);
  await wanted.event.send('PUT', '/races/r1/results', times(400_000));
  assert.deepEqual(await noted(id), {});
  await wanted.person.send('PATCH', `${wanted.path}/webhooks/${id}`, { enabled: false });
  await wanted.write('/delay', { venueDay: '2026-06-14', delayMinutes: 10 });
  assert.deepEqual(await noted(id), {});
});

test('a delay moves no race that has results, whoever sets it', async () => {
  const delayed = await openOffice(service);
  await delayed.event.send('PUT', '/races/r2/results', times(400_000));
  const id = await watch(delayed, ['delay.changed']);
  const body = { venueDay: '2026-06-14', delayMinutes: 10 };
  await delayed.event.send('PUT', '/schedule/delay', body);
  assert.deepEqual(await noted(id), { 'delay.changed': [3] });
  await delayed.write('/delay', { ...body, delayMinutes: 20 });
  assert.deepEqual(await noted(id), { 'delay.changed': [3] });
});

test('webhooks of an event that is announced are told of its facts and notices, and of nothing in its draft', async () => {
  const draft = await officeOf(service, await service.provision());
  const id = await watch(draft);
  await draft.person.send('PATCH', draft.path, { announced: true });
  assert.deepEqual(await noted(id), {});
  await draft.event.send('POST', '/schedule', {});
  await draft.event.send('PUT', '/races', [
    { externalId: 'r1', raceNumber: 1, scheduledAt: '2026-06-14T09:00:00Z' },
  ]);
  assert.deepEqual(await noted(id), {});
  await draft.person.send('PATCH', draft.path, { city: 'Bonn' });
  assert.deepEqual(await noted(id), { 'schedule.changed': [] });
});

test('a change joins what was not tried yet of its kind, and a board of its revision is there', async () => {
  const joined = await openOffice(service);
  const id = await watch(joined);
  await joined.event.send('PUT', '/races/r1/results', times(400_000));
  await joined.event.send('PUT', '/races/r2/results', times(300_000));
  await joined.event.send('PUT', '/races/r1/results', times(400_000, 402_000));
  const { revision } = (await joined.event.board()).json;
  const [row, ...others] = await service.database.reads
    .selectFrom('webhook_deliveries')
    .where('webhook_id', '=', id)
    .selectAll()
    .execute();
  assert.deepEqual(others, []);
  assert.deepEqual([row?.revision, row?.version, row?.attempts], [revision, 3, 0]);
  assert.deepEqual(await noted(id), { 'results.changed': [1, 2] });
});

test('what is done to webhooks shows nowhere but in the history', async () => {
  const { event, read } = await openOffice(service);
  const { json: before } = await event.board();
  const { updatedAt, revision } = await read();
  const wish = { url: 'https://hooks.example/x', kinds: [...WEBHOOK_KINDS], label: 'x' };
  const { result: made } = await performOn(service, event.eventId, addWebhook, wish);
  assert.deepEqual(made.kinds, WEBHOOK_KINDS);
  // The operation `addWebhook` alone stores no webhook, so there is none to edit or remove.
  const which = { id: made.id };
  const refusals = [
    await tryOn(service, event.eventId, editWebhook, which),
    await tryOn(service, event.eventId, removeWebhook, which),
  ];
  for (const refusal of refusals) {
    assert.ok(refusal instanceof Refusal && refusal.code === 'not_found');
  }
  assert.deepEqual((await event.board()).json, before);
  const after = await read();
  assert.deepEqual([after.updatedAt, after.revision], [updatedAt, revision + 1]);
});
