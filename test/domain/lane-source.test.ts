/** The words for the rule of a lane, which says where its crew comes from. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sourceNumbers } from '../../src/domain/progression/lane-source.ts';
import { shared } from '../../src/words/en.ts';

/** The races of an event with their printed numbers; ids count from 1, race numbers from 12. */
const races = ['12', '13', '14', '16A', '17'].map((number, index) => ({
  id: index + 1,
  raceNumber: index + 12,
  number,
}));
/** Three heats that all have the printed number 12. */
const SHARED = races.slice(0, 3).map((race) => ({ ...race, number: '12' }));
const NOT_IN_A_ROW = [...races.slice(0, 3), { id: 6, raceNumber: 40, number: '40' }];

for (const [ids, place, fastest, of, numbers, words] of [
  [[1], 1, null, races, '12', '1st of race 12'],
  [[1, 2, 3], 2, 1, SHARED, '12', 'fastest 2nd of races 12'],
  [[4], 2, null, races, '16A', '2nd of race 16A'],
  [[1, 2], 3, 1, races, '12, 13', 'fastest 3rd of races 12, 13'],
  [[1, 2, 3], 3, 2, races, '12–14', '2nd fastest 3rd of races 12–14'],
  [[3, 2, 1], 11, 11, races, '12–14', '11th fastest 11th of races 12–14'],
  [[2, 3, 4], 4, 1, races, '13–16A', 'fastest 4th of races 13–16A'],
  [[1, 3, 5], 4, 1, races, '12, 14, 17', 'fastest 4th of races 12, 14, 17'],
  [[1, 2, 3, 6], 4, 1, NOT_IN_A_ROW, '12, 13, 14, 40', 'fastest 4th of races 12, 13, 14, 40'],
  [[1, 99], 1, 1, races, '12', 'fastest 1st of races 12'],
] as const) {
  test(words, () => {
    const source = { races: [...ids], place, fastest };
    const byId = new Map(of.map((race) => [race.id, race]));
    assert.equal(sourceNumbers(source, byId), numbers);
    assert.equal(shared.source(source, numbers), words);
  });
}

test('ordinals', () => {
  assert.deepEqual([1, 2, 3, 4, 10, 11, 12, 13, 21, 22, 23, 101, 111].map(shared.ordinal), [
    '1st',
    '2nd',
    '3rd',
    '4th',
    '10th',
    '11th',
    '12th',
    '13th',
    '21st',
    '22nd',
    '23rd',
    '101st',
    '111th',
  ]);
});
