/** The texts about who is through: which race a crew goes on to, and before the draw, what its place decides. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { BoardRace, BoardRule } from '../../src/contract/board.ts';
import { LANGUAGES, type Language } from '../../src/words/languages.ts';
import {
  drawnText,
  stakes,
  type ThroughSpeech,
  throughTexts,
} from '../../src/words/through-texts.ts';
import { messageWords } from '../../src/words/words.ts';
import { boardLane, boardRaceOf } from '../support/racing.ts';

const HEAT = 1;
const FINAL = 10;
const rule = (place: number, given: Partial<BoardRule> = {}): BoardRule => ({
  ...{ raceId: FINAL, place, fastest: null, category: null },
  ...given,
});
const next = { raceId: FINAL, position: 4, scheduledAt: '2026-06-13T14:10:00Z' };
const from = { races: [HEAT], place: 1, fastest: null };

/** A final A at 16:10 UTC, in whose lane nobody is drawn. */
const final = (given: Partial<BoardRace> = {}) =>
  boardRaceOf(10, '2026-06-13T16:10:00Z', {
    ...{ id: FINAL, boatClass: '8+', round: 'Final A' },
    lanes: [boardLane(4, { crewId: null, crewName: null, from })],
    ...given,
  });
/** The same final with crew 1 in lane 4. */
const drawn = (given: Partial<BoardRace> = {}) =>
  final({ lanes: [boardLane(4, { crewId: 1 })], ...given });

const heat = (given: Partial<BoardRace> = {}) =>
  boardRaceOf(1, '2026-06-13T09:00:00Z', {
    ...{ id: HEAT, boatClass: '8+', round: 'Heat 1', rules: [rule(1), rule(2)] },
    ...given,
  });
const goingOn = heat({ lanes: [boardLane(1, { crewId: 1, next }), boardLane(2)] });
const [lane1 = assert.fail()] = goingOn.lanes;

function speech(targets: BoardRace[], language: Language = 'en'): ThroughSpeech {
  const { shared, through, locale, race } = messageWords(language);
  return {
    ...{ shared, through, locale, raceWord: race },
    races: new Map(targets.map((target) => [target.id, target])),
    safe: (text) => text,
    startText: (at) => new Date(at).toISOString().slice(11, 16),
  };
}

test('contract: "to Final A, 16:10, lane 4", before the draw "1st and 2nd to Final A"', () => {
  assert.equal(drawnText(goingOn, lane1, speech([drawn()])), 'to Final A, 16:10, lane 4');
  assert.deepEqual(stakes(heat(), speech([final()])), ['1st and 2nd to Final A']);
});

const IN_EACH: Record<Language, [drawn: string, stake: string, fastest: string]> = {
  en: ['to Final A, 16:10, lane 4', '1st and 2nd to Final A', '1st and 2 fastest 3rd to Final A'],
  de: [
    'weiter in Final A, 16:10, Bahn 4',
    '1. und 2. weiter in Final A',
    '1. und 2 zeitschnellste 3. weiter in Final A',
  ],
  fr: [
    'en Final A, 16:10, couloir 4',
    '1er et 2e en Final A',
    '1er et 2 repêchés au temps parmi les 3es en Final A',
  ],
  nl: [
    'naar Final A, 16:10, baan 4',
    '1e en 2e naar Final A',
    '1e en 2 tijdsnelste 3e naar Final A',
  ],
  it: [
    'in Final A, 16:10, corsia 4',
    '1º e 2º in Final A',
    '1º e 2 migliori tempi tra i 3º posti in Final A',
  ],
};

for (const language of Object.keys(LANGUAGES) as Language[]) {
  test(`the same in ${language}`, () => {
    const fastest = heat({ rules: [rule(1), rule(3, { fastest: 1 }), rule(3, { fastest: 2 })] });
    assert.deepEqual(
      [
        drawnText(goingOn, lane1, speech([drawn()], language)),
        ...stakes(heat(), speech([final()], language)),
        ...stakes(fastest, speech([final()], language)),
      ],
      IN_EACH[language],
    );
  });
}

describe('what the later race is called', () => {
  const CASES: [final: Partial<BoardRace>, heat: Partial<BoardRace>, name: string][] = [
    [{}, {}, 'Final A'],
    [{ boatClass: '4-' }, {}, '4-, Final A'],
    [{ title: 'Women 8+ Final A' }, { title: 'Women 8+ Heat 1' }, 'Final A'],
    [{ title: 'Men 8+ Final A' }, { title: 'Women 8+' }, 'Men 8+ Final A'],
    [{ round: null }, {}, '8+'],
    [{ boatClass: null, round: null, number: '16A' }, {}, 'Race 16A'],
  ];
  for (const [ofFinal, ofHeat, name] of CASES) {
    test(name, () => {
      assert.deepEqual(stakes(heat(ofHeat), speech([final(ofFinal)])), [`1st and 2nd to ${name}`]);
    });
  }
});

describe('what is at stake', () => {
  const CASES: [rules: BoardRule[], text: string][] = [
    [[rule(1)], '1st to Final A'],
    [[rule(1), rule(2), rule(3), rule(4)], '1st–4th to Final A'],
    [[rule(1), rule(3), rule(4)], '1st, 3rd and 4th to Final A'],
    [[rule(1), rule(2), rule(3, { fastest: 1 })], '1st, 2nd and fastest 3rd to Final A'],
    [[rule(3, { fastest: 2 })], '2nd fastest 3rd to Final A'],
    [
      [rule(1, { category: 'U19' }), rule(1, { category: 'U23' }), rule(2, { category: 'U19' })],
      '1st U19, 2nd U19 and 1st U23 to Final A',
    ],
  ];
  for (const [rules, text] of CASES) {
    test(text, () => assert.deepEqual(stakes(heat({ rules }), speech([final()])), [text]));
  }

  test('several later races: the best places first; of one that is cancelled nothing', () => {
    const b = final({
      id: 11,
      raceNumber: 9,
      round: 'Final B',
      scheduledAt: '2026-06-13T15:00:00Z',
    });
    const race = heat({ rules: [rule(1), rule(2), rule(3, { raceId: 11 })] });
    assert.deepEqual(stakes(race, speech([final(), b])), [
      '1st and 2nd to Final A',
      '3rd to Final B',
    ]);
    assert.deepEqual(stakes(race, speech([final(), { ...b, state: 'cancelled' }])), [
      '1st and 2nd to Final A',
    ]);
  });

  test('is not told once crews are drawn, also where they come from another heat', () => {
    assert.deepEqual(stakes(goingOn, speech([final()])), []);
    assert.deepEqual(stakes(heat(), speech([drawn()])), []);
  });
});

describe('what is told of a crew', () => {
  const over = (given: object) =>
    heat({
      lanes: [boardLane(1, { status: 'finished', finishPlace: 1, ...given })],
      entered: 1,
      scored: 1,
    });
  const told = (race: BoardRace, targets: BoardRace[]) =>
    throughTexts(race, race.lanes[0] ?? assert.fail(), speech(targets));
  const STAKE = ['1st and 2nd to Final A'];
  test('before the race is over what is at stake, then what its place leads to', () => {
    assert.deepEqual(told(heat(), [final()]), STAKE);
    assert.deepEqual(told(over({}), [final()]), STAKE);
    assert.deepEqual(told(over({ finishPlace: 3 }), [final()]), []);
    assert.deepEqual(told(over({ status: 'dnf', finishPlace: null }), [final()]), []);
  });
  test('where a rule names a category, the place in it counts', () => {
    const rules = [rule(1, { category: 'U19' })];
    const own = { finishPlace: 5, categoryPlace: 1 };
    assert.deepEqual(told({ ...over({ ...own, category: 'U19' }), rules }, [final()]), [
      '1st U19 to Final A',
    ]);
    assert.deepEqual(told({ ...over({ ...own, category: 'U23' }), rules }, [final()]), []);
  });
  test('where it is drawn, once it is; not when, while that is not known', () => {
    const race = { ...over({ next, crewId: 1 }) };
    assert.deepEqual(told(race, [drawn()]), ['to Final A, 16:10, lane 4']);
    assert.deepEqual(told(race, [drawn({ state: 'postponed' })]), ['to Final A, lane 4']);
  });
  test('of a head race the bow and its own start', () => {
    const own = boardLane(4, { crewId: 1, positionLabel: '204', startsAt: '2026-06-13T16:12:00Z' });
    const target = drawn({ kind: 'head', lanes: [own] });
    assert.deepEqual(told(over({ next, crewId: 1 }), [target]), ['to Final A, 16:12, bow 204']);
  });
  test('withdrawn: nothing', () => {
    const race = heat({ lanes: [boardLane(1, { withdrawn: true })] });
    assert.deepEqual(told(race, [final()]), []);
  });
});
