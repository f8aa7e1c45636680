/** Short titles keep what tells races apart. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { regattaPush } from '../../regattas/push-plan.ts';
import { loadRegatta } from '../../regattas/regatta.ts';
import type { BoardRace } from '../../src/contract/board.ts';
import { rowName, shortName, shortTitle } from '../../web/src/shared/race-title.ts';
import { race } from './boards.ts';

/** What one line of a phone of 360 px holds. */
const LINE_LENGTH = 36;

const CASES: [what: string, given: Partial<BoardRace>, short: string][] = [
  ['a title that fits', { title: "Women's 4x" }, "7 · Women's 4x"],
  [
    'a round that the title does not say',
    { title: 'Women 8+', round: 'Heat 2' },
    '7 · Women 8+ Heat 2',
  ],
  [
    'a round that the title says',
    { title: 'Women 8+ Heat 2', round: 'Heat 2' },
    '7 · Women 8+ Heat 2',
  ],
  ['no title', { divisionLabel: 'Women', boatClass: '8+', round: 'Heat 1' }, '7 · Women 8+ Heat 1'],
  [
    'a long title of a class that says who rows',
    {
      title: "Lightweight Women's Double Sculls, Repechage 2",
      boatClass: 'LW2x',
      round: 'Repechage 2',
    },
    '7 · LW2x Repechage 2',
  ],
  [
    'a long title with division and class',
    {
      title: "Girls' Under 19 Eights of the Schools, Heat 2",
      divisionLabel: "Girls' U19",
      boatClass: '8+',
      round: 'Heat 2',
    },
    "7 · Girls' U19 8+ Heat 2",
  ],
  [
    'a class that says no more than the seats',
    { title: "Lightweight Women's Coxless Fours Heat 12", boatClass: '4-', round: 'Heat 12' },
    '7 · Ligh. Wome. Coxl. Fours Heat 12',
  ],
  [
    'a long title alone',
    { title: "Lightweight Women's Double Sculls Repechage 2" },
    '7 · Li. Wo. Doub. Scul. Repechage 2',
  ],
  [
    'a title of many short words',
    { title: `${'a bc '.repeat(20)}Heat 3` },
    '7 · …bc a bc a bc a bc a bc Heat 3',
  ],
  ['a title without spaces', { title: `${'東'.repeat(60)}決勝` }, `7 · …${'東'.repeat(29)}決勝`],
  ['nothing', {}, '7'],
];

test('a short title is whole where it fits, and keeps its end where it does not', () => {
  for (const [what, given, short] of CASES) {
    assert.equal(shortTitle(race(7, '2026-06-13T09:00:00Z', given)), short, what);
    assert.ok([...short].length <= LINE_LENGTH, what);
  }
});

test('a row has the whole of a long title where there is room to the side', () => {
  const title =
    "Lightweight Women's Quadruple Sculls of the Universities of the North, Repechage 2";
  const long = race(7, '2026-06-13T09:00:00Z', { title, boatClass: 'LW4x', round: 'Repechage 2' });
  assert.equal(rowName(long, true), title);
  assert.equal(rowName(long, false), 'LW4x Repechage 2');
});

test('no two neighbours of a real regatta read the same, in a line nor in a row', () => {
  const programmes = [
    ...(['hebda-cup-2023', 'wy-hi-2023'] as const).map((name) => [
      name,
      regattaPush(loadRegatta(name)).races,
    ]),
    ['a world cup', worldCup()],
  ] as [string, Partial<BoardRace>[]][];
  for (const [name, races] of programmes) {
    for (const given of [races, races.map(({ title }) => ({ title: title ?? null }))]) {
      const named = given.map((one) => race(1, '2026-06-13T09:00:00Z', one));
      for (const shorten of [
        (one: BoardRace) => shortName(one, LINE_LENGTH - 6),
        (one: BoardRace) => rowName(one, false),
        (one: BoardRace) => rowName(one, true),
      ]) {
        const short = named.map(shorten);
        const same = short.filter((text, index) => text === short[index - 1]);
        assert.deepEqual(same, [], name);
        assert.ok(short.every((text) => text !== ''));
      }
      assert.ok(
        named.every((one) => [...shortTitle(one)].length <= LINE_LENGTH),
        name,
      );
    }
  }
});

/** 140 races as a world cup names them: fourteen events of ten races each, heat after heat. */
function worldCup(): Partial<BoardRace>[] {
  const events = [
    'Women',
    'Men',
    'Lightweight Women',
    'Lightweight Men',
    'PR1 Women',
    'PR1 Men',
    'PR3 Mixed',
  ];
  const boats = [
    ["'s Double Sculls", '2x'],
    ["'s Quadruple Sculls", '4x'],
  ];
  const rounds = [
    ...[1, 2, 3, 4].map((number) => `Heat ${number}`),
    'Repechage',
    ...['Semifinal A/B 1', 'Semifinal A/B 2', 'Final C', 'Final B', 'Final A'],
  ];
  return rounds.flatMap((round) =>
    boats.flatMap(([boat, code]) =>
      events.map((who) => ({
        title: `${who}${boat} ${round}`,
        boatClass: `${who.replace(/[a-z ]/g, '')}${code}`,
        round,
      })),
    ),
  );
}
