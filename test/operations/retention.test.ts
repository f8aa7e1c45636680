/** Retention: after their time archived events are moved into files and histories deleted; nothing else is, nothing lost. */
import assert from 'node:assert/strict';
import { chmodSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, test } from 'node:test';
import { LONGEST_NEWS_WAIT_MILLIS } from '../../src/domain/queue-rules.ts';
import { Refusal } from '../../src/domain/refusal.ts';
import type { Retained, Retention } from '../../src/domain/retention-rules.ts';
import { eventFileText, readEventFile } from '../../src/exchange/event-file.ts';
import { loadEvent } from '../../src/operations/export/load-event.ts';
import { addTeam } from '../../src/operations/pushes/teams.ts';
import { retain } from '../../src/operations/retain.ts';
import { restoreRace, undo } from '../../src/operations/undo.ts';
import { beginDailyRun, endDailyRun } from '../../src/storage/accounts/installation.ts';
import { insertAll } from '../../src/storage/engine/rows.ts';
import { listHistory, newestNumber } from '../../src/storage/history/history.ts';
import { type Published, published, times } from '../support/board.ts';
import { officeOf } from '../support/office.ts';
import { performOn, tryOn } from '../support/perform.ts';
import { raw } from '../support/raw.ts';
import { startTestService } from '../support/service.ts';
import { newFolder } from '../support/started.ts';
import { until } from '../support/until.ts';

const service = await startTestService();
const { database } = service;
const archiveFolder = newFolder();
beforeEach(async () => {
  // Events of other tests are no longer archived, so that a run leaves them alone.
  await database.write((tx) => tx.updateTable('events').set({ is_archived: 0 }).execute());
  for (const name of readdirSync(archiveFolder)) rmSync(join(archiveFolder, name));
});

const LONG_AGO = { start_date: '2019-06-13', end_date: '2019-06-14' };
const EVENTS: Retention = { eventsDays: 30, historyDays: undefined, archiveFolder };
const HISTORY: Retention = { eventsDays: undefined, historyDays: 30, archiveFolder: undefined };

/** A published regatta of long ago with results and followers. */
async function oldEvent({ isArchived = true } = {}): Promise<Published> {
  const event = await published(service);
  const { eventId } = event;
  await event.send('PUT', '/races/r1/results', times(60_000, 61_000, 62_000));
  await event.send('PUT', '/delay', { venueDay: '2026-06-13', delayMinutes: 5 });
  await database.write(async (tx) => {
    const changed = { ...LONG_AGO, is_archived: isArchived ? 1 : 0 };
    await tx.updateTable('events').set(changed).where('id', '=', eventId).execute();
    const { id: device_id } = await tx
      .insertInto('devices')
      .values({ endpoint: `d${eventId}`, p256dh: '', auth: '', language: 'en', created_at: 0 })
      .returning('id')
      .executeTakeFirstOrThrow();
    const follow = { device_id, event_id: eventId, kind: 'event', target_id: eventId } as const;
    await insertAll(tx, 'follows', [follow]);
    await insertAll(tx, 'imports', [
      { event_id: eventId, layout: 'x', answers: '{}', results: '[]' },
    ]);
    const told = { told_to: 0, state_before: '' };
    const news = { event_id: eventId, kind: 'results-posted', subject: '1' } as const;
    await insertAll(tx, 'outbox', [
      { ...news, ...told, due_at: Date.now() + LONGEST_NEWS_WAIT_MILLIS },
    ]);
  });
  return event;
}

async function done(retention: Retention, isDryRun = false): Promise<Retained[]> {
  const all: Retained[] = [];
  for await (const each of retain({ database, retention }, isDryRun)) all.push(each);
  return all;
}

/** How many rows each table has of an event. */
async function rowsOf(eventId: number): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of [
    ...['schedules', 'teams', 'races', 'delays', 'history', 'follows', 'outbox'],
    ...['deliveries', 'reminders', 'notices', 'imports', 'office_places'],
  ]) {
    const rows = await raw(
      service.databaseUrl,
      `select event_id from ${table} where event_id = ${eventId}`,
    );
    if (rows.length > 0) counts[table] = rows.length;
  }
  return counts;
}

const fileOf = (eventId: number) => join(archiveFolder, `event-${eventId}-2019-06-14.json`);
const nameOf = { name: 'Spring regatta', lastDay: '2019-06-14' };

describe('an archived event whose time is over', () => {
  test('is written to its file, whole, and goes with all that belongs to it', async () => {
    const [event, other] = [await oldEvent(), await oldEvent({ isArchived: false })];
    const { eventId: id } = event;
    const others = await rowsOf(other.eventId);
    const before = await rowsOf(id);
    assert.ok((before.history ?? 0) > 5 && before.follows === 1 && before.imports === 1);
    const whole = await loadEvent(database, id, Date.now());
    assert.deepEqual(await done(EVENTS), [{ id, ...nameOf, kind: 'event', file: fileOf(id) }]);
    assert.deepEqual(await rowsOf(id), {});
    assert.deepEqual(await raw(service.databaseUrl, `select id from events where id = ${id}`), []);
    const devices = `select id from devices where endpoint = 'd${id}'`;
    assert.deepEqual(await raw(service.databaseUrl, devices), []);
    assert.deepEqual(await rowsOf(other.eventId), others, 'nothing else goes');
    assert.deepEqual(readdirSync(archiveFolder), [`event-${id}-2019-06-14.json`]);
    if (process.platform !== 'win32') assert.equal(statSync(fileOf(id)).mode & 0o777, 0o600);
    const bytes = readFileSync(fileOf(id));
    assert.ok(!('unreadable' in readEventFile({ name: 'event.json', bytes })));
    const { exportedAt } = JSON.parse(bytes.toString());
    assert.ok(whole);
    assert.equal(bytes.toString(), eventFileText(whole, Date.parse(exportedAt)));
    await until('the board is gone', async () => (await event.board()).status === 404);
    assert.equal((await event.send('GET', '/schedule')).status, 404);
    assert.deepEqual(await done(EVENTS), [], 'nothing is left to do');
  });

  test('stays where there is no folder for its file', async () => {
    const { eventId: id } = await oldEvent();
    const before = await rowsOf(id);
    const gone = join(archiveFolder, 'gone');
    for (const [folder, reason] of [
      [undefined, 'ARCHIVE_FOLDER is not set.'],
      [gone, `There is no folder ${gone}, which ARCHIVE_FOLDER names.`],
    ] as const) {
      const stayed = await done({ ...EVENTS, archiveFolder: folder });
      assert.deepEqual(stayed, [{ id, ...nameOf, kind: 'stayed', reason }]);
    }
    assert.deepEqual(await rowsOf(id), before);
  });

  test('stays where its file cannot be written, and says so', async () => {
    const { eventId: id } = await oldEvent();
    const before = await rowsOf(id);
    writeFileSync(fileOf(id), '{"format": "somebody else’s"}');
    const [stayed, ...more] = await done(EVENTS);
    assert.deepEqual(more, []);
    assert.ok(stayed?.kind === 'stayed');
    assert.equal(
      stayed.reason,
      `${fileOf(id)} cannot be written: another file of this name is there; move it away.`,
    );
    assert.match(readFileSync(fileOf(id), 'utf8'), /somebody else/, 'it is not replaced');
    rmSync(fileOf(id));
    if (process.platform !== 'win32' && process.getuid?.() !== 0) {
      chmodSync(archiveFolder, 0o500);
      assert.deepEqual(
        (await done(EVENTS)).map(({ kind }) => kind),
        ['stayed'],
      );
      chmodSync(archiveFolder, 0o700);
    }
    assert.deepEqual(await rowsOf(id), before);
    assert.deepEqual(readdirSync(archiveFolder), []);
  });

  test('goes where its file is there already, as after a crash between the two', async () => {
    const { eventId: id } = await oldEvent();
    const whole = await loadEvent(database, id, Date.now());
    assert.ok(whole);
    const text = eventFileText(whole, 1234);
    writeFileSync(fileOf(id), text);
    assert.deepEqual(
      (await done(EVENTS)).map(({ kind }) => kind),
      ['event'],
    );
    assert.equal(readFileSync(fileOf(id), 'utf8'), text);
  });

  test('stays when somebody changes it meanwhile, and its file goes', async () => {
    const { eventId: id } = await oldEvent();
    // The run reads the event for its file before the first of these changes can be written.
    const removing = done(EVENTS);
    const changes = [];
    for (let n = 0; n < 40; n++) {
      changes.push(tryOn(service, id, addTeam, { name: `Late ${n}` }).catch(() => undefined));
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    await Promise.all(changes);
    const [what] = await removing;
    if (what?.kind === 'event') {
      // The run was faster than the first change: then nothing of the event is left.
      assert.deepEqual(await rowsOf(id), {});
      return;
    }
    assert.ok(what?.kind === 'stayed');
    assert.match(what.reason, /was changed while/);
    assert.deepEqual(readdirSync(archiveFolder), []);
    assert.ok((await rowsOf(id)).races);
  });

  test('is removed once, whoever removes it', async () => {
    const { eventId: id } = await oldEvent();
    const all = await Promise.all([done(EVENTS), done(EVENTS), done(EVENTS)]);
    assert.deepEqual(
      all.flat().map(({ kind }) => kind),
      ['event'],
    );
    assert.deepEqual(await rowsOf(id), {});
    assert.deepEqual(readdirSync(archiveFolder), [`event-${id}-2019-06-14.json`]);
  });

  test('is only named by a dry run', async () => {
    const { eventId: id } = await oldEvent();
    const before = await rowsOf(id);
    const both = { ...EVENTS, historyDays: 30 };
    assert.deepEqual(await done(both, true), [{ id, ...nameOf, kind: 'event', file: fileOf(id) }]);
    const entries = before.history;
    assert.deepEqual(await done({ ...both, archiveFolder: undefined }, true), [
      { id, ...nameOf, kind: 'stayed', reason: 'ARCHIVE_FOLDER is not set.' },
      { id, ...nameOf, kind: 'history', entries },
    ]);
    assert.deepEqual(await rowsOf(id), before);
    assert.deepEqual(readdirSync(archiveFolder), []);
  });
});

describe('the history of an archived event', () => {
  test('goes, and the revision of the office never goes back', async () => {
    const event = await oldEvent();
    const { eventId: id } = event;
    const { person, path, read } = await officeOf(service, event);
    const { revision } = await read();
    const { history: entries, ...others } = await rowsOf(id);
    assert.equal(entries, revision);
    assert.deepEqual(await done(HISTORY), [{ id, ...nameOf, kind: 'history', entries }]);
    assert.deepEqual(await rowsOf(id), others);
    assert.equal((await read()).revision, revision);
    const { json: page } = await person.send('GET', `${path}/history`);
    assert.deepEqual(page, { entries: [], next: null, olderRemoved: true });
    assert.deepEqual(await done(HISTORY), [], 'nothing is left to do');
    // The revision goes on counting from there.
    await performOn(service, id, addTeam, { name: 'Dachs' });
    assert.equal(await newestNumber(database.reads, id), revision + 1);
    assert.equal((await read()).revision, revision + 1);
    const { json: next } = await person.send('GET', `${path}/history`);
    assert.deepEqual([next.entries.length, next.olderRemoved], [1, true]);
    assert.equal((await event.board()).status, 200, 'the event itself stays');
    // The next run removes the entry that was written since.
    assert.deepEqual(
      (await done(HISTORY)).map((each) => each.kind === 'history' && each.entries),
      [1],
    );
    assert.equal(await newestNumber(database.reads, id), revision + 1);
  });

  test('cannot be undone, and says so', async () => {
    const event = await oldEvent();
    const { eventId: id } = event;
    const { person, path } = await officeOf(service, event);
    const [first] = (await listHistory(database.reads, id)).toReversed();
    const entryId = first?.id ?? 0;
    await done(HISTORY);
    for (let round = 0; round < 2; round++) {
      const refusal = await tryOn(service, id, undo, { entryId });
      assert.ok(refusal instanceof Refusal && refusal.code === 'conflict');
      const { status, json } = await person.send('POST', `${path}/history/${entryId}/undo`);
      assert.equal(status, 409);
      assert.match(json.detail, /no entry \d+ any more.*cannot be undone/);
      // The second round is the same with a newer entry in the history.
      await performOn(service, id, addTeam, { name: `Dachs ${round}` });
    }
    const [newest] = await listHistory(database.reads, id);
    const never = await person.send('POST', `${path}/history/${(newest?.id ?? 0) + 1000}/undo`);
    assert.equal(never.status, 404);
    // An entry that is still there can be undone.
    const undone = await person.send('POST', `${path}/history/${newest?.id}/undo`);
    assert.equal(undone.status, 200);
  });

  test('brings no race back to what it was before', async () => {
    const event = await oldEvent();
    const { eventId: id } = event;
    const { write, ids } = await officeOf(service, event);
    const { races } = await ids();
    const before = await rowsOf(id);
    const moment = Date.now() - 1;
    await done(HISTORY);
    const refusal = await tryOn(service, id, restoreRace, { raceNumber: 1, at: moment });
    assert.ok(refusal instanceof Refusal);
    assert.match(refusal.detail ?? '', /history of that moment was removed/);
    const body = { at: new Date(moment).toISOString() };
    const { status, json } = await write(`/races/${races[1]}/restore`, body, 'POST');
    assert.equal(status, 409);
    assert.match(json.detail, /history of that moment was removed/);
    assert.deepEqual({ history: before.history, ...(await rowsOf(id)) }, before);
  });

  test('tells nobody what has changed since: a page that was opened before has to look again', async () => {
    const event = await oldEvent();
    const { eventId: id } = event;
    const { read, write } = await officeOf(service, event);
    const { revision: seen } = await read();
    const rename = (name: string, revision: number) =>
      write('/crews', { crews: [{ id: null, name }], seen: revision });
    await performOn(service, id, addTeam, { name: 'Dachs' });
    await done(HISTORY);
    const late = await rename('Eule', seen);
    assert.equal(late.status, 409, late.text);
    assert.match(late.json.detail, /no longer known.*Look at the event again/);
    assert.equal((await rename('Eule', seen + 1)).status, 200);
  });

  test('goes in parts that undo each other', async () => {
    const event = await oldEvent();
    const { eventId: id } = event;
    for (let n = 0; n < 120; n++) {
      await performOn(service, id, addTeam, { name: `Crew ${n}` });
      const [{ id: entryId } = { id: 0 }] = await listHistory(database.reads, id, { limit: 1 });
      await performOn(service, id, undo, { entryId });
    }
    const entries = await newestNumber(database.reads, id);
    assert.deepEqual(await done(HISTORY), [{ id, ...nameOf, kind: 'history', entries }]);
    assert.equal(await newestNumber(database.reads, id), entries);
  });

  test('stays where the event is in use again', async () => {
    const { eventId: id } = await oldEvent({ isArchived: false });
    const before = await rowsOf(id);
    assert.deepEqual(await done({ ...HISTORY, eventsDays: 1, archiveFolder }), []);
    assert.deepEqual(await rowsOf(id), before);
  });
});

test('of several processes one begins a run', async () => {
  const now = Date.now();
  const begin = (isAsked: boolean, at = now) =>
    beginDailyRun(database, 'retention', { isAsked, now: at });
  const begun = await Promise.all(Array.from({ length: 5 }, () => begin(true)));
  assert.deepEqual(begun.toSorted(), [false, false, false, false, true]);
  await endDailyRun(database, 'retention');
  assert.equal(await begin(false, now + 3_600_000), false);
  assert.equal(await begin(false, now + 24 * 3_600_000), true);
});
