/** Whether there is room for another follower, and from which networks others lose their places to make room. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  FOLLOWS_PER_PLACE,
  isFull,
  MAX_PLACES,
  NETWORK_PLACES,
  NETWORK_PLACES_PER_DAY,
  placesOf,
  roomFor,
  type Taken,
} from '../../src/domain/following/followers.ts';
import { always, record } from './properties.ts';

const [ALL, NETWORK, DAY] = [MAX_PLACES, NETWORK_PLACES, NETWORK_PLACES_PER_DAY];

for (const [follows, places] of [
  [1, 1],
  [10, 1],
  [11, 2],
  [401, 41],
  [1000, 100],
] as const) {
  test(`places: ${follows} follows take ${places}`, () => assert.equal(placesOf(follows), places));
}

for (const [what, wanted, inAll, ofNetwork, ofNetworkToday, room, full] of [
  ['the first of all', 1, 0, 0, 0, 'free', false],
  ['3,000 phones behind one address', 1, 3000, 3000, 2999, 'free', false],
  ['the last of its network today', 1, 20_000, DAY - 1, DAY - 1, 'free', false],
  ['one more', 1, 20_000, DAY, DAY, 'own network', false],
  ['one that follows 400 crews', 41, 20_000, DAY - 40, DAY - 40, 'own network', false],
  ['the last of its network', 1, 90_000, NETWORK - 1, 5, 'free', false],
  ['one more, and no room was made', 1, 90_000, NETWORK, 5, 'own network', true],
  ['the last of all', 1, ALL - 1, 0, 0, 'free', false],
  ['one more, and no room was made', 1, ALL, 0, 0, 'any network', true],
  ['one of a network that has used up its share', 1, ALL, DAY, DAY, 'own network', true],
] as const) {
  test(`room: ${what}: ${room}, ${full ? 'full' : 'not full'}`, () => {
    const taken: Taken = { inAll, ofNetwork, ofNetworkToday };
    assert.equal(roomFor(wanted, taken), room);
    assert.equal(isFull(wanted, taken, { inAll: 0, ofNetwork: 0 }), full);
  });
}

for (const [what, wanted, inAll, ofNetwork, freedInAll, freedOfNetwork, full] of [
  ['one place for one', 1, ALL, 0, 1, 0, false],
  ['a place of its own network for one', 1, ALL, NETWORK, 1, 1, false],
  ['a place of another network is none of its own', 1, ALL, NETWORK, 1, 0, true],
  ['too few', 41, ALL, 0, 40, 0, true],
  ['a few too many were let in, and one goes for one', 1, ALL + 9, NETWORK + 9, 1, 1, false],
  ['a few too many were let in, and none goes', 1, ALL + 9, 0, 0, 0, true],
] as const) {
  test(`room is made: ${what}: ${full ? 'full' : 'not full'}`, () => {
    const taken = { inAll, ofNetwork, ofNetworkToday: 0 };
    assert.equal(isFull(wanted, taken, { inAll: freedInAll, ofNetwork: freedOfNetwork }), full);
  });
}

always(
  'room: what is let in without any being made keeps to every limit',
  record<Taken & { wanted: number }>({
    wanted: fc.integer({ min: 1, max: 100 }),
    inAll: fc.integer({ min: 0, max: ALL + 100 }),
    ofNetwork: fc.integer({ min: 0, max: NETWORK + 100 }),
    ofNetworkToday: fc.integer({ min: 0, max: DAY + 100 }),
  }),
  ({ wanted, ...taken }) => {
    if (roomFor(wanted, taken) !== 'free') return;
    assert.ok(!isFull(wanted, taken, { inAll: 0, ofNetwork: 0 }));
    assert.ok(taken.ofNetworkToday + wanted <= DAY);
  },
);

always('places: bound the rows', fc.integer({ min: 1, max: 100_000 }), (follows) => {
  assert.ok(follows <= placesOf(follows) * FOLLOWS_PER_PLACE);
});
