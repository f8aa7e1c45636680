/** The texts of races in a list to choose from, and the first steps from an empty regatta to a published one. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadRegatta } from '../../regattas/regatta.ts';
import type { Office, OfficeRace } from '../../src/contract/console/office.ts';
import { firstSteps } from '../../web/src/console/office/overview/attention-items.ts';
import { choiceText } from '../../web/src/console/office/race-names.ts';

const event = { timezone: 'Europe/Berlin' } as Office['event'];
const days = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    venueDay: `2026-06-${13 + index}`,
  })) as Office['days'];

function race(more: Partial<OfficeRace>): OfficeRace {
  return {
    ...{ raceNumber: 1, printedNumber: null, title: 'Männer 4x', boatClass: '4x' },
    ...{ round: 'Vorlauf 1', divisionLabel: null, estimatedAt: '2026-06-13T07:00:00Z' },
    ...{ state: 'planned', lanes: [] },
    ...more,
  } as OfficeRace;
}

const CASES: [Partial<OfficeRace>, days: number, text: string][] = [
  [{}, 2, '1 · Sa 09:00 · Männer 4x, Vorlauf 1'],
  [{ round: 'Finale', estimatedAt: '2026-06-14T13:20:00Z' }, 2, '1 · So 15:20 · Männer 4x, Finale'],
  [{ printedNumber: '16A' }, 1, '16A · 09:00 · Männer 4x, Vorlauf 1'],
  [{}, 9, '1 · Sa., 13. Juni 09:00 · Männer 4x, Vorlauf 1'],
  [{ title: null, boatClass: null, round: null }, 1, '1 · 09:00'],
];

for (const [more, count, text] of CASES) {
  test(`a race to choose reads "${text}"`, () => {
    assert.equal(choiceText(race(more), { event, days: days(count) }, 'de'), text);
  });
}

test('no two races of a real regatta read alike where one is chosen', () => {
  const { races } = loadRegatta('hebda-cup-2023');
  const texts = races.map(({ label, name }, index) =>
    choiceText(
      race({
        ...{ raceNumber: index + 1, printedNumber: label, title: name },
        estimatedAt: new Date(Date.parse('2026-06-13T07:00:00Z') + index * 600_000).toISOString(),
      }),
      { event, days: days(1) },
      'de',
    ).replace(/^\S+ · /, ''),
  );
  assert.equal(new Set(texts).size, races.length);
});

test('the first steps say what is done, in their order, and are gone once crews see the regatta', () => {
  const drawn = race({ lanes: [{ crewId: 4, from: null }] as OfficeRace['lanes'] });
  const steps = (of: Partial<Office>) =>
    firstSteps({ status: 'draft', races: [], crews: [], ...of } as Office).map(
      ({ part, isDone, count }) => `${part} ${count}${isDone ? ' done' : ''}`,
    );
  assert.deepEqual(steps({}), ['programme 0', 'crews 0', 'races 0', 'publish 0']);
  assert.deepEqual(steps({ races: [drawn, race({})], crews: [{}, {}] as Office['crews'] }), [
    'programme 2 done',
    'crews 2 done',
    'races 1',
    'publish 0',
  ]);
  const all = { races: [drawn, race({ state: 'cancelled' })] };
  assert.deepEqual(steps(all)[2], 'races 2 done');
  assert.deepEqual(steps({ ...all, status: 'published' }), []);
});
