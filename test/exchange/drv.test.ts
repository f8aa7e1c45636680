/** Entries of German regattas: crews and races, and no persons. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import fc from 'fast-check';
import { readDrv } from '../../src/exchange/drv/read-drv.ts';
import type { ReadFile, Reading } from '../../src/exchange/reading/reading.ts';

const SAMPLES = 'test/exchange/samples/drv';
const EVENT = { timeZone: null, startDate: '2026-06-13', endDate: '2026-06-14' };

function read(bytes: Uint8Array | string): ReadFile & { reading: Reading } {
  const file = readDrv({ name: 'meldungen', bytes: Buffer.from(bytes as string) }, {}, EVENT);
  assert.ok(!('unreadable' in file), JSON.stringify(file));
  assert.ok(file.reading);
  return { ...file, reading: file.reading };
}

function refusal(text: string | Uint8Array): string {
  const file = readDrv({ name: 'x', bytes: Buffer.from(text as string) }, {}, EVENT);
  return 'unreadable' in file ? file.unreadable : assert.fail('it was read');
}

interface Entry {
  id: string;
  title: string;
}

/** The XML of races with entries. */
function xml(races: Readonly<Record<string, readonly Entry[]>>): string {
  const text = (words: string) =>
    words
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;');
  const rennen = Object.entries(races).map(
    ([nummer, entries]) =>
      `<rennen nummer="${text(nummer)}" spezifikation="MM 2x">${entries
        .map(
          ({ id, title }) =>
            `<meldung id="${id}" verein="1"><titel>${text(title)}</titel></meldung>`,
        )
        .join('')}</rennen>`,
  );
  return `<?xml version="1.0"?><rm:regatta-meldungen xmlns:rm="x"><meldungen>${rennen.join('')}</meldungen></rm:regatta-meldungen>`;
}

function names(bytes: string): string[] {
  return read(bytes).reading.crews.map(({ name }) => name);
}

test('the sample XML gives its crews and races, without lanes', () => {
  const { layout, questions, reading } = read(readFileSync(`${SAMPLES}/meldungen-2010.xml`));
  assert.deepEqual([layout, questions], ['drv:xml-2010', []]);
  assert.deepEqual(reading.carries, { crews: true, races: true, draw: false, results: false });
  const id = (last: number) => `drv:0191a001-0000-7000-8000-00000000000${last}`;
  assert.deepEqual(reading.crews, [
    { externalId: id(1), name: 'Seeclub Nord', clubId: 'SCN', row: 6 },
    { externalId: id(2), name: 'Kanal-RG Süd/Hafen RC', clubId: 'KRGS', row: 7 },
    { externalId: id(3), name: 'Seeclub Nord (115a)', clubId: 'SCN', row: 10 },
  ]);
  assert.deepEqual(
    reading.races.map(({ externalId, printed, raceNumber, title, boatClass, lanes, start, row }) =>
      JSON.stringify([externalId, printed, raceNumber, title, boatClass, lanes, start, row]),
    ),
    [
      '["drv:101","101",101,"OFF 2x","2x",[],null,5]',
      '["drv:115a","115a",null,"MM 2x A-K VI e","2x",[],null,9]',
      '["drv:S1","S1",null,"SM 8+","8+",[],null,12]',
    ],
  );
  assert.deepEqual([reading.wrong, reading.notes, reading.skipped], [[], [], []]);
});

test('the sample JSON of the portal gives the same ids', () => {
  const { layout, reading } = read(readFileSync(`${SAMPLES}/portal.json`));
  assert.equal(layout, 'drv:portal');
  assert.deepEqual(reading.crews, [
    {
      externalId: 'drv:0191a001-0000-7000-8000-000000000001',
      name: 'Seeclub Nord',
      clubId: 'SCN',
      row: 1,
    },
  ]);
  const [race] = reading.races;
  assert.deepEqual(
    [race?.externalId, race?.printed, race?.raceNumber, race?.title, race?.boatClass],
    ['drv:101', '101', 101, 'Offener Doppelzweier', '2x'],
  );
});

test('representatives and athletes never leave the file', () => {
  const text = `<regatta-meldungen><obleute><obmann id="1"><name>Secret</name><email>Secret</email><verein id="9"><kurzform>Secret</kurzform></verein></obmann></obleute>
    <meldungen><rennen nummer="1" spezifikation="1x"><meldung id="a" verein="9" obmann="Secret"><mannschaft><position nr="1"><name>Secret</name><titel>Secret</titel></position></mannschaft><titel>RC</titel><remark>Secret</remark></meldung></rennen></meldungen></regatta-meldungen>`;
  assert.doesNotMatch(JSON.stringify(read(text)), /Secret/);
  const portal = JSON.parse(readFileSync(`${SAMPLES}/portal.json`, 'utf8'));
  portal.entries[0].members = [{ name: 'Secret' }];
  portal.club_members = [{ first_name: 'Secret' }];
  assert.doesNotMatch(JSON.stringify(read(JSON.stringify(portal))), /Secret/);
});

test('a later crew of the same title gets the number of its race', () => {
  const entry = (id: string) => ({ id, title: 'RC Nord' });
  assert.deepEqual(
    names(
      xml({ 101: [entry('a'), entry('b'), entry('c')], '115a': [entry('d')], 120: [entry('e')] }),
    ),
    ['RC Nord', 'RC Nord (101)', 'RC Nord (101) B', 'RC Nord (120)', 'RC Nord (115a)'],
  );
});

test('long titles are cut where a club ends, and stay different', () => {
  const clubs = Array.from({ length: 9 }, (_, index) => `Ruderclub Hafenstadt ${index}`).join('/');
  const [first = '', second = '', third = ''] = names(
    xml({
      1: [
        { id: 'a', title: clubs },
        { id: 'b', title: `${clubs}0` },
      ],
      2: [{ id: 'c', title: 'x'.repeat(500) }],
    }),
  );
  assert.equal(first, `${clubs.slice(0, clubs.indexOf('/Ruderclub Hafenstadt 5'))}/…`);
  assert.equal(second, `${first} (1)`);
  assert.equal(third, `${'x'.repeat(119)}…`);
});

test('names are different and short enough, whatever the titles', () => {
  const title = fc.oneof(
    fc.constantFrom('A', 'A (1)', 'A (1) B', 'B/C', `${'B/'.repeat(70)}C`, '😀'.repeat(130)),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 200 }),
  );
  fc.assert(
    fc.property(fc.array(fc.array(title, { maxLength: 8 }), { maxLength: 6 }), (races) => {
      const entries = races.map((titles, race) =>
        titles.map((words, index) => ({ id: `${race}-${index}`, title: words })),
      );
      const crews = JSON.stringify({
        ...{ clubs: [], events: races.map((_, race) => ({ id: race, number: String(race + 1) })) },
        entries: entries.flatMap((of, race) =>
          of.map(({ id, title: name }) => ({ id, name, event_id: race })),
        ),
      });
      const found = names(crews);
      assert.equal(new Set(found).size, found.length);
      for (const name of found) assert.ok([...name].length <= 120, name);
    }),
    { numRuns: 100 },
  );
});

test('titles come out of the XML as they went in', () => {
  // Characters that XML can contain; the title is one line.
  const character = fc.oneof(
    fc.constantFrom('&', '<', '>', '"', "'", '/', 'ü', 'ß', 'ā', '船', '😀', ']]>'),
    fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 3 }),
  );
  const title = fc
    .array(character, { minLength: 1, maxLength: 40 })
    .map((characters) => characters.join('').replaceAll(/\s+/g, ' ').trim())
    .filter((words) => words !== '' && [...words].length <= 120);
  fc.assert(
    fc.property(fc.uniqueArray(title, { maxLength: 10 }), (titles) => {
      const entries = titles.map((words, index) => ({ id: `m${index}`, title: words }));
      assert.deepEqual(names(xml({ 1: entries })), titles);
    }),
    { numRuns: 100 },
  );
});

test('the ids do not depend on the order of a file', () => {
  const entries = [1, 2, 3].map((id) => ({ id: `m${id}`, title: `Crew ${id}` }));
  const ids = (bytes: string) =>
    read(bytes)
      .reading.crews.map(({ externalId }) => externalId)
      .sort();
  assert.deepEqual(ids(xml({ 1: entries })), ids(xml({ 1: entries.toReversed() })));
});

test('what would be lost or taken for another is wrong', () => {
  const { reading } = read(
    `<regatta-meldungen><meldungen><rennen nummer="1" spezifikation="1x"><meldung id="a"><titel>A</titel></meldung><meldung id="a"><titel>B</titel></meldung><meldung id="b"/></rennen>
<rennen nummer="1" spezifikation="2x"/><rennen spezifikation="4x"/></meldungen></regatta-meldungen>`,
  );
  assert.deepEqual(reading.wrong, [
    { row: 2, column: 'nummer', reason: 'Race 1 stands twice.' },
    { row: 2, column: 'nummer', reason: 'The race has no number.' },
    { row: 1, column: 'id', reason: 'The entry a stands twice.' },
    { row: 1, column: 'titel', reason: 'The entry has no title, and its club no name.' },
  ]);
  assert.deepEqual(
    reading.races.map(({ raceNumber }) => raceNumber),
    [null, null, null],
  );
});

test('an entry with a status that is not known is told', () => {
  const portal = JSON.parse(readFileSync(`${SAMPLES}/portal.json`, 'utf8'));
  portal.entries[0].status = 3;
  const { notes } = read(JSON.stringify(portal)).reading;
  assert.match(notes[0]?.text ?? '', /^The entry of Seeclub Nord has the status 3/);
});

test('other files, and files with a document type, are refused in a sentence', () => {
  const doctype = '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>';
  assert.match(refusal(`${doctype}<regatta-meldungen>&a;</regatta-meldungen>`), /document type/);
  assert.match(refusal('<regatta-meldungen>&b;</regatta-meldungen>'), /damaged in line 1/);
  assert.match(refusal('<regatta-meldungen><a></regatta-meldungen>'), /damaged in line 1/);
  assert.match(refusal('<other/>'), /no list of entries/);
  assert.match(refusal('{"events": 1}'), /no events, entries and clubs/);
  assert.match(refusal('{"events": ['), /no complete JSON/);
  const many = JSON.stringify({ events: Array(5001).fill({}), entries: [], clubs: [] });
  assert.match(refusal(many), /5001 races and 0 entries; at most 5000/);
  assert.match(refusal(Buffer.from('<regatta-meldungen a="\xff"/>', 'latin1')), /encoding/);
});

test('XML in other encodings is read as it says', () => {
  const text = xml({ 1: [{ id: 'a', title: 'Kanal-RG Süd' }] });
  const named = (encoding: string) => text.replace('?>', ` encoding="${encoding}"?>`);
  for (const bytes of [
    Buffer.from(named('windows-1252'), 'latin1'),
    Buffer.from(`\ufeff${text}`, 'utf8'),
    Buffer.from(`\ufeff${text}`, 'utf16le'),
    Buffer.from(text, 'utf16le').swap16(),
  ])
    assert.deepEqual(names(bytes as unknown as string), ['Kanal-RG Süd']);
});
