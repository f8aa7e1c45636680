/** Events in the console: who may create, change and remove them, and which properties are checked. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Role } from '../../src/domain/accounts/roles.ts';
import { addMember, addOperator, closeAccount } from '../support/accounts.ts';
import { Listener } from '../support/board.ts';
import { signIn, visitor } from '../support/console.ts';
import { refused } from '../support/refused.ts';
import { startTestService } from '../support/service.ts';

const service = await startTestService();

const FACTS = { name: 'Autumn regatta', startDate: '2026-10-03', endDate: '2026-10-04' };

/** A new person with a role in a club, signed in. */
async function member(clubId: number, role: Role) {
  return signIn(service, await addMember(service.database, clubId, role));
}

test('a schedule manager creates an event, which has a draft of its schedule from the start', async () => {
  const { clubId, userId } = await service.provision();
  const { send } = await signIn(service, userId);
  const made = await send('POST', '/events', {
    clubId,
    ...FACTS,
    timezone: 'Europe/Paris',
    city: 'Mâcon',
    countryCode: 'fr',
  });
  assert.equal(made.status, 201, made.text);
  assert.equal(made.headers.get('cache-control'), 'no-store');
  const { id, ...event } = made.json;
  assert.deepEqual(event, {
    ...FACTS,
    timezone: 'Europe/Paris',
    city: 'Mâcon',
    countryCode: 'FR',
    club: { id: clubId, name: 'Rowing club' },
    trial: false,
    archived: false,
    noindex: false,
    announced: false,
    look: null,
    wasPublished: false,
    scheduleStatus: 'draft',
    createdBy: { userId, name: 'Race office' },
  });
  assert.deepEqual((await send('GET', `/events/${id}`)).json, made.json);
  const { json } = await send('GET', '/events');
  assert.deepEqual(json.events[0], made.json);
  assert.equal(json.events.length, 2);
  const plain = await send('POST', '/events', { clubId, ...FACTS });
  assert.deepEqual(
    [plain.json.timezone, plain.json.city, plain.json.countryCode, plain.json.trial],
    [null, '', '', false],
  );
});

test('who may create events of a club', async () => {
  const [{ clubId }, other] = [await service.provision(), await service.provision()];
  const body = { clubId, ...FACTS };
  const allowed: [Role, number][] = [
    ['admin', 201],
    ['schedule_manager', 201],
    ['member', 403],
  ];
  for (const [role, status] of allowed) {
    const { send } = await member(clubId, role);
    assert.equal((await send('POST', '/events', body)).status, status, role);
  }
  const operator = await signIn(service, await addOperator(service.database));
  refused(await operator.send('POST', '/events', body), 403, 'forbidden');
  refused(await operator.send('POST', '/events', { ...body, clubId: 999999 }), 404, 'not_found');
  const stranger = await member(other.clubId, 'admin');
  refused(await stranger.send('POST', '/events', body), 404, 'not_found');
  refused(await visitor(service).send('POST', '/events', body), 401, 'missing_credentials');
  const foreign = { 'sec-fetch-site': 'same-site' };
  refused(await stranger.send('POST', '/events', body, foreign), 403, 'forbidden');
});

test('one person creates a hundred events in a day, however they are sent', async () => {
  const { clubId, userId } = await service.provision();
  const { send } = await signIn(service, userId);
  const hour = 3_600_000;
  const createdAt = (at: number) =>
    service.database.write(async (tx) => {
      const { id: _, ...event } = await tx
        .selectFrom('events')
        .where('club_id', '=', clubId)
        .selectAll()
        .limit(1)
        .executeTakeFirstOrThrow();
      await tx
        .updateTable('events')
        .set({ created_at: at })
        .where('club_id', '=', clubId)
        .execute();
      return event;
    });
  const event = await createdAt(Date.now() - 23 * hour);
  await service.database.write((tx) =>
    tx
      .insertInto('events')
      .values(Array.from({ length: 98 }, () => event))
      .execute(),
  );
  const body = { clubId, ...FACTS };
  const key = { 'idempotency-key': 'the-hundredth' };
  const hundredth = await send('POST', '/events', body, key);
  assert.equal(hundredth.status, 201, hundredth.text);
  await createdAt(Date.now() - 23 * hour);
  const more = await send('POST', '/events', body);
  refused(more, 429, 'rate_limited');
  const seconds = Number(more.headers.get('retry-after'));
  assert.ok(seconds > 3500 && seconds <= 3600, `${seconds} s`);
  assert.deepEqual(
    (await send('POST', '/events', body, key)).json.id,
    hundredth.json.id,
    'a repeat',
  );
  const { send: sendOfOther } = await member(clubId, 'schedule_manager');
  assert.equal((await sendOfOther('POST', '/events', body)).status, 201);
  await createdAt(Date.now() - 25 * hour);
  assert.equal((await send('POST', '/events', body)).status, 201);
});

test('who sees and changes an event: its creator and the managers of its club', async () => {
  const { clubId, eventId, userId } = await service.provision();
  const other = await service.provision();
  const manages = [await member(clubId, 'admin'), await member(clubId, 'schedule_manager')];
  const not = [
    await member(clubId, 'member'),
    await member(other.clubId, 'admin'),
    await signIn(service, await addOperator(service.database)),
  ];
  await service.database.write((tx) =>
    tx.deleteFrom('memberships').where('user_id', '=', userId).execute(),
  );
  manages.push(await signIn(service, userId));
  const path = `/events/${eventId}`;
  for (const { send } of manages) {
    assert.equal((await send('GET', path)).status, 200);
    assert.equal((await send('PATCH', path, { city: 'Köln' })).status, 200);
    assert.ok((await send('GET', '/events')).json.events.some(({ id }: never) => id === eventId));
  }
  for (const { send } of not) {
    refused(await send('GET', path), 404, 'event_not_found');
    refused(await send('PATCH', path, '{'), 404, 'event_not_found');
    refused(await send('PATCH', `${path}?preview=true`, {}), 404, 'event_not_found');
    refused(await send('DELETE', path), 404, 'event_not_found');
    refused(await send('GET', `${path}/office`), 404, 'event_not_found');
    refused(await send('GET', `${path}/live`), 404, 'event_not_found');
    assert.ok(!(await send('GET', '/events')).json.events.some(({ id }: never) => id === eventId));
  }
  for (const id of ['0', '-1', '1.5', 'x', '9'.repeat(30), '%00', '007']) {
    refused(
      await (manages[0] as (typeof not)[0]).send('GET', `/events/${id}`),
      404,
      'event_not_found',
    );
  }
  await closeAccount(service.database, userId);
  refused(await (manages[2] as (typeof not)[0]).send('GET', path), 401, 'invalid_credentials');
});

test('every property of an event is checked at both edges', async () => {
  const { clubId, userId } = await service.provision();
  const { send } = await signIn(service, userId);
  const wrong: [object, string][] = [
    [{ clubId: undefined }, 'clubId'],
    [{ clubId: 0 }, 'clubId'],
    [{ clubId: 1e19 }, 'clubId'],
    [{ copyFrom: 1e308 }, 'copyFrom'],
    [{ clubId: '1' }, 'clubId'],
    [{ clubId: null }, 'clubId'],
    [{ name: undefined }, 'name'],
    [{ name: '' }, 'name'],
    [{ name: '   ' }, 'name'],
    [{ name: 'x'.repeat(201) }, 'name'],
    [{ name: 7 }, 'name'],
    [{ startDate: undefined }, 'startDate'],
    [{ startDate: '2026-02-30' }, 'startDate'],
    [{ startDate: '2026-6-1' }, 'startDate'],
    [{ startDate: '2026-10-03T00:00:00Z' }, 'startDate'],
    [{ startDate: 20261003 }, 'startDate'],
    [{ endDate: undefined }, 'endDate'],
    [{ endDate: '2025-02-29' }, 'endDate'],
    [{ endDate: '2026-10-02' }, 'endDate'],
    [{ endDate: '2027-10-04' }, 'endDate'],
    [{ timezone: '' }, 'timezone'],
    [{ timezone: 'Mars/Olympus' }, 'timezone'],
    [{ timezone: '+02:00' }, 'timezone'],
    [{ timezone: 'x'.repeat(101) }, 'timezone'],
    [{ timezone: 2 }, 'timezone'],
    [{ city: 'x'.repeat(101) }, 'city'],
    [{ city: null }, 'city'],
    [{ countryCode: 'D' }, 'countryCode'],
    [{ countryCode: 'DEU' }, 'countryCode'],
    [{ countryCode: '12' }, 'countryCode'],
    [{ countryCode: 'ÄÖ' }, 'countryCode'],
    [{ trial: 'yes' }, 'trial'],
    [{ trial: null }, 'trial'],
    [{ copyFrom: '1' }, 'copyFrom'],
    [{ copyFrom: 0 }, 'copyFrom'],
    [{ copyFrom: 999_999 }, 'copyFrom'],
    [{ timeZone: 'Europe/Berlin' }, 'timeZone'],
  ];
  for (const [change, field] of wrong) {
    const reply = await send('POST', '/events', { clubId, ...FACTS, ...change });
    refused(reply, 422, 'validation_failed', field);
  }
  for (const body of ['[]', 'null', '"x"', '7', 'true']) {
    refused(await send('POST', '/events', body), 422, 'validation_failed', 'body');
  }
  refused(await send('POST', '/events', '{"clubId":'), 400, 'malformed_json');
  refused(await send('POST', '/events'), 400, 'malformed_json');
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  refused(await send('POST', '/events', 'clubId=1', form), 400, 'malformed_json');
  assert.equal((await send('GET', '/events')).json.events.length, 1, 'nothing was written');

  const right: object[] = [
    { name: 'x' },
    { name: '🚣'.repeat(200) },
    { name: '<script>alert(1)</script> \u202e abc' },
    { startDate: '2026-10-04' },
    { startDate: '2028-02-29', endDate: '2028-02-29' },
    { endDate: '2027-10-03' },
    { timezone: null },
    { timezone: 'America/Argentina/ComodRivadavia' },
    { city: '' },
    { city: 'x'.repeat(100) },
    { countryCode: '' },
    { copyFrom: null },
  ];
  for (const change of right) {
    const reply = await send('POST', '/events', { clubId, ...FACTS, ...change });
    assert.equal(reply.status, 201, `${JSON.stringify(change)}: ${reply.text}`);
  }
});

test('what is sent of an event changes, and what is left out stays', async () => {
  const { eventId, userId } = await service.provision();
  const { send } = await signIn(service, userId);
  const path = `/events/${eventId}`;
  const { json: event } = await send('GET', path);
  const steps: object[] = [
    { name: ' Regatta ' },
    { startDate: '2026-06-12' },
    { endDate: '2026-06-15' },
    { startDate: '2027-01-01', endDate: '2027-01-02' },
    { timezone: 'Asia/Tokyo' },
    { timezone: null },
    { city: 'Ōta' },
    { countryCode: 'jp' },
    { trial: true },
    { trial: false, archived: true },
    { archived: false },
    { noindex: true },
    { noindex: false },
    {},
  ];
  let expected = event;
  for (const step of steps) {
    const reply = await send('PATCH', path, step);
    expected = { ...expected, ...step };
    expected = {
      ...expected,
      name: expected.name.trim(),
      countryCode: expected.countryCode.toUpperCase(),
    };
    const { revision, ...changed } = reply.json;
    assert.deepEqual([reply.status, changed], [200, expected], JSON.stringify(step));
    assert.equal(revision, (await send('GET', `${path}/office`)).json.revision);
  }
  const wrong: [object, string][] = [
    [{ name: null }, 'name'],
    [{ endDate: '2026-12-31' }, 'endDate'],
    [{ startDate: '2027-01-03' }, 'startDate'],
    [{ startDate: '2025-12-31' }, 'startDate'],
    [{ startDate: '2027-13-01' }, 'startDate'],
    [{ timezone: 'Europe/Nowhere' }, 'timezone'],
    [{ countryCode: 'J' }, 'countryCode'],
    [{ trial: 1 }, 'trial'],
    [{ archived: 'true' }, 'archived'],
    [{ archived: null }, 'archived'],
    [{ noindex: 'yes' }, 'noindex'],
  ];
  for (const [body, field] of wrong) {
    refused(await send('PATCH', path, body), 422, 'validation_failed', field);
    refused(await send('PATCH', `${path}?preview=true`, body), 422, 'validation_failed', field);
  }
  for (const query of ['preview=1', 'preview=', 'preview=true&preview=false']) {
    refused(await send('PATCH', `${path}?${query}`, {}), 422, 'validation_failed', 'preview');
  }
  refused(await send('GET', '/events?archived=yes'), 422, 'validation_failed', 'archived');
  assert.deepEqual((await send('GET', path)).json, expected);
  const entries = await service.database.reads
    .selectFrom('history')
    .where('event_id', '=', eventId)
    .select(['user_id', 'operation'])
    .execute();
  assert.deepEqual(
    entries,
    Array(steps.length - 1).fill({ user_id: userId, operation: 'edit-event' }),
  );
});

test('what a page has not seen of an event is not overwritten', async () => {
  const { eventId, userId } = await service.provision();
  const { send } = await signIn(service, userId);
  const path = `/events/${eventId}`;
  const { revision: seen } = (await send('GET', `${path}/office`)).json;
  const theirs = { city: 'Lucerne', look: { sponsor: 'Boat Builders' } };
  await send('PATCH', path, { city: theirs.city });
  const { revision } = (await send('PATCH', path, { look: theirs.look })).json;

  const writes: [object, string][] = [
    [{ city: 'Zug', name: 'Rotsee' }, 'city'],
    [{ look: { sponsor: 'Oar Makers' } }, 'sponsor'],
  ];
  for (const [mine, property] of writes) {
    for (const tail of ['', '?preview=true']) {
      const reply = await send('PATCH', path + tail, { ...mine, seen });
      refused(reply, 409, 'conflict');
      const [change, another] = reply.json.changed;
      assert.deepEqual(
        [change.subject, Object.keys(change.after), another],
        [...['event', [property]], undefined],
      );
    }
  }
  const { city, name } = (await send('GET', path)).json;
  assert.deepEqual([city, name === 'Rotsee'], ['Lucerne', false]);
  // No conflict: `name` was not changed by others, and `theirs` equals what others have written.
  assert.equal((await send('PATCH', path, { name: 'Rotsee', ...theirs, seen })).status, 200);
  // With the newer revision the change is intended; without a revision the last write wins.
  assert.equal((await send('PATCH', path, { city: 'Zug', seen: revision + 1 })).status, 200);
  assert.equal((await send('PATCH', path, { city: 'Bern' })).json.city, 'Bern');
  refused(await send('PATCH', path, { seen: revision + 9 }), 422, 'validation_failed', 'seen');
  refused(await send('PATCH', path, { seen: -1 }), 422, 'validation_failed', 'seen');
});

test('an archived event is in the list of the archived ones only', async () => {
  const { eventId, userId } = await service.provision();
  const { send } = await signIn(service, userId);
  await send('PATCH', `/events/${eventId}`, { archived: true });
  assert.deepEqual((await send('GET', '/events')).json.events, []);
  assert.deepEqual((await send('GET', '/events?archived=false')).json.events, []);
  const { events } = (await send('GET', '/events?archived=true')).json;
  assert.deepEqual(
    events.map(({ id, archived }: { id: number; archived: boolean }) => [id, archived]),
    [[eventId, true]],
  );
});

test('an event is removed while it was never published, a trial at any time', async () => {
  const { clubId, userId, key } = await service.provision();
  const { send } = await signIn(service, userId);
  const publish = (id: number) =>
    service.send('POST', `/v1/events/${id}/schedule/publish`, { key });
  const create = async (more: object = {}) =>
    (await send('POST', '/events', { clubId, ...FACTS, ...more })).json.id as number;

  const draft = await create();
  assert.equal((await send('DELETE', `/events/${draft}`)).status, 204);
  refused(await send('GET', `/events/${draft}`), 404, 'event_not_found');
  refused(await send('DELETE', `/events/${draft}`), 404, 'event_not_found');

  const real = await create();
  assert.equal((await publish(real)).status, 200);
  assert.equal((await send('GET', `/events/${real}`)).json.wasPublished, true);
  refused(await send('DELETE', `/events/${real}`), 409, 'conflict');
  refused(await send('PATCH', `/events/${real}`, { trial: true }), 409, 'conflict');

  const trial = await create({ trial: true });
  await publish(trial);
  assert.equal((await send('DELETE', `/events/${trial}`)).status, 204);
  assert.equal((await service.send('GET', `/board/api/events/${trial}`)).status, 404);

  const once = await create({ trial: true });
  await publish(once);
  assert.equal((await send('PATCH', `/events/${once}`, { trial: false })).status, 200);
  refused(await send('PATCH', `/events/${once}`, { trial: true }), 409, 'conflict');
  refused(await send('DELETE', `/events/${once}`), 409, 'conflict');
});

test('a lost answer makes no second event', async () => {
  const { clubId, userId } = await service.provision();
  const { send } = await signIn(service, userId);
  const body = { clubId, ...FACTS };
  const again = { 'idempotency-key': 'a-1' };
  const first = await send('POST', '/events', body, again);
  const repeat = await send('POST', '/events', { ...FACTS, clubId }, again);
  assert.deepEqual([repeat.status, repeat.json], [201, first.json]);
  const other = await send('POST', '/events', { ...body, name: 'Other' }, again);
  refused(other, 422, 'validation_failed', 'Idempotency-Key');
  for (const key of ['', 'x'.repeat(201)]) {
    const reply = await send('POST', '/events', body, { 'idempotency-key': key });
    refused(reply, 422, 'validation_failed', 'Idempotency-Key');
  }
  const both = await Promise.all(
    [1, 2, 3].map(() => send('POST', '/events', body, { 'idempotency-key': 'a-2' })),
  );
  assert.deepEqual(new Set(both.map(({ status }) => status)), new Set([201]));
  assert.equal(new Set(both.map(({ json }) => json.id)).size, 1);
  assert.notEqual(both[0]?.json.id, first.json.id);

  refused(
    await send('POST', '/events', { ...body, copyFrom: 999_999 }, { 'idempotency-key': 'a-3' }),
    422,
    'validation_failed',
    'copyFrom',
  );
  assert.equal((await send('POST', '/events', body, { 'idempotency-key': 'a-3' })).status, 201);

  const colleague = await member(clubId, 'admin');
  const theirs = await colleague.send('POST', '/events', body, again);
  assert.notEqual(theirs.json.id, first.json.id);
  await send('DELETE', `/events/${first.json.id}`);
  refused(await send('POST', '/events', body, again), 409, 'conflict');

  await service.database.write((tx) =>
    tx
      .updateTable('idempotency_keys')
      .set({ created_at: Date.now() - 24 * 3_600_000 })
      .where('user_id', '=', userId)
      .execute(),
  );
  const later = await send('POST', '/events', { ...body, name: 'Other' }, again);
  assert.deepEqual([later.status, later.json.name], [201, 'Other']);
});

test('archiving moves nothing that a reader of the schedule sees, and offices and history hear of it', async () => {
  const { eventId, send: sendV1, userId } = await service.provision();
  const { cookie, send } = await signIn(service, userId);
  assert.equal((await sendV1('POST', '/schedule')).status, 201);
  const read = async () => {
    const { headers, json } = await sendV1('GET', '/schedule');
    return { etag: headers.get('etag'), updatedAt: json.updatedAt };
  };
  const listener = await Listener.at(`${service.url}/console/api/events/${eventId}/live`, {
    cookie,
  });
  await listener.until(({ revisions }) => revisions.length === 1);
  const earlier = await read();
  for (const fact of [{ archived: true }, { archived: false }, { city: 'Ulm' }]) {
    const { json: before } = await send('GET', `/events/${eventId}/office`);
    assert.equal((await send('PATCH', `/events/${eventId}`, fact)).status, 200);
    assert.deepEqual(await read(), earlier, Object.keys(fact).join());
    await listener.until(({ revisions }) => revisions.at(-1) === before.revision + 1);
    const { json: history } = await send('GET', `/events/${eventId}/history`);
    assert.deepEqual(history.entries[0].changes[0].after, fact);
  }
  await send('PATCH', `/events/${eventId}`, { name: 'Another regatta' });
  assert.notEqual((await read()).etag, earlier.etag);
  listener.close();
});
