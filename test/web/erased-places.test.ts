/** The list of places in which a name to be erased was found, as the race office shows it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { placeLines } from '../../web/src/console/office/crews/erased-places.ts';
import { canUndo } from '../../web/src/console/office/history/history-decisions.ts';
import { erasureWords } from '../../web/src/console/words/erasure.ts';
import { frameWords } from '../../web/src/console/words/office-frame.ts';
import { historyWords } from '../../web/src/console/words/office-history.ts';

const words = {
  erasure: erasureWords.value,
  frame: frameWords.value,
  history: historyWords.value,
};
const races = [
  { raceNumber: 12, printedNumber: null, effectiveKind: 'lanes' as const, lanes: [] },
  {
    ...{ raceNumber: 13, printedNumber: '13A', effectiveKind: 'head' as const },
    lanes: [{ position: 3, positionLabel: '103' }],
  },
];
const context = { words, races };
const place = (where: string, stays = false) => ({ where, text: 'Amsel', stays });

test('places are said in the words of the pages', () => {
  const cases: [where: string, said: string][] = [
    ['crew 7, name', 'Crew, Name'],
    ['crew 7, externalId', 'Crew, Id in the source'],
    ['race 12, title', 'Race 12, Title'],
    ['race 12, position 3, withdrawnReason', 'Race 12, lane 3, Reason'],
    ['race 13, title', 'Race 13A, Title'],
    ['race 13, position 3, withdrawnReason', 'Race 13A, bow 103, Reason'],
    ['race 14, position 1, category', 'Race 14, lane 1, Category'],
    ['schedule, laneScheme', 'Lane labels'],
    ['event, name', 'Regatta, Name'],
    ['notice, text', 'Notice'],
    ['what imports remember, names', 'What imports remember'],
    ['somewhere else', 'somewhere else'],
  ];
  const places = cases.map(([where]) => place(where));
  const { lines, more, entries } = placeLines({ places, placeCount: places.length }, context);
  assert.deepEqual(
    lines.map(({ where }) => where),
    cases.map(([, said]) => said),
  );
  assert.deepEqual([more, entries], [0, 0]);
});

test('entries of the history are a number, save those in which a name stays', () => {
  const entries = Array.from({ length: 990 }, (_, index) => place(`history entry ${index + 1}`));
  const others = Array.from({ length: 45 }, (_, index) => place(`race ${index + 1}, notes`));
  const places = [place('history entry 999', true), ...others, ...entries];
  const found = placeLines({ places, placeCount: places.length + 20 }, context);
  assert.deepEqual(found.lines[0], { where: 'History', text: 'Amsel', stays: true });
  assert.deepEqual([found.lines.length, found.more, found.entries], [40, 6, 1010]);
});

test('an erasure offers no undo', () => {
  const change = {
    subject: 'team',
    id: 7,
    name: 'Crew 7',
    before: null,
    after: { name: 'Crew 7' },
  };
  assert.ok(!canUndo({ operation: 'erase', changes: [change] }));
  assert.ok(canUndo({ operation: 'edit-crews', changes: [change] }));
});
