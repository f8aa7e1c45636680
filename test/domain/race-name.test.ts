/** What races are called, on the board, in messages, in calendars and on a terminal. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { raceName, raceNameParts } from '../../src/domain/races/race-name.ts';
import { raceClass } from '../../src/domain/races/race-round.ts';

const NAMELESS = { title: null, divisionLabel: null, boatClass: null, round: null };

for (const [fields, name, parts] of [
  [{}, '', []],
  [{ title: 'Final' }, 'Final', ['Final']],
  [{ title: 'Final', boatClass: '8+' }, 'Final', ['Final', '8+']],
  [
    { divisionLabel: 'Women', boatClass: '8+', round: 'Heat 1' },
    'Women 8+, Heat 1',
    ['Women 8+', 'Heat 1'],
  ],
  [
    { title: 'Frauen-Doppelzweier', boatClass: '2x', round: 'Finale A' },
    'Frauen-Doppelzweier, Finale A',
    ['Frauen-Doppelzweier', '2x', 'Finale A'],
  ],
  [{ title: '', boatClass: '8+', round: '' }, '8+', ['8+']],
  [{ title: null, divisionLabel: 'Women', round: 'Heat 1' }, 'Women, Heat 1', ['Women', 'Heat 1']],
  [{ divisionLabel: 'Men’s', boatClass: 'Men’s 4x' }, 'Men’s 4x', ['Men’s 4x']],
  [
    { title: 'Men’s 4x Final', divisionLabel: 'M', boatClass: '4x', round: 'Final' },
    'Men’s 4x Final',
    ['Men’s 4x Final', 'M'],
  ],
] as const) {
  test(`a race with ${JSON.stringify(fields)} is called ${JSON.stringify(name)}`, () => {
    assert.equal(raceName({ ...NAMELESS, ...fields }), name);
    assert.deepEqual(raceNameParts({ ...NAMELESS, ...fields }), parts);
  });
}

test('races of one class are called the same, whatever the round, also where the title says it', () => {
  for (const [fields, name] of [
    [{ boatClass: '8+', divisionLabel: 'Women', round: 'Heat 1' }, 'Women 8+'],
    [{ title: 'Frauen-Achter Finale A', round: 'Finale A' }, 'Frauen-Achter'],
    [{ title: 'Women 8+, Final', boatClass: '8+', round: 'Final' }, 'Women 8+'],
    [{ title: 'Final', round: 'Final' }, ''],
    [{ title: '1: Women 8+ Heat 2' }, 'Women 8+'],
  ] as const)
    assert.equal(raceClass({ ...NAMELESS, number: '1', ...fields }), name);
});
