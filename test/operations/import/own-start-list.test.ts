/** Start lists that we wrote for FinishLynx are imported: the same draw changes nothing, another draw only lanes. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Team } from '../../../src/domain/crews/team.ts';
import type { Lane } from '../../../src/domain/draw/lane.ts';
import type { EventRows } from '../../../src/domain/event/event-rows.ts';
import { readStartList } from '../../../src/exchange/finishlynx/read-start-list.ts';
import { eventStartList } from '../../../src/exchange/writers/start-list.ts';
import type { ImportPlan } from '../../../src/operations/import/plan-import.ts';
import { lane, race, team } from '../../domain/builders.ts';
import { asked, drawn, plan, rowsFor, told, wrong } from './readings.ts';

const LONG = 'Kanal-Ruder-Gesellschaft Süd von 1887';
const crews = ['Adler', `${LONG} A`, `${LONG} B`, 'Ngā Hoe, Second', 'Quay "Why Not" Crew'].map(
  (name, index) => team({ id: index + 1, name }),
);
const [adler, southA, southB, hoe, quay] = crews as [Team, Team, Team, Team, Team];

function drawnFor(position: number, crew: Team | null, fields: Partial<Lane> = {}): Lane {
  const { id, externalId, name } = crew ?? { id: 0, externalId: null, name: '' };
  return lane(position, { team: crew && { id, externalId, name }, ...fields });
}

const EVENT = rowsFor({
  teams: crews,
  races: [
    race({
      id: 1,
      raceNumber: 1,
      externalId: 'timer-7',
      title: 'Heat',
      boatClass: '8+',
      round: 'Heat 1',
    }),
    race({ id: 2, raceNumber: 2, title: 'A title that is much longer than FinishLynx keeps' }),
    race({
      id: 3,
      raceNumber: 8,
      printedNumber: '1a',
      externalId: 'lynx:1-1-1',
      distanceMeters: 500,
    }),
  ],
  lanes: {
    1: [drawnFor(1, adler), drawnFor(2, southA), drawnFor(3, null), drawnFor(4, southB)],
    // The labels are bow numbers.
    2: [drawnFor(1, hoe, { positionLabel: '31' }), drawnFor(2, quay, { positionLabel: '14' })],
    // The labels begin with 0, so the start list has positions instead.
    3: [drawnFor(1, adler, { positionLabel: '0' }), drawnFor(2, hoe, { positionLabel: '1' })],
  },
});

/** Plans the import of an event's own start lists. @param edit changes the text of the .evt file first */
function takenBack(rows: EventRows, edit = (evt: string) => evt): ImportPlan {
  const { evt, sch, ppl } = eventStartList(rows);
  const edited = Buffer.from(edit(Buffer.from(evt).toString('latin1')), 'latin1');
  const read = readStartList({ evt: edited, sch, ppl });
  assert.ok('reading' in read && read.reading, JSON.stringify(read));
  return plan(read.reading, { stored: rows, format: 'finishlynx' });
}

function outcomes({ items }: ImportPlan): string[] {
  return [...new Set(items.map(({ outcome }) => outcome))];
}

test('the same draw changes nothing, whoever owns the races and whatever was cut off', () => {
  const same = takenBack(EVENT);
  assert.deepEqual([wrong(same), asked(same), same.findings.notes], [[], [], []]);
  assert.deepEqual(told(same, 'race'), ['1 same', '2 same', '1a same']);
  assert.deepEqual(outcomes(same), ['same']);
  assert.deepEqual(same.after, EVENT);
});

const CHANGES: [what: string, edit: (evt: string) => string, race: number, drawn: string[]][] = [
  [
    'two crews change lanes',
    (evt) => evt.replace(',1,1,Adler', ',1,2,Adler').replace(',2,2,Kanal', ',2,1,Kanal'),
    1,
    [`1 ${LONG} A`, '2 Adler', '3 –', `4 ${LONG} B`],
  ],
  [
    'a crew moves into the empty lane',
    (evt) => evt.replace(',1,1,Adler', ',1,3,Adler'),
    1,
    [`2 ${LONG} A`, '3 Adler', `4 ${LONG} B`],
  ],
  [
    'a crew is gone',
    (evt) => evt.replace(/,1,1,Adler\r\n/, ''),
    1,
    [`2 ${LONG} A`, '3 –', `4 ${LONG} B`],
  ],
  [
    'a crew is added in a lane that was not there',
    (evt) => evt.replace(/,1,1,Adler\r\n/, (line) => `${line},5,6,Quay Why Not Crew\r\n`),
    1,
    ['1 Adler', `2 ${LONG} A`, '3 –', `4 ${LONG} B`, '6 Quay "Why Not" Crew'],
  ],
  [
    'bow numbers change hands, and another one comes',
    (evt) =>
      evt
        .replace(',4,31,', ',4,99,')
        .replace(',5,14,', ',5,31,')
        .replace(',4,99,', ',1,77,Adler\r\n,4,14,'),
    2,
    ['1 31 Quay "Why Not" Crew', '2 14 Ngā Hoe, Second', '3 77 Adler'],
  ],
  [
    'positions that are printed otherwise',
    (evt) => evt.replace(/(?<=500\r\n),1,1,Adler/, ',2,1,Kanal-Ruder-Gesellschaft Süd A'),
    8,
    [`1 0 ${LONG} A`, '2 1 Ngā Hoe, Second'],
  ],
];

for (const [what, edit, raceNumber, expected] of CHANGES) {
  test(`what FinishLynx's user has changed shows in the lanes: ${what}`, () => {
    const changed = takenBack(EVENT, edit);
    assert.deepEqual([wrong(changed), asked(changed)], [[], []]);
    assert.deepEqual(drawn(changed, raceNumber), expected);
    assert.deepEqual(changed.after.races, EVENT.races);
    assert.deepEqual(changed.after.teams, EVENT.teams);
    assert.deepEqual(told(changed, 'race'), ['1 same', '2 same', '1a same']);
  });
}

test('a lane with a result keeps its crew', () => {
  const [first, ...others] = EVENT.lanes.get(1) ?? [];
  const finished = [{ ...first, status: 'finished', finishTimeMillis: 1 } as Lane, ...others];
  const rows = { ...EVENT, lanes: new Map([...EVENT.lanes, [1, finished]]) };
  assert.deepEqual(takenBack(rows).after, rows);
  const changed = takenBack(rows, (evt) => evt.replace(',1,1,Adler', ',5,1,Quay Why Not Crew'));
  assert.deepEqual(wrong(changed), ['lane 1 of race 1 has a result of Adler']);
});

test('a race that is called otherwise by now is told, and another event gets races of its own', () => {
  const renamed = takenBack(EVENT, (evt) => evt.replace('8+ Heat 1', 'Final'));
  assert.deepEqual(
    renamed.findings.notes.map(({ text }) => text),
    [
      'race 1 is now written as "8+ Heat 1", and stands in the file as "Final": only its draw is taken',
    ],
  );
  assert.deepEqual(renamed.after, EVENT);
  const { evt, sch, ppl } = eventStartList(EVENT);
  const read = readStartList({ evt, sch, ppl });
  assert.ok('reading' in read && read.reading);
  const times = { first: '09:00', everyMinutes: 5 };
  const moved = plan(read.reading, { answers: { times }, format: 'finishlynx' });
  assert.deepEqual(told(moved, 'race'), ['1 new', '2 new', '8 new']);
  assert.deepEqual(moved.after.races[0]?.externalId, 'lynx:1-1-1');
});

test('numbers that have changed hands since are wrong', () => {
  const swapped = takenBack(EVENT, (evt) =>
    evt.replace('1,1,1,8+ Heat 1', '2,1,1,8+ Heat 1').replace('2,1,1,A title', '1,1,1,A title'),
  );
  assert.match(
    wrong(swapped)[0] ?? '',
    /^race \d is now written as .*: export the start lists again/,
  );
  assert.equal(wrong(swapped).length, 2);
});

// The third race has the `externalId` of an import of event 1 of FinishLynx, so that race is matched.
test('without our first line the numbers are those of another program', () => {
  const foreign = takenBack(EVENT, (evt) => evt.replace(/^;.*\r\n/, ''));
  assert.deepEqual(told(foreign, 'race')[0], '1 changed printedNumber 1a→1 title null→8+ Heat 1');
});

/** Names of crews as they are stored: NFC, trimmed, not empty. */
const crewName = fc
  .oneof(
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 50 }),
    fc.constantFrom('A, B', 'A B', '; c', '"', 'Ngā', 'Nga', '東京', '1', `${LONG} A`, `${LONG} B`),
  )
  .map((name) => name.normalize('NFC').trim())
  .filter((name) => name !== '');
const label = fc.option(fc.constantFrom('0', '1', '2', '14', '31', 'Far'));
const event = fc
  .record({
    names: fc.uniqueArray(crewName, { minLength: 1, maxLength: 8 }),
    races: fc.uniqueArray(
      fc.record({
        number: fc.integer({ min: 1, max: 30 }),
        id: fc.option(fc.constantFrom('lynx:1-1-1', 'lynx:2-1-1', 'csv:3')),
        isCancelled: fc.boolean(),
        crews: fc.uniqueArray(fc.nat({ max: 12 }), { maxLength: 6 }),
        labels: fc.array(label, { minLength: 6, maxLength: 6 }),
        gap: fc.nat({ max: 2 }),
      }),
      { selector: ({ number }) => number, minLength: 1, maxLength: 5 },
    ),
  })
  .map(({ names, races }) => {
    const teams = names.map((name, index) => team({ id: index + 1, name }));
    const taken = new Set<string>();
    const own = (id: string | null) => {
      if (id === null || taken.has(id)) return null;
      taken.add(id);
      return id;
    };
    return rowsFor({
      teams,
      races: races.map(({ number, id, isCancelled }) =>
        race({
          id: number,
          raceNumber: number,
          externalId: own(id),
          state: isCancelled ? 'cancelled' : 'planned',
        }),
      ),
      lanes: Object.fromEntries(
        races.map(({ number, crews, labels, gap }) => [
          number,
          crews.map((crew, index) =>
            drawnFor(index + 1 + gap, teams[crew] ?? null, {
              positionLabel: labels[index] ?? null,
            }),
          ),
        ]),
      ),
    });
  });

test('any event: its own start list changes nothing', () => {
  fc.assert(
    fc.property(event, (rows) => {
      if (rows.races.every(({ state }) => state === 'cancelled')) return;
      const same = takenBack(rows);
      assert.deepEqual([wrong(same), asked(same), same.findings.notes], [[], [], []]);
      assert.deepEqual(same.after, rows);
    }),
    { numRuns: 500 },
  );
});
