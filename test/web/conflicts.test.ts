/** Conflicts of a write with changes of others: which questions are asked, in which words, and what is sent afterwards. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LaterChange } from '../../src/contract/console/history.ts';
import type { Office } from '../../src/contract/console/office.ts';
import { conflictTexts } from '../../web/src/console/office/conflicts/conflict-texts.ts';
import {
  type Conflict,
  conflictsOf,
  decisionsOf,
  type Mine,
  REMOVED,
  type Subject,
  type Values,
} from '../../web/src/console/office/conflicts/conflicts.ts';
import { frameWords } from '../../web/src/console/words/office-frame.ts';

const by = { userId: 2, name: 'Anna', keyPrefix: null, keyLabel: null };
const later = (entryId: number, more: Partial<LaterChange>): LaterChange => ({
  entryId,
  at: '2026-06-13T09:00:00Z',
  by,
  operation: 'edit-races',
  subject: 'race',
  id: 12,
  name: 'race 12',
  before: {},
  after: {},
  ...more,
});
const lane = (entryId: number, position: number, before: Values | null, after: Values | null) =>
  later(entryId, {
    subject: 'lane',
    position,
    name: `race 12, position ${position}`,
    before,
    after,
  });
const title = (entryId: number, from: string, to: string) =>
  later(entryId, { before: { title: from }, after: { title: to } });
const removal = (entryId: number) =>
  later(entryId, { before: { title: 'Heat', raceNumber: 12 }, after: null });

/** A write that stores the same values in every thing of the kind `subject`. */
const writes = (
  subject: string,
  values: Values | typeof REMOVED,
  more: Partial<Mine> = {},
): Mine => ({
  valuesOf: (thing: Subject) => (thing.subject === subject ? values : undefined),
  ...more,
});

const context = {
  words: frameWords.value,
  decimalMark: '.' as const,
  dateLanguage: 'en-GB',
  document: {
    event: { timezone: 'UTC' },
    crews: [{ id: 4, name: 'Saline A' }],
    races: [
      {
        id: 12,
        raceNumber: 12,
        printedNumber: null,
        lanes: [{ position: 3, positionLabel: '3', crewId: 4 }],
      },
    ],
  } as unknown as Office,
};

/** Each conflict as [kind, title, words of their side, words of my side, whether my side can be kept]. */
const told = (conflicts: readonly Conflict[]) =>
  conflicts.map((conflict) => {
    const { title, theirs, mine } = conflictTexts(conflict, context);
    const side = ({ label, text }: typeof mine) => (text === '' ? label : `${label}: ${text}`);
    return [conflict.kind, title, side(theirs), side(mine), conflict.canKeep];
  });

const RESULT = {
  status: 'finished',
  finishTimeMillis: 402_700,
  finishPlace: null,
  penaltyMillis: 10_000,
};

const CASES: [name: string, changed: LaterChange[], mine: Mine, expected: unknown[]][] = [
  [
    'a race, property by property, with the last of theirs',
    [
      title(8, 'B', 'C'),
      later(7, { before: { title: 'A', round: '1' }, after: { title: 'B', round: '2' } }),
    ],
    writes('race', { title: 'Mine', notes: 'x' }),
    [['changed', 'Race 12: Title', 'Theirs: C', 'Mine: Mine', true]],
  ],
  [
    'a race that is gone: what was typed stands there, and can be added anew',
    [removal(7)],
    writes('race', { title: 'Mine', distanceMeters: 500 }, { canAdd: () => true }),
    [
      [
        ...['gone', 'Race 12', 'Leave it removed'],
        'Add it as a new race, without its draw and rules: Mine · Distance 500 m',
        true,
      ],
    ],
  ],
  [
    'results of a race that is gone: one question, with what was typed for each lane',
    [removal(9), lane(9, 3, { teamId: 4 }, null), lane(8, 4, { teamId: 5 }, null)],
    { valuesOf: ({ position }) => (position === 3 ? RESULT : undefined) },
    [
      [
        'gone',
        'Race 12',
        'Leave it removed',
        'Mine: Race 12, lane 3 · Saline A: Time 6:42.70 · Penalty 0:10.00',
        false,
      ],
    ],
  ],
  [
    'a result: one question for the lane, with its crew and all that was typed',
    [
      lane(
        7,
        3,
        { status: 'assigned', finishTimeMillis: null },
        { status: 'finished', finishTimeMillis: 403_000 },
      ),
    ],
    writes('lane', RESULT),
    [
      [
        'changed',
        'Race 12, lane 3 · Saline A',
        'Theirs: Time 6:43.00',
        'Mine: Time 6:42.70 · Penalty 0:10.00',
        true,
      ],
    ],
  ],
  [
    'another crew in the lane of a result',
    [lane(7, 3, { teamId: 9, team: 'X' }, { teamId: 4, team: 'Saline A' })],
    writes('lane', RESULT),
    [
      [
        'changed',
        'Race 12, lane 3 · Saline A',
        'Theirs: Saline A',
        'Mine: Time 6:42.70 · Penalty 0:10.00',
        true,
      ],
    ],
  ],
  [
    'a race that the write removes, with its lanes, is one question',
    [title(7, 'A', 'B'), lane(8, 3, { status: 'assigned' }, { status: 'dns' })],
    { valuesOf: ({ subject }) => (subject === 'race' ? REMOVED : undefined) },
    [
      [
        'removing',
        'Race 12',
        'Keep it: B; Race 12, lane 3 · Saline A: did not start',
        'Remove it all the same',
        true,
      ],
    ],
  ],
  ['both remove it', [removal(7)], writes('race', REMOVED), []],
  ['both want the same', [title(7, 'A', 'B')], writes('race', { title: 'B' }), []],
  [
    'what was on the screen already',
    [title(7, 'A', 'B')],
    writes('race', { title: 'Mine' }, { wasShown: () => true }),
    [],
  ],
  [
    'what a write relies on',
    [lane(7, 3, { status: 'assigned' }, { status: 'dnf' })],
    writes('race', { official: true }, { said: 'Official' }),
    [['changed', 'Race 12, lane 3 · Saline A', 'Theirs: did not finish', 'Mine: Official', true]],
  ],
  [
    'a number that others have taken',
    [later(7, { id: 20, name: 'race 9', before: null, after: { raceNumber: 9, title: 'Heat' } })],
    {
      valuesOf: () => undefined,
      clashOf: (property, theirs) =>
        property === 'raceNumber' && theirs === 9
          ? {
              thing: { subject: 'race', id: 'new-1' },
              values: { raceNumber: 9, title: 'Final' },
              instead: { raceNumber: 61 },
            }
          : undefined,
    },
    [
      [
        'taken',
        'Taken meanwhile: Number 9',
        'Leave mine out',
        'Mine, as Number 61: Number 61 · Final',
        true,
      ],
    ],
  ],
  [
    'removed and brought back',
    [removal(7), later(8, { before: null, after: { title: 'Back', raceNumber: 12 } })],
    writes('race', { title: 'Mine' }),
    [['changed', 'Race 12: Title', 'Theirs: Back', 'Mine: Mine', true]],
  ],
];

test('times stand as people at the venue say them, and of what is gone that it was removed', () => {
  const [at, then] = ['2026-06-13T09:00:00Z', '2026-06-13T09:10:30Z'];
  const moved = later(7, { before: { scheduledAt: at }, after: { scheduledAt: then } });
  const [conflict] = conflictsOf([moved], writes('race', { scheduledAt: at }));
  assert.ok(conflict);
  const { before, theirs, mine } = conflictTexts(conflict, context);
  assert.deepEqual(
    [before, theirs.text, mine.text],
    ['Before: Sat 13 Jun, 09:00', 'Sat 13 Jun, 09:10:30', 'Sat 13 Jun, 09:00'],
  );
  const delayed = later(7, {
    ...{ subject: 'delay', id: 7, name: '2026-06-13' },
    ...{ before: { until: null }, after: { until: then } },
  });
  const delays = conflictsOf([delayed], writes('delay', { until: at }));
  assert.deepEqual(told(delays), [
    [
      ...['changed', 'Delay on Sat 13 Jun: Until'],
      ...['Theirs: Sat 13 Jun, 09:10:30', 'Mine: Sat 13 Jun, 09:00', true],
    ],
  ]);
  const [gone] = conflictsOf([removal(7)], writes('race', { title: 'Mine' }));
  assert.ok(gone);
  assert.equal(conflictTexts(gone, context).before, 'removed');
});

for (const [name, changed, mine, expected] of CASES) {
  test(`what is asked about: ${name}`, () => {
    assert.deepEqual(told(conflictsOf(changed, mine)), expected);
  });
}

const race = { subject: 'race', id: 12 };
const decided = (changed: LaterChange[], mine: Mine, isMine: boolean) =>
  decisionsOf(conflictsOf(changed, mine).map((conflict) => ({ conflict, isMine })));

test('theirs of a property gives up that one; of a lane, all that was typed for it', () => {
  const mine = writes('race', { title: 'Mine', round: '9' });
  const { isDropped, givesUp } = decided([title(7, 'A', 'B')], mine, false);
  assert.ok(givesUp);
  assert.ok(isDropped(race, 'title'));
  assert.ok(!isDropped(race, 'round'));
  assert.ok(!isDropped({ subject: 'race', id: 13 }, 'title'));
  const result = lane(7, 3, { status: 'assigned' }, { status: 'dns' });
  const ofLane = decided([result], writes('lane', RESULT), false);
  assert.ok(ofLane.isDropped({ subject: 'lane', id: 12, position: 3 }, ''));
  assert.ok(!ofLane.isDropped({ subject: 'lane', id: 12, position: 4 }, ''));
  assert.ok(!decided([result], writes('lane', RESULT), true).givesUp);
});

test('what is gone is given up, or added with what it was', () => {
  const mine = writes('race', { title: 'Mine' }, { canAdd: () => true });
  assert.ok(decided([removal(7)], mine, false).isDropped(race, ''));
  assert.equal(decided([removal(7)], mine, false).again(race), undefined);
  assert.deepEqual(decided([removal(7)], mine, true).again(race), {
    title: 'Heat',
    raceNumber: 12,
  });
});

test('what is taken: the new row is left out, a stored one keeps its number, or gets another', () => {
  const taken = [later(7, { id: 20, name: 'race 9', before: null, after: { raceNumber: 9 } })];
  const mineOf = (id: number | string): Mine => ({
    valuesOf: () => undefined,
    clashOf: () => ({ thing: { subject: 'race', id }, values: {}, instead: { raceNumber: 61 } }),
  });
  const ofNew = { subject: 'race', id: 'new-1' };
  assert.ok(decided(taken, mineOf('new-1'), false).isDropped(ofNew, ''));
  assert.deepEqual(decided(taken, mineOf('new-1'), true).instead(ofNew), { raceNumber: 61 });
  const stored = decided(taken, mineOf(12), false);
  assert.ok(stored.isDropped(race, 'raceNumber'));
  assert.ok(!stored.isDropped(race, 'title'));
});
