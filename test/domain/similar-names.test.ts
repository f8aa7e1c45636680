/** Which names are probably one crew. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadRegatta } from '../../regattas/regatta.ts';
import { nameKey, similarNames } from '../../src/domain/crews/similar-names.ts';

test('names that differ in what people write differently are one', () => {
  const cases: string[][] = [
    ['Saline A', 'saline a', 'Saline  A', 'SALINE-A', 'Saline A.'],
    ['Zürich', 'Zurich', 'Zuerich', 'ZÜRICH'],
    ['Großauheim', 'Grossauheim'],
    ['St. Clair', 'Saint Clair', 'St Clair', 'Sainte Clair', 'ST.CLAIR'],
    ['Wyandotte Boat Club', 'Wyandotte BC', 'Wyandotte', 'Wyandotte B.C.', 'wyandotte boat club'],
    ['Mainzer Ruderverein', 'Mainzer RV', 'Mainzer Ruder-Verein e.V.', 'Mainzer RV eV'],
    ['Detroit Rowing Club B', 'Detroit RC B', 'Detroit B'],
    ['Bowling Green II', 'Bowling Green 2'],
    ['Town & Gown', 'Town and Gown'],
    ['Ottawa Canoe Club', 'Ottawa'],
    ['Skyline Crew', 'Skyline'],
    ['Ｓａｌｉｎｅ', 'Saline'],
    ["O'Neill", 'O’Neill', 'ONeill'],
    ['Cercle de l’Aviron Lyon', 'Cercle Nautique de l’Aviron Lyon'],
  ];
  for (const names of cases)
    assert.deepEqual(
      similarNames(names.map((name) => ({ name })))[0]?.length,
      names.length,
      names[0],
    );
});

test('other crews are not', () => {
  const cases: [string, string][] = [
    ['Saline A', 'Saline B'],
    ['Saline', 'Saline A'],
    ['Saline 1', 'Saline 2'],
    ['Ann Arbor', 'Ann Arbor Pioneer'],
    ['Rowing Club', 'Boat Club'],
    ['Crew', 'Team'],
    ['University of Michigan', 'Michigan'],
    ['Grosse Ile', 'Grosse Pointe'],
    ['Men 8+', 'Men 4+'],
    ['東京', '京都'],
  ];
  for (const names of cases)
    assert.deepEqual(similarNames(names.map((name) => ({ name }))), [], names.join());
  assert.notEqual(nameKey(''), nameKey('x'));
});

test('groups keep the order of the crews, whatever they are', () => {
  const crews = [
    { id: 1, name: 'B rc' },
    { id: 2, name: 'A' },
    { id: 3, name: 'b' },
    { id: 4, name: 'á' },
    { id: 5, name: 'C' },
  ];
  assert.deepEqual(
    similarNames(crews).map((group) => group.map(({ id }) => id)),
    [
      [1, 3],
      [2, 4],
    ],
  );
});

test('the crews of real regattas are told apart', () => {
  for (const name of ['hebda-cup-2023', 'wy-hi-2023'] as const) {
    const lanes = loadRegatta(name).races.flatMap((race) => race.lanes);
    const crews = [...new Set(lanes.map(({ crew }) => crew))].map((crew) => ({ name: crew }));
    assert.ok(crews.length > 10);
    assert.deepEqual(similarNames(crews), [], name);
  }
});
