/**
 * Random crew names in random texts of an event: once a name is erased, no byte of it is left in the database file, in
 * documents, exports and feeds, also where it was written without accents or in another case. `ERASE_RUNS` says how many
 * names (without it, as many as there is time for, at most 12), `ERASE_SEED` repeats a run.
 */
import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { unzipSync } from 'fflate';
import { EXPORT_FORMATS } from '../../src/contract/export.ts';
import { Refusal } from '../../src/domain/refusal.ts';
import { exportEvent } from '../../src/operations/export/export-event.ts';
import { loadEvent } from '../../src/operations/export/load-event.ts';
import { erase, eraseCrew } from '../../src/operations/office/erase-crew.ts';
import { undo } from '../../src/operations/undo.ts';
import { saveImport } from '../../src/storage/event/imports.ts';
import { deleteEvent } from '../../src/storage/event/removal.ts';
import { listHistory } from '../../src/storage/history/history.ts';
import { checkInTime } from '../support/check-in-time.ts';
import { folded, hasName, storedText } from '../support/erasure.ts';
import { type Office, openOffice } from '../support/office.ts';
import { TEST_TERMS, tryOn } from '../support/perform.ts';
import { startTestService } from '../support/service.ts';

const { ERASE_RUNS } = process.env;
const numRuns = Number(ERASE_RUNS ?? 12);
const maxMillis = ERASE_RUNS === undefined ? 30_000 : undefined;
const seed = Number(process.env.ERASE_SEED ?? randomInt(2 ** 31));

const service = await startTestService();

const LETTERS = [...'abcdefghijklmnoprstuvwyzäöüßéèêçñøåæœłđşžőİıαβγδжшя'];
const words = fc.string({ unit: fc.constantFrom(...LETTERS), minLength: 4, maxLength: 8 });
const names = fc
  .tuple(words, words, fc.constantFrom(' ', '-', ' & ', '. ', '’', ' 8+ '))
  .map(([first, second, joint]) => `${first[0]?.toUpperCase()}${first.slice(1)}${joint}${second}`)
  .map((name) => name.normalize('NFC'))
  .filter((name) => name.length <= 24);

/** How people and programs write the same name. */
const WAYS: ((name: string) => string)[] = [
  (name) => name,
  (name) => name.normalize('NFD'),
  (name) => name.toUpperCase(),
  (name) => name.toLowerCase(),
  folded,
  (name) => name.replaceAll(' ', '  '),
];
const BEFORE = ['', 'Final: ', '(', '„', '12 '];
const AFTER = ['', '!', ')', '-Pokal', ' 🚣', "'s", ', 1. '];

/** Functions that put a name into a text, spelled in one of `WAYS`. */
const texts = fc
  .record({
    way: fc.constantFrom(...WAYS),
    before: fc.constantFrom(...BEFORE),
    behind: fc.constantFrom(...AFTER),
  })
  .map(
    ({ way, before, behind }) =>
      (name: string) =>
        `${before}${way(name)}${behind}`,
  );

type Planting = (office: Office, ids: Ids, text: string, name: string) => Promise<unknown>;

interface Ids {
  crewId: number;
  other: number;
  races: Record<number, number>;
}

/** Every place of an event in which a text may be stored, with how it gets there. */
const PLACES: Record<string, Planting> = {
  title: (office, { races }, title) => office.write('/races', { races: [{ id: races[1], title }] }),
  notes: (office, { races }, notes) => office.write('/races', { races: [{ id: races[2], notes }] }),
  labels: (office, { races }, text) =>
    office.write('/races', {
      races: [{ id: races[1], boatClass: text, round: text, divisionLabel: text }],
    }),
  laneScheme: (office, { races }, text) =>
    office.write('/races', { races: [{ id: races[1], laneScheme: ['1', text.slice(0, 40)] }] }),
  scheduleScheme: (office, _, text) =>
    office.write('/settings', { laneScheme: [text.slice(0, 40)] }),
  reason: (office, { races }, reason) =>
    office.write(`/races/${races[3]}/state`, { state: 'postponed', reason }),
  withdrawn: (office, { races }, reason) =>
    office.write(`/races/${races[2]}/lanes/2/withdrawn`, { withdrawn: true, reason }),
  position: (office, { races, crewId }, positionLabel) =>
    office.write(`/races/${races[3]}/lanes`, { lanes: [{ position: 1, positionLabel, crewId }] }),
  notice: (office, _, text) => office.person.send('POST', `${office.path}/notices`, { text }),
  noticeOver: async (office, _, text) => {
    await office.person.send('POST', `${office.path}/notices`, { text });
    await service.database.write((tx) =>
      tx
        .updateTable('notices')
        .set({ until: Date.now() - 1 })
        .where('event_id', '=', office.event.eventId)
        .execute(),
    );
  },
  eventName: (office, _, name) => office.person.send('PATCH', office.path, { name }),
  link: (office, _, text) => {
    const url = `https://club.example/${encodeURIComponent(text)}`;
    return office.person.send('PATCH', office.path, { look: { links: [{ label: 'Club', url }] } });
  },
  club: (office, { crewId }, _, name) =>
    office.write('/crews', { crews: [{ id: crewId, clubId: `rc-${name}` }] }),
  otherClub: (office, { other }, text) =>
    office.write('/crews', { crews: [{ id: other, clubId: text }] }),
  renamed: async (office, { crewId }, _, name) => {
    await office.write('/crews', { crews: [{ id: crewId, name: `${name} Neu` }] });
    await office.write('/crews', { crews: [{ id: crewId, name }] });
  },
  merged: async (office, { crewId, races }, _, name) => {
    const made = await office.write('/crews', {
      crews: [{ id: null, name: folded(`${name} zwei`) }],
    });
    const remove = made.json.crews[0].id;
    const lanes = [{ position: 1, crewId: remove }];
    await office.write(`/races/${races[3]}/lanes`, { lanes });
    await office.write('/crews/merge', { keep: crewId, remove }, 'POST');
  },
  pushed: ({ event }, _, name) =>
    event.send('PUT', '/teams', [{ externalId: 'c1', name: name.slice(0, 100), clubId: 'rc' }]),
  memory: ({ event }, _, text) =>
    service.database.write((tx) =>
      saveImport(tx, event.eventId, {
        layout: 'csv-1',
        answers: { names: { [text]: 'x' }, race: { 1: text }, zone: 'UTC' },
        results: [[1, 1, 'finished', 1, null, null, text]],
      }),
    ),
};

/** Names that are erased at the same time, each from an event of its own, while others write. */
const AT_ONCE = 4;

test('names: erased, they are nowhere', { timeout: 1_200_000 }, async (t) => {
  const lines = Array.from({ length: AT_ONCE }, (_, index) => checkSome(seed + index));
  const done = (await Promise.all(lines)).reduce((sum, runs) => sum + runs, 0);
  t.diagnostic(`seed ${seed}, ${done} names`);
});

let hasFailed = false;

/** @returns how many names were checked */
async function checkSome(seed: number): Promise<number> {
  const property = fc.asyncProperty(
    names,
    fc.array(fc.tuple(fc.constantFrom(...Object.keys(PLACES)), texts), {
      minLength: 3,
      maxLength: 9,
    }),
    fc.nat(),
    async (name, plantings, pick) => {
      // No shrinking: what a failure leaves in the database would make every smaller case fail, too.
      if (hasFailed) return;
      try {
        await check(name, plantings, pick);
      } catch (error) {
        hasFailed = true;
        const planted = plantings.map(([place, text]) => `${place}: ${text(name)}`).join('\n');
        throw new Error(`${name}\n${planted}\n${(error as Error).stack}`);
      }
    },
  );
  const runs = Math.ceil(numRuns / AT_ONCE);
  const details = await checkInTime(property, { seed, numRuns: runs, maxMillis });
  if (!details.failed) return details.numRuns;
  const { errorInstance } = details;
  const reason = errorInstance instanceof Error ? errorInstance.message : String(errorInstance);
  throw new Error(`ERASE_SEED=${seed}: ${reason}`);
}

async function check(
  name: string,
  plantings: readonly (readonly [string, (name: string) => string])[],
  pick: number,
): Promise<void> {
  const office = await openOffice(service);
  const { event } = office;
  const { eventId } = event;
  await event.send('PUT', '/teams', [{ externalId: 'c1', name }]);
  const { crews, races } = await office.ids();
  const ids = { crewId: crews[name] as number, other: crews.Biber as number, races };
  for (const [place, text] of plantings) {
    const reply = await PLACES[place]?.(office, ids, text(name), name);
    const { status = 200 } = (reply ?? {}) as { status?: number };
    assert.ok(status < 300, `${place}: ${JSON.stringify(reply)}`);
  }
  assert.ok(hasName(await storedText(service), name), 'the name was never stored');

  const terms = { actor: TEST_TERMS.actor, eventId };
  const context = { database: service.database, settings: TEST_TERMS.settings };
  const erased = await eraseCrew(context, terms, { crew: { crewId: ids.crewId } });
  assert.ok(!(erased instanceof Refusal), 'it was refused');
  const { rewritten, toRun } = await service.database.rewrite();
  assert.ok(rewritten || toRun.length > 0);

  const shown = await allShown(office);
  const stored = await storedText(service);
  for (const gone of erased.names) {
    // Every event of this test begins with a crew Amsel, so the other events still store that name.
    const isShared = gone === 'Amsel';
    assert.ok(isShared || !hasName(stored, gone), `${gone} is stored`);
    assert.ok(!hasName(shown, gone), `${gone} is shown`);
  }
  // Whether the undo of an older entry is performed or refused, it does not bring the name back.
  const [entry, ...older] = await listHistory(service.database.reads, eventId);
  assert.equal(entry?.operation, erase.name);
  const undone = older[pick % older.length];
  if (undone) await tryOn(service, eventId, undo, { entryId: undone.id });
  assert.ok(!hasName(await storedText(service), name), 'an undo brought it back');
  await service.database.writeEvent(eventId, (tx) => deleteEvent(tx, eventId));
}

/** Documents, pages, feeds and exports of an event. */
async function allShown(office: Office): Promise<string> {
  const { event, person, path } = office;
  const at = `/events/${event.eventId}`;
  const texts = [JSON.stringify(await office.read()), (await event.board()).text];
  for (const page of ['/plain', '/results.csv', '/results.atom', '']) {
    texts.push((await service.send('GET', at + page)).text);
  }
  for (const { id } of (await event.board()).json.crews) {
    texts.push((await service.send('GET', `${at}/crews/${id}.ics`)).text.replaceAll('\r\n ', ''));
  }
  for (const tail of ['/schedule', '/teams']) texts.push((await event.send('GET', tail)).text);
  texts.push((await person.send('GET', `${path}/history`)).text);
  texts.push((await person.send('GET', `${path}/publication`)).text);
  const now = Date.now();
  const whole = await loadEvent(service.database, event.eventId, now);
  assert.ok(whole);
  for (const format of EXPORT_FORMATS) {
    for (const { bytes } of (await exportEvent(whole, format, { now })).files) {
      texts.push(...readable(bytes));
    }
  }
  return texts.join('\n');
}

/** A file in every encoding in which it may have been written; an archive file by file. */
function readable(bytes: Uint8Array): string[] {
  const isArchive = bytes[0] === 0x50 && bytes[1] === 0x4b;
  const parts = isArchive ? Object.values(unzipSync(bytes)) : [bytes];
  return parts.flatMap((part) =>
    ['utf-8', 'windows-1252'].map((encoding) => new TextDecoder(encoding).decode(part)),
  );
}
