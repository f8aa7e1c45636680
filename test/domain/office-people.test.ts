/** When a person's place in the race office has to be stored: after a move, or 25 seconds after it was last stored. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isPlaceToSave } from '../../src/domain/event/office-view.ts';

const THERE = { eventId: 1, part: 'races' as const, raceId: 3, at: 1_000_000 };

const PLACES: [what: string, place: object, isNews: boolean][] = [
  ['the same after 24 seconds', { at: 1_024_000 }, false],
  ['the same after 25 seconds', { at: 1_025_000 }, true],
  ['the same, with a clock that was set back by a minute', { at: 940_000 }, true],
  ['another race', { raceId: 4 }, true],
  ['no race', { raceId: null }, true],
  ['another part', { part: 'day' }, true],
  ['another event', { eventId: 2 }, true],
];

for (const [what, place, isNews] of PLACES) {
  test(`a place, ${what}: ${isNews ? 'written' : 'not written'}`, () => {
    assert.equal(isPlaceToSave({ ...THERE, ...place }, THERE), isNews);
  });
}

test('a first place is written', () => {
  assert.equal(isPlaceToSave(THERE, undefined), true);
});
