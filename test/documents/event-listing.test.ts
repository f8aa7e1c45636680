/** The public list of events that is kept between requests: it is replaced only if something in it has changed. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ListedEvent } from '../../src/contract/board.ts';
import { type EventListing, ListedEvents } from '../../src/documents/event-listing.ts';

const event = (id: number, given: Partial<ListedEvent> = {}): ListedEvent => ({
  ...{ id, name: `Regatta ${id}`, startDate: '2026-06-13', endDate: '2026-06-13' },
  ...{
    timezone: 'Europe/Berlin',
    city: '',
    countryCode: '',
    organiser: 'Club',
    status: 'published',
  },
  ...given,
});
const namesOf = ({ placed }: EventListing) => placed.map(({ event }) => event.shown.name);
const groupsOf = ({ placed }: EventListing) => placed.map(({ group }) => group);

const NOON = Date.parse('2026-06-13T12:00:00Z');

test('what is read again and is the same changes nothing', () => {
  const list = new ListedEvents().with([event(1), event(2)]);
  const listing = list.at(NOON);
  assert.deepEqual(namesOf(listing), ['Regatta 2', 'Regatta 1']);
  assert.equal(list.with([event(2), event(1)]), list);
  assert.equal(list.with([event(1)], [1]), list);
  assert.equal(list.with([], []), list);
  assert.equal(list.with([], [17]), list, 'one that was never listed');
  assert.equal(list.at(NOON + 3_600_000), listing);
});

test('an event that has changed, come or gone is seen, and the others stay', () => {
  const list = new ListedEvents().with([event(1), event(2)]);
  const renamed = list.with([event(1, { name: 'Other' })], [1]);
  assert.deepEqual(namesOf(renamed.at(NOON)), ['Regatta 2', 'Other']);
  assert.equal(renamed.at(NOON).placed[0]?.event, list.at(NOON).placed[0]?.event);
  const organiser = list.with([event(1, { organiser: 'Other' }), event(2)]);
  assert.notEqual(organiser, list);
  assert.match(organiser.at(NOON).placed[1]?.event.text ?? '', /other/);
  assert.deepEqual(namesOf(list.with([event(3)], [3]).at(NOON)), [
    ...['Regatta 3', 'Regatta 2', 'Regatta 1'],
  ]);
  assert.deepEqual(namesOf(list.with([], [2]).at(NOON)), ['Regatta 1']);
  assert.deepEqual(namesOf(list.with([event(2)]).at(NOON)), ['Regatta 2']);
  assert.deepEqual(namesOf(list.with([]).at(NOON)), []);
});

test('the end of a day at one of the venues sorts it again, no other minute does', () => {
  const list = new ListedEvents().with([
    event(1),
    event(2, { timezone: 'America/New_York', startDate: '2026-06-14', endDate: '2026-06-14' }),
  ]);
  const before = list.at(Date.parse('2026-06-13T21:59:59Z'));
  assert.deepEqual(groupsOf(before), ['today', 'soon']);
  const berlin = list.at(Date.parse('2026-06-13T22:00:00Z'));
  assert.deepEqual(groupsOf(berlin), ['soon', 'past']);
  assert.equal(list.at(Date.parse('2026-06-14T03:59:00Z')), berlin);
  assert.deepEqual(groupsOf(list.at(Date.parse('2026-06-14T04:00:00Z'))), ['today', 'past']);
});
