/** The delay of a day as the race office enters it: in minutes, or by the new start of a race. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type DelayRequest, delayForStart, judgeDelay } from '../../src/domain/day/delay.ts';
import type { Race } from '../../src/domain/races/race.ts';
import { accepted, assertConflict, assertInvalid, lane, race } from './builders.ts';

const FORMS: [wish: DelayRequest, field: string | undefined][] = [
  [{ venueDay: '2026-06-13', delayMinutes: 0 }, undefined],
  [{ raceId: 1, startsAt: '09:00' }, undefined],
  [{}, 'venueDay'],
  [{ venueDay: '2026-06-13' }, 'delayMinutes'],
  [{ delayMinutes: 5 }, 'venueDay'],
  [{ raceId: 1 }, 'startsAt'],
  [{ startsAt: '09:00' }, 'raceId'],
  [{ venueDay: '2026-06-13', delayMinutes: 5, raceId: 1 }, 'raceId'],
  [{ venueDay: '2026-06-13', delayMinutes: 5, startsAt: '09:00' }, 'startsAt'],
  [{ venueDay: '2026-06-13', startsAt: '09:00' }, 'startsAt'],
  [{ delayMinutes: 5, raceId: 1, startsAt: '09:00' }, 'raceId'],
];

for (const [wish, field] of FORMS) {
  test(`the form ${JSON.stringify(wish)}: ${field ?? 'fine'}`, () => {
    const objection = judgeDelay(wish);
    if (field) assertInvalid(objection, field);
    else assert.equal(objection, undefined);
  });
}

const BERLIN = 'Europe/Berlin';
const CASES: [
  scheduledAt: string,
  startsAt: string,
  timezone: string | null,
  minutes: number | string,
][] = [
  ['2026-06-13T07:00:00Z', '09:25', BERLIN, 25],
  ['2026-06-13T07:00:00Z', '09:00', BERLIN, 0],
  ['2026-06-13T07:00:00Z', '08:30', BERLIN, -30],
  ['2026-06-13T07:00:40Z', '09:25', BERLIN, 25],
  ['2026-06-13T00:00:00Z', '23:59', null, 1439],
  ['2026-06-13T23:30:00Z', '01:00', BERLIN, -30],
  ['2026-10-25T00:00:00Z', '03:30', BERLIN, 150],
  ['2026-10-25T00:00:00Z', '02:30', BERLIN, 'startsAt'],
  ['2026-03-29T00:00:00Z', '02:30', BERLIN, 'startsAt'],
  ['2026-06-13T07:00:00Z', '25:00', BERLIN, 'startsAt'],
  // A venue day of 25 hours.
  ['2026-10-24T22:00:00Z', '23:00', BERLIN, 1440],
  ['2026-10-24T22:00:00Z', '23:01', BERLIN, 'startsAt'],
  ['2026-10-25T22:01:00Z', '00:00', BERLIN, 59],
  // A time of day is one in the night after the venue day, if that is nearer to the planned start.
  ['2026-11-28T22:56:00Z', '01:17', BERLIN, 81],
  ['2026-11-28T22:56:00Z', '23:30', BERLIN, -26],
  ['2026-11-28T07:00:00Z', '00:30', BERLIN, -450],
  ['9999-12-31T22:30:00Z', '00:15', null, -1335],
  // In Berlin the race is on the first day of the year 10000, which no date of the API can name.
  ['9999-12-31T23:30:00Z', '00:45', BERLIN, 'startsAt'],
];

for (const [scheduledAt, startsAt, timezone, expected] of CASES) {
  test(`a race planned at ${scheduledAt} now at ${startsAt} in ${timezone}: ${expected}`, () => {
    const planned = race({ id: 1, raceNumber: 1, scheduledAt: Date.parse(scheduledAt) });
    const wanted = delayForStart(planned, [lane(1)], startsAt, timezone);
    if (typeof expected === 'string') return assertInvalid(wanted, expected);
    assert.equal(accepted(wanted).delayMinutes, expected);
  });
}

test('a race that no delay moves', () => {
  const move = (fields: Partial<Race>, lanes = [lane(1)]) =>
    delayForStart(race({ id: 1, raceNumber: 7, ...fields }), lanes, '09:00', BERLIN);
  assertConflict(move({ state: 'cancelled' }), 'Race 7', 'cancelled');
  assertConflict(move({ state: 'postponed' }), 'Race 7', 'postponed');
  assertConflict(move({}, [lane(1, { status: 'dnf' })]), 'Race 7', 'results');
  assert.deepEqual(move({}, [lane(1, { status: 'dns' }), lane(2)]), move({}), 'one was scratched');
});
