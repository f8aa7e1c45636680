/** Erasing a crew's name from rows, the history, what imports remember, documents, exports and feeds. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EXPORT_FORMATS } from '../../src/contract/export.ts';
import { setRole } from '../../src/storage/accounts/accounts.ts';
import { makeBackup } from '../../src/storage/engine/backups.ts';
import { listImports, saveImport } from '../../src/storage/event/imports.ts';
import { published } from '../support/board.ts';
import { signIn, type Visitor } from '../support/console.ts';
import { isOnServer } from '../support/databases.ts';
import { hasName, storedText } from '../support/erasure.ts';
import { type Office, officeOf, openOffice } from '../support/office.ts';
import { refused } from '../support/refused.ts';
import { startTestService } from '../support/service.ts';
import { newFolder } from '../support/started.ts';

const folder = newFolder();

const service = await startTestService(isOnServer ? {} : { BACKUP_FOLDER: folder });

interface Erasing extends Office {
  admin: Visitor;
  /** Erases a crew. @param confirm its name, typed as the confirmation */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into all of it.
  erase(crewId: number, confirm: string): Promise<any>;
  // biome-ignore lint/suspicious/noExplicitAny: the same.
  history(): Promise<any[]>;
}

/** An office with an admin of its club. @param name of the first crew, in place of Amsel */
async function erasing(name?: string): Promise<Erasing> {
  const office = await openOffice(service);
  const { event } = office;
  const admin = await signIn(service, await adminOf(event.clubId));
  if (name !== undefined) {
    await event.send('PUT', '/teams', [{ externalId: 'c1', name, clubId: 'rc' }]);
  }
  return {
    ...office,
    admin,
    erase: async (crewId, confirm) => {
      const path = `${office.path}/crews/${crewId}/erase`;
      const { status, json, text } = await admin.send('POST', path, { confirm });
      assert.equal(status, 200, text);
      return json;
    },
    history: async () => (await admin.send('GET', `${office.path}/history`)).json.entries,
  };
}

async function adminOf(clubId: number): Promise<number> {
  return service.database.write(async (tx) => {
    const { id } = await tx
      .insertInto('users')
      .values({ display_name: 'Admin', email: null, created_at: Date.now() })
      .returning('id')
      .executeTakeFirstOrThrow();
    await setRole(tx, id, clubId, 'admin');
    return id;
  });
}

/** Everything that an event shows to anybody, as one text. */
async function shownOf({ event, admin, path }: Erasing): Promise<string> {
  const own = [`${path}/office`, `${path}/history`, `${path}/publication`];
  const files = EXPORT_FORMATS.map((format) => `${path}/export/${format}`);
  const texts: string[] = [];
  for (const each of [...own, ...files]) texts.push((await admin.send('GET', each)).text);
  const at = `/events/${event.eventId}`;
  const pages = ['', '/plain', '/print', '/display', '/results.csv', '/results.atom'];
  for (const page of pages) texts.push((await service.send('GET', at + page)).text);
  const { crews } = (await event.board()).json;
  for (const { id } of crews) {
    texts.push((await service.send('GET', `${at}/crews/${id}.ics`)).text);
  }
  for (const tail of ['/schedule', '/teams']) texts.push((await event.send('GET', tail)).text);
  texts.push((await event.board()).text);
  return texts.join('\n');
}

test('a name is nowhere any more: rows, texts, history, memory of imports, documents, feeds, exports, the file', async () => {
  const name = 'Zwölfender Süßbach';
  const office = await erasing('Erstname Quitte');
  const { event, admin, path } = office;
  await event.send('PUT', '/teams', [
    { externalId: `id-${name}`.slice(0, 20), name: 'Vierte' },
    { externalId: 'c1', name, clubId: 'rc-zwoelfender-suessbach' },
  ]);
  await event.send('PUT', '/races', [
    {
      ...{ externalId: 'r1', raceNumber: 1, title: `Heat of ${name}` },
      ...{ notes: 'ZWÖLFENDER SÜSSBACH pays', divisionLabel: name, laneScheme: ['1', name] },
    },
  ]);
  const { crews, races } = await office.ids();
  const crewId = crews[name] as number;
  await office.write(`/races/${races[3]}/state`, { state: 'cancelled', reason: `for ${name}` });
  await event.send('PUT', '/races/r1/results', [{ position: 2, finishTimeMillis: 400_000 }]);
  const withdrawn = `/races/${races[2]}/lanes/1/withdrawn`;
  await office.write(withdrawn, { withdrawn: true, reason: 'zwolfender suessbach is ill' });
  const links = [{ label: `All of ${name}`, url: 'https://club.example' }];
  await admin.send('PATCH', path, { look: { sponsor: `Friends of ${name}`, links } });
  await admin.send('POST', `${path}/notices`, { text: `${name.normalize('NFD')} won` });
  await admin.send('PATCH', path, { name: `${name}-Pokal` });
  await service.database.write((tx) =>
    saveImport(tx, event.eventId, {
      layout: 'csv-1',
      answers: { names: { [name]: 'Biber' }, zone: 'Europe/Berlin' },
      results: [[1, 1, 'finished', 1, null, null, `${name} final`]],
    }),
  );
  assert.ok(hasName(await storedText(service), name));
  assert.ok(hasName(await shownOf(office), name));

  const before = await event.board();
  const erased = await office.erase(crewId, name);

  assert.equal(erased.name, `Crew ${crewId}`);
  assert.deepEqual(erased.names, [name, 'Erstname Quitte', 'Amsel']);
  assert.equal(erased.rewritten, !isOnServer);
  assert.equal(erased.toRun.length > 0, isOnServer);
  assert.ok(!hasName(JSON.stringify(erased.places), name));
  const texts = [await storedText(service), await shownOf(office)];
  for (const old of [name, 'Erstname Quitte']) {
    for (const text of texts) assert.ok(!hasName(text, old), old);
  }
  const { crews: now, races: racesNow, notices, event: facts } = await office.read();
  // biome-ignore lint/suspicious/noExplicitAny: the office document.
  const crew = now.find(({ id }: any) => id === crewId);
  assert.deepEqual([crew.name, crew.externalId, crew.clubId], [`Crew ${crewId}`, null, null]);
  assert.equal(racesNow[0].title, `Heat of Crew ${crewId}`);
  assert.equal(racesNow[0].notes, `Crew ${crewId} pays`);
  assert.deepEqual(racesNow[0].laneScheme, ['1', `Crew ${crewId}`]);
  assert.equal(notices[0].text, `Crew ${crewId} won`);
  assert.equal(facts.name, `Crew ${crewId}-Pokal`);
  const [memory] = await listImports(service.database.reads, event.eventId);
  assert.deepEqual(memory?.answers, { zone: 'Europe/Berlin' });
  assert.equal(memory?.results[0]?.[6], `Crew ${crewId} final`);
  // The board shows the neutral name at once, at a new revision.
  const board = await event.board();
  assert.ok(board.json.revision > before.json.revision);
  assert.notEqual(board.headers.get('etag'), before.headers.get('etag'));
  assert.ok(board.json.crews.some(({ name: called }: { name: string }) => called === erased.name));
});

test('first the preview: names, places, keys, back-ups, and nothing is written', async () => {
  const office = await erasing('Preview Amsel');
  const { crews } = await office.ids();
  const crewId = crews['Preview Amsel'] as number;
  if (!isOnServer) {
    const { connections } = service.database;
    await makeBackup({ folder, keep: 7 }, connections, Date.UTC(2026, 0, 2, 3, 4, 5));
  }
  const before = await office.read();
  const { status, json } = await office.admin.send('POST', `${office.path}/crews/${crewId}/erase`, {
    preview: true,
  });
  assert.equal(status, 200);
  assert.deepEqual(json.names, ['Preview Amsel', 'Amsel']);
  assert.equal(json.name, `Crew ${crewId}`);
  assert.deepEqual(json.places.slice(0, 3), [
    { where: `crew ${crewId}, name`, text: 'Preview Amsel', stays: false },
    { where: `crew ${crewId}, externalId`, text: 'c1', stays: false },
    json.places[2],
  ]);
  assert.equal(json.places.length, json.placeCount);
  assert.ok(json.places.some(({ where }: { where: string }) => /^history entry \d+$/.test(where)));
  assert.deepEqual(
    json.keys.map(({ label }: { label: string }) => label),
    ['Timing'],
  );
  assert.equal(json.backups.includes('test-20260102T030405Z.db'), !isOnServer);
  assert.ok(!('revision' in json) && !('rewritten' in json));
  assert.deepEqual(await office.read(), before);
  const { backups } = await office.erase(crewId, 'Preview Amsel');
  assert.equal(backups.includes('test-20260102T030405Z.db'), !isOnServer);
});

test('ids of races and of other crews that have the name stay, and are listed', async () => {
  const office = await erasing('Xylophina Brandt');
  const races = [
    { externalId: 'csv:Xylophina Brandt', raceNumber: 21, scheduledAt: '2026-06-13T15:00:00Z' },
    { externalId: 'r-xylophina-brandt', raceNumber: 22, scheduledAt: '2026-06-13T15:10:00Z' },
    { externalId: 'r-xylophon-brandung', raceNumber: 23, scheduledAt: '2026-06-13T15:20:00Z' },
  ];
  await office.event.send('PUT', '/races', races);
  await office.event.send('PUT', '/teams', [{ externalId: 'x-xylophina-brandt', name: 'Dritte' }]);
  const { crews } = await office.ids();
  const path = `${office.path}/crews/${crews['Xylophina Brandt']}/erase`;
  const stay = [
    { where: `crew ${crews.Dritte}, externalId`, text: 'x-xylophina-brandt', stays: true },
    { where: 'race 21, externalId', text: 'csv:Xylophina Brandt', stays: true },
    { where: 'race 22, externalId', text: 'r-xylophina-brandt', stays: true },
  ];
  for (const sent of [{ preview: true }, { confirm: 'Xylophina Brandt' }]) {
    const { json } = await office.admin.send('POST', path, sent);
    assert.deepEqual(json.places.slice(0, 3), stay);
    assert.match(json.places[3].where, /^history entry/);
    assert.equal(json.placeCount, json.places.length);
  }
});

test('the history has one entry, which has the new name alone, and nothing takes it back', async () => {
  const office = await erasing();
  const { crews } = await office.ids();
  const crewId = crews.Amsel as number;
  const { revision } = await office.read();
  const erased = await office.erase(crewId, 'Amsel');
  assert.equal(erased.revision, revision + 1);
  const [entry] = await office.history();
  assert.equal(entry.id, erased.entryId);
  assert.equal(entry.operation, 'erase');
  assert.equal(entry.displayName, 'Admin');
  const change = { subject: 'team', id: crewId, name: erased.name, before: null };
  assert.deepEqual(entry.changes, [{ ...change, after: { name: erased.name } }]);
  const undo = `${office.path}/history/${entry.id}/undo`;
  refused(await office.admin.send('POST', undo), 409, 'conflict');
});

test('a page that was opened earlier meets a conflict, for the crew and for every text', async () => {
  const office = await erasing();
  const { crews, races } = await office.ids();
  await office.write('/races', { races: [{ id: races[1], title: 'Amsel cup' }] });
  const { revision: seen } = await office.read();
  const crewId = crews.Amsel as number;
  await office.erase(crewId, 'Amsel');
  const writes: [string, object][] = [
    ['/crews', { crews: [{ id: crewId, name: 'Amsel' }], seen }],
    ['/races', { races: [{ id: races[1], title: 'Amsel cup' }], seen }],
  ];
  for (const [tail, body] of writes) {
    const reply = await office.write(tail, body);
    refused(reply, 409, 'conflict');
    assert.equal(reply.json.changed[0].operation, 'erase');
    assert.equal(reply.json.changed[0].before, null);
    assert.ok(!reply.text.includes('Amsel'));
  }
});

test('older entries are undone, and give the neutral name', async () => {
  const office = await erasing();
  const { event, admin, path } = office;
  const { crews, races } = await office.ids();
  const crewId = crews.Amsel as number;
  const renamed = await office.write('/crews', { crews: [{ id: crewId, name: 'Amsel Neu' }] });
  const moved = await office.write('/crews', { crews: [{ id: crewId, boatIndex: 7 }] });
  const both = await office.write('/crews', {
    crews: [
      { id: crewId, name: 'Amsel Alt' },
      { id: crews.Biber, name: 'Otter' },
    ],
  });
  const titled = await office.write('/races', { races: [{ id: races[1], title: 'Amsel Alt!' }] });
  const gone = await office.write('/crews', { crews: [{ id: null, name: 'Neue' }] });
  const added = (await office.ids()).crews.Neue;
  const removed = await office.write('/crews', { crews: [], removed: [added] });
  const undo = async (entryId: number) => {
    const { status, json, text } = await admin.send('POST', `${path}/history/${entryId}/undo`);
    assert.equal(status, 200, text);
    assert.equal(typeof json.entryId, 'number');
    return json;
  };
  const name = `Crew ${crewId}`;
  await office.erase(crewId, 'Amsel Alt');
  await office.erase(added as number, 'Neue');
  for (const each of [removed, gone, titled, both, moved, renamed]) await undo(each.json.entryId);
  const { crews: now, races: racesNow } = await office.read();
  // biome-ignore lint/suspicious/noExplicitAny: the office document.
  const names = now.map((crew: any) => [crew.id, crew.name, crew.boatIndex]);
  assert.ok(
    names.some(
      ([id, called, boat]: unknown[]) => id === crewId && called === name && boat === null,
    ),
  );
  assert.ok(names.some(([id, called]: unknown[]) => id === crews.Biber && called === 'Biber'));
  assert.equal(racesNow[0].title, 'Heat 1');
  // An entry can be undone only once.
  refused(
    await admin.send('POST', `${path}/history/${renamed.json.entryId}/undo`),
    409,
    'conflict',
  );
  // A race is restored as it was, with the neutral name in it.
  const restored = await office.write(
    `/races/${races[1]}/restore`,
    { at: new Date(Date.now() - 1).toISOString() },
    'POST',
  );
  assert.equal(restored.status, 200, restored.text);
  assert.ok(!hasName(await storedText(service), 'Amsel Neu'));
  assert.equal((await event.board()).status, 200);
});

test('a crew that was removed, and one that was merged, with the crew that it was merged into', async () => {
  const office = await erasing();
  const { crews, races } = await office.ids();
  const made = await office.write('/crews', {
    crews: [
      { id: null, name: 'Weggefallen' },
      { id: null, name: 'Doppelgänger' },
    ],
  });
  const [gone, twin] = made.json.crews;
  await office.write('/crews', { crews: [], removed: [gone.id] });
  await office.write(`/races/${races[3]}/lanes`, { lanes: [{ position: 1, crewId: twin.id }] });
  const merged = { keep: crews.Chamäleon, remove: twin.id };
  assert.equal((await office.write('/crews/merge', merged, 'POST')).status, 200);
  const removed = await office.erase(gone.id, 'Weggefallen');
  assert.deepEqual(removed.names, ['Weggefallen']);
  assert.equal(removed.name, `Crew ${gone.id}`);
  const kept = await office.erase(crews.Chamäleon as number, 'Chamäleon');
  assert.deepEqual(kept.names, ['Chamäleon', 'Doppelgänger']);
  const stored = await storedText(service);
  for (const name of ['Weggefallen', 'Doppelgänger']) assert.ok(!hasName(stored, name), name);
  refused(
    await office.admin.send('POST', `${office.path}/crews/999999/erase`, { preview: true }),
    404,
    'not_found',
  );
});

test('a crew that was merged and was drawn nowhere, and the merge is undone although the kept one is gone', async () => {
  const office = await erasing();
  const add = async (...names: string[]): Promise<number[]> => {
    const crews = names.map((name) => ({ id: null, name }));
    const made = await office.write('/crews', { crews });
    return made.json.crews.map(({ id }: { id: number }) => id);
  };
  const merge = async (keep?: number, remove?: number) => {
    const { status, json } = await office.write('/crews/merge', { keep, remove }, 'POST');
    assert.equal(status, 200);
    return json.entryId;
  };
  const [kept = 0, twin] = await add('Zaunkönig', 'Goldhähnchen');
  await merge(kept, twin);
  const { names } = await office.erase(kept, 'Zaunkönig');
  assert.deepEqual(names, ['Zaunkönig', 'Goldhähnchen']);
  assert.ok(!hasName(await storedText(service), 'Goldhähnchen'));
  const [first, second] = await add('Wasseramsel', 'Bachstelze');
  await merge(first, second);
  const [{ id: entryId }] = await office.history();
  await office.write('/crews', { crews: [], removed: [first] });
  const undone = await office.write(`/history/${entryId}/undo`, {}, 'POST');
  assert.equal(undone.status, 200, undone.text);
});

test('a crew whose merge was undone, and the undo undone, is erased with the crew that it was merged into', async () => {
  const office = await erasing();
  const crews = ['Eisvogel', 'Rohrdommel'].map((name) => ({ id: null, name }));
  const made = await office.write('/crews', { crews });
  const [keep, remove] = made.json.crews.map(({ id }: { id: number }) => id);
  let written = await office.write('/crews/merge', { keep, remove }, 'POST');
  for (let undone = 0; undone < 2; undone++) {
    written = await office.write(`/history/${written.json.entryId}/undo`, {}, 'POST');
    assert.equal(written.status, 200, written.text);
  }
  const { names } = await office.erase(keep, 'Eisvogel');
  assert.deepEqual(names, ['Eisvogel', 'Rohrdommel']);
  assert.ok(!hasName(await storedText(service), 'Rohrdommel'));
});

test('a short name, and one that is part of another crew’s, stay where they are not the whole text', async () => {
  const office = await erasing('Potsdam');
  await office.write('/crews', {
    crews: [
      { id: null, name: 'Potsdam II' },
      { id: null, name: 'Ulm' },
    ],
  });
  const { crews, races } = await office.ids();
  await office.write('/races', {
    races: [
      { id: races[1], title: 'Potsdam', notes: 'Potsdam vor Potsdam II' },
      { id: races[2], title: 'Ulm', notes: 'Alles aus Ulm' },
    ],
  });
  const potsdam = await office.erase(crews.Potsdam as number, 'Potsdam');
  const ulm = await office.erase(crews.Ulm as number, 'Ulm');
  const { races: now, crews: crewsNow } = await office.read();
  assert.deepEqual(
    now.slice(0, 2).map(({ title, notes }: { title: string; notes: string }) => [title, notes]),
    [
      [`Crew ${crews.Potsdam}`, 'Potsdam vor Potsdam II'],
      [`Crew ${crews.Ulm}`, 'Alles aus Ulm'],
    ],
  );
  assert.ok(crewsNow.some(({ name }: { name: string }) => name === 'Potsdam II'));
  const staying = ({ places }: { places: { where: string; text: string; stays: boolean }[] }) =>
    places.filter(({ where, stays }) => stays && where.startsWith('race')).map(({ text }) => text);
  assert.deepEqual(staying(potsdam), ['Potsdam vor Potsdam II']);
  assert.deepEqual(staying(ulm), ['Alles aus Ulm']);
});

test('crews of the same name: one that is there keeps it, one that is gone is erased with it', async () => {
  const office = await erasing();
  const { crews } = await office.ids();
  const [amsel, biber] = [crews.Amsel as number, crews.Biber as number];
  // The two crews swap names, so each has the former name of the other.
  await office.write('/crews', {
    crews: [
      { id: amsel, name: 'Biber' },
      { id: biber, name: 'Amsel' },
    ],
  });
  const erased = await office.erase(amsel, 'Biber');
  assert.deepEqual(erased.names, ['Biber', 'Amsel']);
  const names = (await office.ids()).crews;
  assert.deepEqual([names[`Crew ${amsel}`], names.Amsel], [amsel, biber]);
  const history = JSON.stringify(await office.history());
  assert.ok(!history.includes('Biber'));
  // The neutral name is taken by another crew, so a number is added to it.
  await office.write('/crews', { crews: [{ id: crews.Chamäleon, name: `Crew ${biber}` }] });
  assert.equal((await office.erase(biber, 'Amsel')).name, `Crew ${biber} (2)`);
});

test('who may, with what proof, and what is refused', async () => {
  const office = await erasing();
  const { crews } = await office.ids();
  const path = `${office.path}/crews/${crews.Amsel}/erase`;
  const { admin, person } = office;
  refused(await person.send('POST', path, { preview: true }), 403, 'forbidden');
  const stranger = await signIn(service, (await service.provision()).userId);
  refused(await stranger.send('POST', path, { preview: true }), 404, 'event_not_found');
  const adminId = await adminOf(office.event.clubId);
  const late = await signIn(service, adminId, 20 * 60_000);
  const needed = await late.send('POST', path, { preview: true });
  refused(needed, 403, 'forbidden');
  const before = await office.read();
  for (const confirm of ['amsel', 'Biber', '']) {
    refused(await admin.send('POST', path, { confirm }), 422, 'validation_failed', 'confirm');
  }
  refused(await admin.send('POST', path, {}), 422, 'validation_failed', 'confirm');
  refused(await admin.send('POST', path, { preview: false }), 422, 'validation_failed', 'confirm');
  assert.deepEqual(await office.read(), before);
});

test('again: nothing is left to erase, and the file is rewritten once more', async () => {
  const office = await erasing();
  const { crews } = await office.ids();
  const crewId = crews.Amsel as number;
  const { revision, name } = await office.erase(crewId, 'Amsel');
  const again = await office.erase(crewId, name);
  assert.deepEqual([again.revision, again.entryId, again.names], [revision, null, []]);
  assert.deepEqual(again.places, []);
  assert.equal(again.rewritten, !isOnServer);
});

test('a push of the same crew makes a new one, beside the erased one', async () => {
  const office = await erasing();
  const { event } = office;
  const { crews } = await office.ids();
  await office.erase(crews.Amsel as number, 'Amsel');
  const { json } = await event.send('PUT', '/teams', [{ externalId: 'c1', name: 'Amsel' }]);
  assert.deepEqual([json.teams[0].outcome, json.teams[0].name], ['inserted', 'Amsel']);
  const names = (await event.send('GET', '/teams')).json.teams.map(
    ({ name }: { name: string }) => name,
  );
  assert.ok(names.includes(`Crew ${crews.Amsel}`) && names.includes('Amsel'));
});

test('a draft that nobody has published, and an event without a schedule', async () => {
  const event = await service.provision();
  await event.send('POST', '/schedule', {});
  await event.send('PUT', '/teams', [{ externalId: 'c1', name: 'Entwurf' }]);
  const office = await officeOf(service, event);
  const { crews } = await office.ids();
  const admin = await signIn(service, await adminOf(event.clubId));
  const path = `${office.path}/crews/${crews.Entwurf}/erase`;
  const { status, json } = await admin.send('POST', path, { confirm: 'Entwurf' });
  assert.equal(status, 200);
  assert.equal((await event.send('GET', '/teams')).json.teams[0].name, json.name);
  assert.equal((await published(service)).eventId > 0, true);
});

test('a link loses the name in its words, and goes where its address has it', async () => {
  const name = 'Süße Quitte';
  const office = await erasing(name);
  const { admin, path } = office;
  const addressed = [
    `https://club.example/${name}/pictures`,
    `https://club.example/${encodeURIComponent(name)}`,
    'https://club.example/?crew=suesse+quitte',
  ];
  const links = [
    ...addressed.map((url) => ({ label: 'Club', url })),
    { label: `${name} pays`, url: 'https://club.example' },
    { label: `${name}nschule`, url: 'https://school.example' },
  ];
  const [spaced, ...others] = links;
  assert.equal((await admin.send('PATCH', path, { look: { links: [spaced] } })).status, 422);
  assert.equal((await admin.send('PATCH', path, { look: { links: others } })).status, 200);
  const { crews } = await office.ids();
  const crewId = crews[name] as number;
  await office.erase(crewId, name);
  const { look } = (await admin.send('GET', path)).json;
  assert.deepEqual(look.links, [
    { label: `Crew ${crewId} pays`, url: 'https://club.example' },
    { label: `${name}nschule`, url: 'https://school.example' },
  ]);
  const stored = await storedText(service);
  for (const address of addressed.slice(1)) assert.ok(!stored.includes(address), address);
});
