/** What an entry of the history shows of its changes. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  aDay,
  anEvent,
  aRace,
  aSchedule,
  aTeam,
  type Change,
} from '../../src/domain/history/changes.ts';
import { shownChanges } from '../../src/domain/history/history-page.ts';

const removed = (count: number): Change[] =>
  Array.from({ length: count }, (_, index) => ({
    ...aRace(index + 1, { raceNumber: index + 1 }),
    before: { raceNumber: index + 1 },
    after: null,
  }));

test('an entry shows 200 changes in its order', () => {
  assert.deepEqual(shownChanges(removed(200), 7, {}), removed(200));
  assert.deepEqual(shownChanges(removed(5000), 7, {}), removed(200));
});

test('what is looked for is shown first where not all is shown', () => {
  const changes = removed(5000);
  assert.equal(shownChanges(changes, 7, { race: 4000 })[0]?.id, 4000);
  assert.equal(shownChanges(removed(200), 7, { race: 100 })[0]?.id, 1);
  const crew: Change = { ...aTeam(4000, { name: 'Dachs' }), before: null, after: {} };
  assert.equal(shownChanges([...changes, crew], 7, { crew: 4000 })[0]?.subject, 'team');
  const lane: Change = {
    ...{ subject: 'lane', id: 3, position: 1, name: 'race 3, position 1' },
    ...{ before: { teamId: 9 }, after: null },
  };
  assert.equal(shownChanges([...changes, lane], 7, { crew: 9 })[0]?.subject, 'lane');
});

test('the event, its schedule and its days go by the id of the event', () => {
  const things = [anEvent({ name: 'Sprint' }), aSchedule, aDay('2026-06-13')];
  const changes = things.map((thing) => ({ ...thing, before: null, after: {} }));
  assert.deepEqual(
    shownChanges(changes, 7, {}).map(({ subject, id }) => [subject, id]),
    [
      ['event', 7],
      ['schedule', 7],
      ['delay', 7],
    ],
  );
});
