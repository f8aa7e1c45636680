/** Webhooks of an event in the console: create, list, change, remove; who may, what is refused, what the history has. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Refusal } from '../../src/domain/refusal.ts';
import { commandLine } from '../../src/operations/actor.ts';
import { eraseCrew } from '../../src/operations/office/erase-crew.ts';
import { undo } from '../../src/operations/undo.ts';
import { assertGuarded, assertRefused, officeOf, openOffice } from '../support/office.ts';
import { tryOn } from '../support/perform.ts';
import { raw } from '../support/raw.ts';
import { refused } from '../support/refused.ts';
import { startTestService } from '../support/service.ts';

const service = await startTestService({ WEBHOOK_ORIGINS: 'http://127.0.0.1:4711' });

const WISH = {
  url: 'https://hooks.example/regatta?token=very-secret-token',
  kinds: ['race.state', 'results.changed'],
  label: 'Club site',
};
const IN_ORDER = ['results.changed', 'race.state'];

async function withWebhook(wish: object = {}) {
  const office = await openOffice(service);
  const made = await office.person.send('POST', `${office.path}/webhooks`, { ...WISH, ...wish });
  assert.equal(made.status, 201, made.text);
  const path = `${office.path}/webhooks/${made.json.id}`;
  return { office, person: office.person, made: made.json, path };
}

test('webhooks: one is made, and its secret is shown this once', async () => {
  const { office, person, made } = await withWebhook();
  const { secret, ...webhook } = made;
  assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
  assert.deepEqual(webhook, {
    ...{ id: webhook.id, url: WISH.url, kinds: IN_ORDER, label: WISH.label, enabled: true },
    ...{ createdAt: webhook.createdAt, lastStatus: null, failingSince: null },
  });
  const listed = await person.send('GET', `${office.path}/webhooks`);
  assert.deepEqual(listed.json, { webhooks: [webhook] });
  for (const format of ['event', 'event-table']) {
    const file = await person.send('GET', `${office.path}/export/${format}`);
    assert.doesNotMatch(file.text, /whsec_|hooks\.example|Club site/);
  }
});

test('webhooks: what is made is not made twice for one Idempotency-Key', async () => {
  const { person, path } = await openOffice(service);
  const send = () =>
    person.send('POST', `${path}/webhooks`, WISH, { 'idempotency-key': 'one of this test' });
  assert.equal((await send()).status, 201);
  refused(await send(), 409, 'conflict');
  assert.equal((await person.send('GET', `${path}/webhooks`)).json.webhooks.length, 1);
});

test('webhooks: they are changed, switched off and on, and removed', async () => {
  const { office, person, made, path } = await withWebhook();
  const { secret: _, ...webhook } = made;
  const patch = { label: 'Mirror', kinds: ['notice.posted'], enabled: false };
  const changed = await person.send('PATCH', path, patch);
  assert.deepEqual([changed.status, changed.json], [200, { ...webhook, ...patch }]);
  const { revision } = await office.read();
  assert.deepEqual((await person.send('PATCH', path, {})).json, changed.json);
  assert.equal((await office.read()).revision, revision, 'nothing changes, and nothing is noted');
  assert.equal((await person.send('PATCH', path, { enabled: true })).json.enabled, true);
  assert.equal((await person.send('DELETE', path)).status, 204);
  assert.deepEqual((await person.send('GET', `${office.path}/webhooks`)).json.webhooks, []);
  for (const [method, tail] of [
    ['PATCH', ''],
    ['DELETE', ''],
    ['GET', '/deliveries'],
    ['POST', '/test'],
    ['POST', '/deliveries/1/again'],
  ] as const) {
    const body = method === 'PATCH' ? {} : undefined;
    refused(await person.send(method, `${path}${tail}`, body), 404, 'not_found');
  }
});

test('webhooks: the history says who did what, and names the origin only', async () => {
  const { office, person, path, made } = await withWebhook();
  await person.send('PATCH', path, { enabled: false });
  await person.send('DELETE', path);
  const { text, json } = await person.send('GET', `${office.path}/history`);
  const entries = json.entries.slice(0, 3);
  assert.deepEqual(
    entries.map(({ operation }: { operation: string }) => operation),
    ['remove-webhook', 'edit-webhook', 'add-webhook'],
  );
  for (const entry of entries) {
    const [change] = entry.changes;
    assert.deepEqual(
      [change.subject, change.id, change.name],
      ['webhook', made.id, 'https://hooks.example'],
    );
    const undone = await tryOn(service, office.event.eventId, undo, { entryId: entry.id });
    assert.ok(undone instanceof Refusal && undone.code === 'conflict');
  }
  assert.deepEqual(entries[1].changes[0].after, { enabled: false });
  assert.doesNotMatch(text, /very-secret-token|whsec_/);
});

test('webhooks: an event has at most 10', async () => {
  const { office, person } = await withWebhook();
  for (let more = 1; more < 10; more++) {
    const reply = await person.send('POST', `${office.path}/webhooks`, WISH);
    assert.equal(reply.status, 201, reply.text);
  }
  const send = () => person.send('POST', `${office.path}/webhooks`, WISH);
  await assertRefused(office, send, { status: 409, code: 'conflict' });
});

for (const [what, wish, field] of [
  ['no address', { url: undefined }, 'url'],
  ['http:', { url: 'http://hooks.example/x' }, 'url'],
  ['an address within', { url: 'https://10.0.0.1/x' }, 'url'],
  ['another port of an origin that is listed', { url: 'http://127.0.0.1:4712/x' }, 'url'],
  ['a user', { url: 'https://me:word@hooks.example/x' }, 'url'],
  ['an address that is too long', { url: `https://hooks.example/${'x'.repeat(1000)}` }, 'url'],
  ['no kinds', { kinds: [] }, 'kinds'],
  ['an unknown kind', { kinds: ['results.posted'] }, 'kinds[0]'],
  ['no label', { label: '' }, 'label'],
] as const) {
  test(`webhooks: ${what} is refused`, async () => {
    const office = await openOffice(service);
    const send = () => office.person.send('POST', `${office.path}/webhooks`, { ...WISH, ...wish });
    await assertRefused(office, send, { status: 422, code: 'validation_failed', field });
  });
}

test('webhooks: an origin that is listed may be within, with http:', async () => {
  const { made } = await withWebhook({ url: 'http://127.0.0.1:4711/x' });
  assert.equal(made.url, 'http://127.0.0.1:4711/x');
});

test('webhooks: nobody else sees or changes them', async () => {
  const { office, made } = await withWebhook();
  const one = `/webhooks/${made.id}`;
  for (const request of [
    ['GET', '/webhooks'],
    ['POST', '/webhooks', WISH],
    ['PATCH', one, { enabled: false }],
    ['DELETE', one],
    ['POST', `${one}/test`],
  ] as [string, string, object?][]) {
    if (request[0] !== 'GET') await assertGuarded(service, office, request);
  }
  const other = await openOffice(service);
  const across = `${other.path}${one}`;
  refused(await other.person.send('GET', `${across}/deliveries`), 404, 'not_found');
  refused(await other.person.send('PATCH', across, { label: 'x' }), 404, 'not_found');
  refused(await other.person.send('DELETE', across), 404, 'not_found');
});

test('webhooks: they go with their event', async () => {
  const office = await officeOf(service, await service.provision());
  const { person } = office;
  const { json: made } = await person.send('POST', `${office.path}/webhooks`, WISH);
  assert.equal((await person.send('POST', `${office.path}/webhooks/${made.id}/test`)).status, 202);
  const gone = await person.send('DELETE', office.path);
  assert.equal(gone.status, 204, gone.text);
  const count = `select count(*) as n from webhooks where id = ${made.id}`;
  assert.equal(Number((await raw(service.databaseUrl, count))[0]?.n), 0);
});

test('webhooks: a name that is erased goes from their labels, and from what the history says of them', async () => {
  const { office, person, path } = await withWebhook({ label: 'Screen of Amsel' });
  await person.send('PATCH', path, { label: 'Screen for Amsel' });
  const actor = commandLine({ userId: null, keyPrefix: null, loginName: 'test' });
  const { database } = service;
  const context = { database, settings: { notifySettleSeconds: 10 } };
  const terms = { actor, eventId: office.event.eventId };
  const erased = await eraseCrew(context, terms, { crew: { called: 'Amsel' } });
  assert.ok(!(erased instanceof Refusal));
  const [webhook] = (await person.send('GET', `${office.path}/webhooks`)).json.webhooks;
  assert.equal(webhook.label, `Screen for ${erased.name}`);
  assert.doesNotMatch((await person.send('GET', `${office.path}/history`)).text, /Amsel/);
});
