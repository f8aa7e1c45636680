/** Plans of random files: the event obeys the rules of every write, and the same file again changes nothing. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { EventRows } from '../../../src/domain/event/event-rows.ts';
import { repeatedValues } from '../../../src/domain/races/row-writes.ts';
import type {
  Answers,
  Reading,
  ReadLane,
  ReadRace,
} from '../../../src/exchange/reading/reading.ts';
import { withNewIds } from '../../../src/operations/import/write-readings.ts';
import { team } from '../../domain/builders.ts';
import {
  asked,
  plan,
  RESULTS_ONLY,
  readCrew,
  reading,
  readLane,
  readRace,
  rowsFor,
  wrong,
} from './readings.ts';

const ANSWERS: Answers = {
  sameName: true,
  raceNumbers: true,
  times: { first: '09:00', everyMinutes: 5 },
  otherRegatta: 'import',
  overwriteResults: true,
  placesConflict: 'times',
  emptyPlace: 'dnf',
};

const name = fc.constantFrom('Adler', 'RC Adler', 'Biber', 'Corvus', 'Dachs', 'Adler A');
const result = fc.option(
  fc.record({
    status: fc.constantFrom('finished' as const, 'dns' as const, 'dsq' as const),
    finishMillis: fc.option(fc.integer({ min: 1, max: 3 })),
    place: fc.option(fc.integer({ min: 1, max: 3 })),
  }),
);
const lane: fc.Arbitrary<ReadLane> = fc
  .record({
    label: fc.option(fc.constantFrom('0', '1', '2', '3', '101', 'Far')),
    crew: fc.option(fc.record({ name, code: fc.option(fc.constantFrom('x', 'y')) })),
    result,
  })
  .map(({ label, crew, result: read }) =>
    readLane(
      label,
      crew && readCrew(crew.name, crew.code ? { externalId: `csv:${crew.code}` } : {}),
      read,
    ),
  );
const race: fc.Arbitrary<ReadRace> = fc
  .record({
    printed: fc.constantFrom('1', '2', '3', '3a', '30', '30'),
    round: fc.option(fc.constantFrom('Heat 1', 'Final')),
    lanes: fc.array(lane, { maxLength: 4 }),
    isTimed: fc.boolean(),
  })
  .map(({ printed, round, lanes, isTimed }) =>
    readRace(printed, {
      externalId: `csv:${[printed, round].filter((part) => part !== null).join(':')}`,
      raceNumber: printed === '30' || printed === '3a' ? null : Number(printed),
      round,
      lanes,
      ...(!isTimed && { start: null }),
    }),
  );
const file: fc.Arbitrary<Reading> = fc
  .record({ races: fc.array(race, { maxLength: 4 }), isResultsOnly: fc.boolean() })
  .map(({ races, isResultsOnly }) =>
    reading(races, isResultsOnly ? { carries: RESULTS_ONLY } : {}),
  );

function assertRules({ races, teams, lanes }: EventRows): void {
  const unique = (values: readonly unknown[]) => assert.deepEqual(repeatedValues(values), []);
  unique(races.map(({ raceNumber }) => raceNumber));
  unique(races.map(({ externalId }) => externalId));
  unique(teams.map((each) => each.name));
  unique(teams.map(({ externalId }) => externalId));
  const names = new Map(teams.map((each) => [each.id, each.name]));
  for (const [raceId, ofRace] of lanes) {
    assert.ok(races.some(({ id }) => id === raceId));
    unique(ofRace.map(({ position }) => position));
    unique(ofRace.map((each) => each.team?.id));
    for (const { team: crew, status, finishTimeMillis, finishPlace } of ofRace) {
      if (crew) assert.equal(names.get(crew.id), crew.name);
      if (status === 'assigned') assert.deepEqual([finishTimeMillis, finishPlace], [null, null]);
    }
  }
}

test('import: files in any order keep the rules, and each is the same when it comes again', () => {
  const stored = rowsFor({
    teams: [team({ id: 1, name: 'Adler' }), team({ id: 2, name: 'Emu', externalId: 'csv:x' })],
  });
  let written = 0;
  fc.assert(
    fc.property(fc.array(file, { minLength: 1, maxLength: 4 }), (files) => {
      let rows = stored;
      let nextId = 1000;
      for (const read of files) {
        const planned = plan(read, { stored: rows, answers: ANSWERS });
        assertRules(planned.after);
        if (asked(planned).length > 0 || wrong(planned).length > 0) continue;
        const ids = Array.from({ length: 50 }, () => nextId++);
        rows = withNewIds(planned.after, { races: ids, teams: ids });
        assertRules(rows);
        written++;
        const again = plan(read, { stored: rows, answers: ANSWERS });
        assert.deepEqual([asked(again), wrong(again)], [[], []]);
        assert.deepEqual(
          again.items.filter(({ outcome }) => outcome !== 'same'),
          [],
        );
        assert.deepEqual(again.after, rows);
      }
    }),
    { numRuns: 600 },
  );
  assert.ok(written > 200, `${written} were written`);
});
