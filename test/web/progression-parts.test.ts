/** Progression rules as people type them, a whole round before it is saved, and draws that differ from their rules. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadRegatta } from '../../regattas/regatta.ts';
import type { OfficeLane, OfficeRace } from '../../src/contract/console/office.ts';
import { NO_RESULT, NOT_WITHDRAWN } from '../../src/domain/draw/lane.ts';
import { drawStatus, firstReady } from '../../web/src/console/office/progression/draw-standing.ts';
import {
  classPreviews,
  classRounds,
  NO_ROUND,
  roundNames,
  roundPreview,
} from '../../web/src/console/office/progression/rounds.ts';
import {
  readRaces,
  readRule,
  ruleFields,
  writeRaces,
} from '../../web/src/console/office/progression/rule-fields.ts';
import { PLAIN_OFFICE_LANE } from '../support/racing.ts';

const race = (id: number, printedNumber: string | null = null) =>
  ({
    id,
    raceNumber: id,
    printedNumber,
    scheduledAt: new Date(Date.UTC(2026, 5, 13, 9, id)).toISOString(),
  }) as OfficeRace;
const RACES = [race(1), race(2), race(3, '3A'), race(4, '3B'), race(5), race(6)];
const FINAL = RACES[5] as OfficeRace;

test('races as people name them', () => {
  const cases: [text: string, ids: number[], unknown?: string][] = [
    ['', []],
    ['1 2', [1, 2]],
    ['1, 2; 5', [1, 2, 5]],
    ['1-3a', [1, 2, 3]],
    ['1 – 2', [1, 2]],
    ['3B 3A', [4, 3]],
    ['1-2 2 1', [1, 2]],
    ['3', [], '3'],
    ['2-1', [], '2-1'],
    ['1 99', [1], '99'],
    ['x', [], 'x'],
    ['1-', [], '1-'],
  ];
  for (const [text, ids, unknown] of cases)
    assert.deepEqual(readRaces(text, RACES), unknown ? { ids, unknown } : { ids }, text);
  for (const ids of [[], [1], [1, 2], [1, 2, 3, 4], [4, 2, 1], [6]])
    assert.deepEqual(readRaces(writeRaces(ids, RACES), RACES).ids, ids);
  assert.equal(writeRaces([2, 3, 4], RACES), '2-3B');
});

test('a number with a hyphen is a number before it is a span', () => {
  const races = [race(1, 'A-1'), race(2, 'A-2')];
  assert.deepEqual(readRaces('A-2', races).ids, [2]);
});

test('races that share a printed number, or whose number no text names, are named by their race numbers', () => {
  const races = [
    ...[
      race(1, '12'),
      race(2, '12'),
      race(3, '12'),
      race(4, '16'),
      race(5, '16 A'),
      race(6, 'A-1'),
    ],
    ...[race(7, 'A-2'), race(8, 'A-3'), race(9, '4')],
  ];
  for (const [ids, text] of [
    [[1], '#1'],
    [[1, 2, 3], '#1-#3'],
    [[3, 4], '#3 16'],
    [[5], '#5'],
    [[6, 7], 'A-1 A-2'],
    [[6, 7, 8], 'A-1 A-2 A-3'],
    [[9], '4'],
  ] as const) {
    assert.equal(writeRaces(ids, races), text);
    assert.deepEqual(readRaces(text, races), { ids: [...ids] }, text);
  }
  assert.deepEqual(readRaces('12', races), { ids: [], unknown: '12' });
  assert.deepEqual(readRaces('#99', races), { ids: [], unknown: '#99' });
  for (const from of [
    { races: [2], place: 1, fastest: null },
    { races: [1, 2, 3], place: 2, fastest: 1 },
  ])
    assert.deepEqual(readRule(ruleFields(from, races), race(9), races), { rule: from });
});

test('the rule of a lane from three fields', () => {
  const read = (place: string, races: string, fastest = '') =>
    readRule({ place, category: '', races, fastest }, FINAL, RACES);
  assert.deepEqual(read('', '', ''), { rule: null });
  assert.deepEqual(read('1', '5'), { rule: { races: [5], place: 1, fastest: null } });
  assert.deepEqual(read('3', '1-3B', '2'), { rule: { races: [1, 2, 3, 4], place: 3, fastest: 2 } });
  const troubles: [Parameters<typeof read>, string][] = [
    [['', '5'], 'place'],
    [['0', '5'], 'place'],
    [['x', '5'], 'place'],
    [['1', ''], 'no-races'],
    [['1', '77'], 'unknown'],
    [['1', '1 2'], 'fastest-missing'],
    [['1', '5', '1'], 'fastest-of-one'],
    [['1', '1 2', '0'], 'fastest'],
    [['1', '1 2', '3'], 'too-many'],
    [['1', '6'], 'itself'],
  ];
  for (const [fields, trouble] of troubles)
    assert.deepEqual(read(...fields), { trouble }, fields.join(' | '));
  const heat = RACES[0] as OfficeRace;
  assert.deepEqual(readRule({ place: '1', category: '', races: '2', fastest: '' }, heat, RACES), {
    trouble: 'later',
  });
});

test('a rule is read again from the fields that show it', () => {
  for (const from of [
    null,
    { races: [5], place: 2, fastest: null },
    { races: [1, 2, 4], place: 3, fastest: 2 },
    { races: [5], place: 1, fastest: null, category: 'Masters C' },
  ])
    assert.deepEqual(readRule(ruleFields(from, RACES), FINAL, RACES), { rule: from });
});

test('several heats are one round, however they are counted', () => {
  for (const [first, second, name] of [
    ['Heat 1', 'Heat 2', 'Heat'],
    ['Heat 1 of 2', 'Heat 2 of 2', 'Heat'],
    ['Vorlauf 1 von 2', 'Vorlauf 2 von 2', 'Vorlauf'],
    ['Série 1 sur 2', 'Série 2 sur 2', 'Série'],
    ['1. Vorlauf', '2. Vorlauf', 'Vorlauf'],
    ['1st Heat', '2nd Heat', 'Heat'],
    ['1re série', '2e série', 'série'],
    ['1. Halbfinale', '2. Halbfinale', 'Halbfinale'],
  ] as const) {
    const races = [first, second, 'Final A', 'Final B'].map((round, index) => {
      return { ...race(index + 1), title: '8+', divisionLabel: null, boatClass: null, round };
    });
    assert.deepEqual(roundNames(classRounds(races)), [name, 'Final A', 'Final B'], first);
  }
  const rounds = [
    '1. Runde',
    '2. Runde',
    '2. Runde Lauf 1',
    '2. Runde Lauf 2',
    '1. Finale',
    '2. Finale',
  ];
  const races = rounds.map((round, index) => {
    return { ...race(index + 1), title: '8+', divisionLabel: null, boatClass: null, round };
  });
  assert.deepEqual(roundNames(classRounds(races)), [
    ...['1. Runde', '2. Runde', '2. Runde Lauf', '1. Finale', '2. Finale'],
  ]);
});

const PATTERN = {
  ...{ fromRound: '', toRound: '', leftOut: '', heats: '', targets: '' },
  ...{ each: '2', firstPlace: '1', fastest: '0', lanes: '6', isMiddle: true },
};

/** Two classes with heats, semi-finals and finals, and one without heats. */
const CLASSES = [
  ['M1x', 'Vorlauf 1'],
  ['M1x', 'Vorlauf 2'],
  ['W2x', 'Vorlauf 1'],
  ['W2x', 'Vorlauf 2'],
  ['M1x', 'Halbfinale A'],
  ['M1x', 'Halbfinale B'],
  ['W2x', 'Halbfinale A'],
  ['W2x', 'Halbfinale B'],
  ['M1x', 'Finale B'],
  ['M1x', 'Finale A'],
  ['W8+', 'Finale'],
].map(([boatClass, round], index) => ({
  ...race(index + 1),
  ...{ title: null, divisionLabel: 'SM', boatClass, round },
})) as OfficeRace[];

test('which classes row which rounds is known by their columns, or by their titles', () => {
  const classes = classRounds(CLASSES);
  assert.deepEqual(
    classes.map(({ key, rounds }) => [key, Object.fromEntries(rounds)]),
    [
      ['SM M1x', { Vorlauf: [1, 2], Halbfinale: [5, 6], 'Finale B': [9], 'Finale A': [10] }],
      ['SM W2x', { Vorlauf: [3, 4], Halbfinale: [7, 8] }],
    ],
  );
  assert.deepEqual(roundNames(classes), ['Vorlauf', 'Halbfinale', 'Finale B', 'Finale A']);
  const hebda = loadRegatta('hebda-cup-2023').races.map(({ name }, index) => ({
    ...race(index + 1),
    ...{ title: name, divisionLabel: null, boatClass: null, round: null },
  })) as OfficeRace[];
  const named = classRounds(hebda).find(({ key }) => key === "Men's Novice 4+");
  assert.deepEqual([...(named?.rounds.keys() ?? [])], ['Heat', NO_ROUND]);
});

test('a class is told from another by all that its races say', () => {
  type Said = Partial<Record<'title' | 'divisionLabel' | 'boatClass' | 'round', string>>;
  const said = (facts: Said, index: number) =>
    ({
      ...race(index + 1),
      ...{ title: null, divisionLabel: null, boatClass: null, round: null, ...facts },
    }) as OfficeRace;
  /** Two heats each of women and men, then their finals; `of` gives the facts of each race. */
  const programme = (of: (who: 'Womens' | 'Mens', round: string, number: number) => Said) =>
    ['Heat 1', 'Heat 2', 'Final'].flatMap((round, place) =>
      (['Womens', 'Mens'] as const).map((who, isMens) => of(who, round, 2 * place + isMens + 1)),
    );
  const cases: Record<string, Said[]> = {
    'a sheet gives no division, and the round stands in the title': programme((who, round) => ({
      title: `${who} Varsity 8+ ${round}`,
      boatClass: '8+',
    })),
    'with a column of rounds': programme((who, round) => ({
      title: `${who} Varsity 8+`,
      boatClass: '8+',
      round,
    })),
    'the round both in title and column': programme((who, round) => ({
      title: `${who} Varsity 8+ - ${round}`,
      boatClass: '8+',
      round,
    })),
    'rounds by a name that nobody knows': programme((who, round) => ({
      title: `${who} Varsity 8+ ${round.replace('Heat ', 'H')}`,
      boatClass: '8+',
      round: round.replace('Heat ', 'H'),
    })),
    'with the number of the race in the title': programme((who, round, number) => ({
      title: `Race ${number}: ${who} Varsity 8+ ${round}`,
      boatClass: '8+',
    })),
    'a division that both have': programme((who, round) => ({
      title: `${who} 8+`,
      divisionLabel: 'Varsity',
      boatClass: '8+',
      round,
    })),
    'a division, and no boat class': programme((who, round) => ({
      title: `${who} 8+ (${round})`,
      divisionLabel: 'Varsity',
    })),
    'nothing but division and boat class': programme((who, round) => ({
      divisionLabel: who,
      boatClass: '8+',
      round,
    })),
    'a title that is only the round': programme((who, round) => ({
      title: round,
      divisionLabel: who,
      boatClass: '8+',
    })),
  };
  for (const [name, facts] of Object.entries(cases))
    assert.deepEqual(
      classRounds(facts.map(said)).map(({ rounds }) => [...rounds.values()]),
      [
        [[1, 3], [5]],
        [[2, 4], [6]],
      ],
      name,
    );
});

test('one pattern for all classes that row both rounds', () => {
  const fields = { ...PATTERN, fromRound: 'Vorlauf', toRound: 'Halbfinale', each: '1' };
  const previews = (more: Partial<typeof fields>) =>
    classPreviews({ ...fields, ...more }, classRounds(CLASSES), CLASSES);
  assert.deepEqual(
    previews({ leftOut: 'SM W2x' }).map(({ key, heats, targets, isLeftOut, preview }) => [
      ...[key, heats, targets, isLeftOut],
      preview.kind === 'rules' &&
        preview.rounds.map(({ raceId, rules }) => [raceId, rules.map(({ races }) => races[0])]),
    ]),
    [
      [
        'SM M1x',
        [1, 2],
        [5, 6],
        false,
        [
          [5, [1]],
          [6, [2]],
        ],
      ],
      [
        'SM W2x',
        [3, 4],
        [7, 8],
        true,
        [
          [7, [3]],
          [8, [4]],
        ],
      ],
    ],
  );
  assert.deepEqual(
    previews({ toRound: 'Finale A' }).map(({ key }) => key),
    ['SM M1x'],
  );
  assert.deepEqual(previews({ toRound: 'Vorlauf' }), []);
  const [backwards] = previews({ fromRound: 'Finale A', toRound: 'Vorlauf' });
  assert.equal(backwards?.preview.kind === 'wrong' && backwards.preview.trouble.kind, 'later');
});

test('a whole round before it is saved', () => {
  const fields = { ...PATTERN, heats: '1-2', targets: '6', fastest: '1' };
  const preview = (more: Partial<typeof fields>) => roundPreview({ ...fields, ...more }, RACES);
  assert.deepEqual(preview({}), {
    kind: 'rules',
    left: 0,
    rounds: [
      {
        raceId: 6,
        rules: [
          { position: 1, races: [1, 2], place: 3, fastest: 1 },
          { position: 2, races: [2], place: 2, fastest: null },
          { position: 3, races: [1], place: 1, fastest: null },
          { position: 4, races: [2], place: 1, fastest: null },
          { position: 5, races: [1], place: 2, fastest: null },
        ].sort((a, b) => a.position - b.position),
      },
    ],
  });
  assert.deepEqual(preview({ heats: '' }), { kind: 'empty' });
  const wrong = (more: Partial<typeof fields>) => {
    const found = preview(more);
    return found.kind === 'wrong' ? `${found.trouble.field} ${found.trouble.kind}` : found.kind;
  };
  assert.equal(wrong({ heats: '1 x' }), 'heats unknown');
  assert.equal(wrong({ targets: '9' }), 'targets unknown');
  assert.equal(wrong({ targets: '2' }), 'targets itself');
  assert.equal(wrong({ heats: '5', targets: '1' }), 'targets later');
  assert.equal(wrong({ each: '-1' }), 'each number');
  assert.equal(wrong({ lanes: '0' }), 'lanes number');
  assert.equal(wrong({ firstPlace: '' }), 'firstPlace number');
  assert.equal(wrong({ fastest: '1.5' }), 'fastest number');
});

test('the first draw that can be made is of no cancelled race', () => {
  const ruled = (id: number, state: OfficeRace['state'], kind: 'ready' | 'agrees') => ({
    race: { ...race(id), state },
    standing: { kind },
  });
  const all = [
    ...[ruled(1, 'cancelled', 'ready'), ruled(2, 'planned', 'agrees')],
    ...[ruled(3, 'postponed', 'ready'), ruled(4, 'planned', 'ready')],
  ];
  assert.equal(firstReady(all)?.id, 3);
  assert.equal(firstReady(all.slice(0, 2)), undefined);
});

test('draws beside what the rules say now', () => {
  const from = { races: [1], place: 1, fastest: null };
  const lane = (position: number, crewId: number | null): OfficeLane => ({
    position,
    positionLabel: String(position),
    crewId,
    from,
    ...NO_RESULT,
    ...NOT_WITHDRAWN,
    ...PLAIN_OFFICE_LANE,
  });
  const named = (...crewIds: (number | null)[]) =>
    crewIds.map((crewId, index) => ({ position: index + 1, crewId }));
  const kind = (lanes: OfficeLane[], draw: OfficeRace['draw']) =>
    drawStatus({ lanes, draw }, [{ ...race(1), lanes: [], official: null }])?.kind;
  const ready = { ready: true, problem: null, deadHeats: [], ties: [] };
  assert.equal(kind([lane(1, null)], null), undefined);
  assert.equal(kind([lane(1, null)], { ...ready, lanes: named(7) }), 'ready');
  assert.equal(kind([lane(1, 7)], { ...ready, lanes: named(7) }), 'agrees');
  assert.equal(kind([lane(1, 7), lane(2, 8)], { ...ready, lanes: named(8, 7) }), 'differs');
  const open = { ready: false, lanes: named(null), deadHeats: [], ties: [] };
  assert.equal(kind([lane(1, 7)], { ...open, problem: 'tie' }), 'tie');
  const ties = [{ positions: [2], crewIds: [8, 9] }];
  const tied = { ...open, problem: 'tie', lanes: named(7, null), ties } as const;
  const drawn = (...crews: (number | null)[]) =>
    kind(
      crews.map((crewId, index) => lane(index + 1, crewId)),
      tied,
    );
  assert.equal(drawn(null, null), 'tie');
  assert.equal(drawn(7, 9), 'tieDrawn', 'a person has drawn one of those');
  assert.equal(drawn(7, 5), 'tie', 'somebody else is drawn');
  assert.equal(drawn(7, null), 'tie');
  assert.equal(kind([lane(1, null)], { ...open, problem: 'incomplete' }), 'incomplete');
  const standing = drawStatus(
    { lanes: [lane(1, null)], draw: { ...open, problem: 'incomplete' } },
    [
      { ...race(1), lanes: [], official: null },
      { ...race(2), lanes: [], official: null },
    ],
  );
  assert.deepEqual(
    standing?.waitsFor.map(({ id }) => id),
    [1],
  );
});

test('races that a draw waits for, and cancelled ones for which nobody can wait', () => {
  const from = { races: [1, 2, 3, 4], place: 1, fastest: 1 };
  const rowed: OfficeLane = {
    ...{ position: 1, positionLabel: '1', crewId: 7, from: null },
    ...{ ...NO_RESULT, ...NOT_WITHDRAWN, ...PLAIN_OFFICE_LANE, status: 'finished' },
  };
  const cancelled = { state: 'cancelled', official: null } as const;
  const standing = drawStatus(
    {
      lanes: [{ ...rowed, ...NO_RESULT, crewId: null, from }],
      draw: {
        ...{ ready: false, problem: 'incomplete', deadHeats: [], ties: [] },
        lanes: [{ position: 1, crewId: null }],
      },
    },
    [
      { ...race(1), state: 'planned', official: null, lanes: [{ ...rowed, ...NO_RESULT }] },
      { ...race(2), ...cancelled, lanes: [{ ...rowed, ...NO_RESULT }, rowed] },
      { ...race(3), ...cancelled, lanes: [rowed] },
      { ...race(4), ...cancelled, official: false, lanes: [rowed] },
    ],
  );
  const ids = (races: OfficeRace[] | undefined) => races?.map(({ id }) => id);
  assert.deepEqual([ids(standing?.waitsFor), ids(standing?.neverRowed)], [[1, 4], [2]]);
});
