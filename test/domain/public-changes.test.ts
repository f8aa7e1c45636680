/** What crews will see changed since they last saw a published event. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { differenceBetween } from '../../src/domain/event/difference.ts';
import type { EventRows } from '../../src/domain/event/event-rows.ts';
import { publicChanges } from '../../src/domain/event/public-changes.ts';
import { DEFAULT_SETTINGS } from '../../src/domain/event/schedule.ts';
import { crew, lane, late, race, team } from './builders.ts';

const adler = team({ id: 1, name: 'Adler' });
const one = race({ id: 1, raceNumber: 1, title: 'Heat' });
const BEFORE: EventRows = {
  schedule: { status: 'draft', ...DEFAULT_SETTINGS },
  races: [one],
  teams: [adler],
  lanes: new Map([[1, [lane(1, { team: { ...crew(1, null), name: 'Adler' } })]]]),
  delays: new Map(),
};

/** The changes as a page lists them, one line each. */
function lines(after: Partial<EventRows>): string[] {
  const { rows, difference } = differenceBetween(BEFORE, { ...BEFORE, ...after });
  return publicChanges(rows, difference.changes).map(
    ({ subject, name, kind, properties }) =>
      `${subject} ${name} ${kind}${properties
        .map(
          ({ property, position, before, after: now }) =>
            ` ${property}${position ? `@${position}` : ''} ${JSON.stringify(before)}>${JSON.stringify(now)}`,
        )
        .join('')}`,
  );
}

const withRace = (fields: Partial<typeof one>) => lines({ races: [{ ...one, ...fields }] });
const rowed = (fields: object = {}) =>
  lines({
    ...fields,
    lanes: new Map([
      [1, [lane(1, { team: crew(1, null), status: 'finished', finishTimeMillis: 400_000 })]],
    ]),
  });

for (const [what, found, expected] of [
  ['nothing', lines({}), []],
  ['a title', withRace({ title: 'Final' }), ['race 1 changed title "Heat">"Final"']],
  [
    'a printed number, under which the race stands',
    withRace({ printedNumber: '1A' }),
    ['race 1A changed number "1">"1A"'],
  ],
  ['an external id', withRace({ externalId: 'x' }), []],
  [
    'a state',
    withRace({ state: 'cancelled', reason: 'Wind' }),
    ['race 1 changed state "planned">"cancelled" reason null>"Wind"'],
  ],
  ['a race that is gone', lines({ races: [], lanes: new Map() }), ['race 1 removed']],
  [
    'a new race',
    lines({ races: [one, race({ id: 2, raceNumber: 2, scheduledAt: 0 })] }),
    ['race 2 added'],
  ],
  [
    'a crew that is called otherwise changes no lane',
    lines({ teams: [{ ...adler, name: 'Biber', clubId: 'x' }] }),
    ['crew Biber changed name "Adler">"Biber"'],
  ],
  ['a club of a crew', lines({ teams: [{ ...adler, clubId: 'x' }] }), []],
  [
    'a delay',
    lines({ delays: new Map([['2026-06-13', late(5)]]) }),
    ['day 2026-06-13 changed delayMinutes 0>5'],
  ],
  [
    'a delay that ends',
    lines({ delays: new Map([['2026-06-13', late(5, 60_000)]]) }),
    ['day 2026-06-13 changed delayMinutes 0>5 until null>"1970-01-01T00:01:00Z"'],
  ],
  [
    'results',
    rowed(),
    [
      'race 1 changed status@1 "assigned">"finished" finishTimeMillis@1 null>400000 finishPlace@1 null>1',
    ],
  ],
  [
    'a crew that has withdrawn',
    lines({
      lanes: new Map([
        [1, [lane(1, { team: crew(1, null), withdrawn: true, withdrawnReason: 'ill' })]],
      ]),
    }),
    ['race 1 changed withdrawn@1 false>true'],
  ],
  [
    'hidden results',
    rowed({
      schedule: { status: 'draft', ...DEFAULT_SETTINGS, defaultResultVisibility: 'hidden' },
    }),
    ['race 1 changed results "full">"hidden"'],
  ],
  [
    'a lane without a crew, and where it will come from',
    lines({
      lanes: new Map([[1, [lane(1, { from: { races: [9], place: 1, fastest: null } })]]]),
    }),
    ['race 1 changed crewName@1 "Adler">null from@1 null>{"races":[9],"place":1,"fastest":null}'],
  ],
  [
    'a setting of the office',
    lines({ schedule: { status: 'draft', ...DEFAULT_SETTINGS, crewGapMinutes: 5 } }),
    [],
  ],
] as const) {
  test(`crews see ${what}`, () => assert.deepEqual(found, expected));
}

test('what early versions wrote without ids is left out, and facts of the event are told at once', () => {
  const event = (before: object, after: object) => ({
    subject: 'event' as const,
    name: 'Regatta',
    before: { ...before },
    after: { ...after },
  });
  const found = publicChanges(BEFORE, [
    event({ timezone: 'UTC', city: 'B' }, { timezone: null, city: 'A' }),
    { subject: 'race', name: 'race 1', before: { title: 'Old' }, after: { title: 'Heat' } },
    event({ timezone: 'Asia/Tokyo', city: 'A' }, { timezone: 'UTC', city: 'B' }),
  ]);
  assert.deepEqual(found, [
    {
      subject: 'event',
      name: 'Regatta',
      kind: 'changed',
      properties: [{ property: 'timezone', before: 'Asia/Tokyo', after: null }],
    },
  ]);
});
