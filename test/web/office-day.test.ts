/** The decisions of the page "Day" of the race office: races of a day, delays and their ends, re-timing. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Office, OfficeRace } from '../../src/contract/console/office.ts';
import {
  audienceOfDelay,
  dayToShow,
  delayBody,
  delayOf,
  endOf,
  endsOffered,
  inWords,
  lengthOf,
  missingOf,
  movedBy,
  NO_END,
  nextRace,
  noticeBody,
  notifiesFollowers,
  type RetimeForm,
  racesOn,
  readClock,
  retimeBody,
} from '../../web/src/console/office/day/day-decisions.ts';
import { dayWords } from '../../web/src/console/words/office-day.ts';

const en = dayWords.value;

const race = (id: number, scheduledAt: string, more: object = {}) => ({
  id,
  scheduledAt,
  estimatedAt: scheduledAt,
  state: 'planned',
  startedAt: null,
  lanes: [{ status: 'assigned' }],
  ...more,
});
const scored = { lanes: [{ status: 'finished' }] };
const cancelled = { state: 'cancelled' };
const postponed = { state: 'postponed' };

function officeOf(more: object = {}): Office {
  return {
    status: 'published',
    followers: 87,
    event: { timezone: 'Europe/Berlin', startDate: '2026-06-13', endDate: '2026-06-14' },
    days: [
      { venueDay: '2026-06-13', delayMinutes: 10, until: null },
      { venueDay: '2026-06-14', delayMinutes: 0, until: null },
    ],
    races: [
      race(1, '2026-06-13T08:00:00Z', scored),
      race(2, '2026-06-13T08:10:00Z', cancelled),
      race(3, '2026-06-13T08:20:00Z', postponed),
      race(4, '2026-06-13T08:30:00Z'),
      // 23:30 UTC is the next day at the venue.
      race(5, '2026-06-13T23:30:00Z'),
    ],
    ...more,
  } as unknown as Office;
}

test('the day that is on is shown, before it the first that still waits for something', () => {
  const at = (iso: string) => Date.parse(iso);
  const done = {
    races: [race(1, '2026-06-13T08:00:00Z', scored), race(5, '2026-06-14T08:00:00Z')],
  };
  assert.equal(dayToShow(officeOf(), at('2026-06-14T09:00:00Z')), '2026-06-14');
  assert.equal(dayToShow(officeOf(), at('2026-06-01T09:00:00Z')), '2026-06-13');
  assert.equal(dayToShow(officeOf(done), at('2026-06-01T09:00:00Z')), '2026-06-14');
  assert.equal(dayToShow(officeOf({ days: [], races: [] }), 0), undefined);
});

test('a day has the races of the venue, and waits for the first that is planned without a result', () => {
  const races = racesOn(officeOf(), '2026-06-13');
  assert.deepEqual(
    races.map(({ id }) => id),
    [1, 2, 3, 4],
  );
  assert.equal(nextRace(races)?.id, 4);
  assert.equal(nextRace(races.slice(0, 3)), undefined);
});

test('who hears of a delay is said before it is set', () => {
  const near = Date.parse('2026-06-13T08:00:00Z');
  const far = Date.parse('2026-05-13T08:00:00Z');
  const office = officeOf();
  const cases: [Parameters<typeof audienceOfDelay>, ReturnType<typeof audienceOfDelay>][] = [
    [[office, office.races, near], { kind: 'told', count: 87 }],
    [[office, office.races, far], { kind: 'board' }],
    [[office, office.races.slice(0, 1), near], { kind: 'board' }],
    [[officeOf({ status: 'draft' }), office.races, near], { kind: 'draft' }],
    [[officeOf({ status: null }), office.races, near], { kind: 'draft' }],
  ];
  for (const [given, expected] of cases) assert.deepEqual(audienceOfDelay(...given), expected);
  assert.match(en.hears.told(87), /87 people will be told/);
});

test('a delay is sent by minutes, or by a start where one was typed', () => {
  const cases: [minutes: string, startsAt: string, body: object | undefined][] = [
    ['15', '', { venueDay: '2026-06-13', delayMinutes: 15 }],
    ['-5', '', { venueDay: '2026-06-13', delayMinutes: -5 }],
    ['+5', '', { venueDay: '2026-06-13', delayMinutes: 5 }],
    [' 0 ', '', { venueDay: '2026-06-13', delayMinutes: 0 }],
    ['10', '', undefined],
    ['', '', undefined],
    ['ten', '', undefined],
    ['1.5', '', undefined],
    ['1e9', '', undefined],
    ['15', '11:25', { raceId: 4, startsAt: '11:25' }],
    ['15', '1125', { raceId: 4, startsAt: '11:25' }],
    ['15', '25', undefined],
  ];
  for (const [delayMinutes, startsAt, body] of cases) {
    const form = { delayMinutes, startsAt, raceId: '4', until: '' };
    const sent = delayBody(form, '2026-06-13', { delayMinutes: 10, until: null }, null);
    // For a day on time no `until` is sent, so that the day keeps its end.
    const isOnTime = body && 'delayMinutes' in body && body.delayMinutes === 0;
    assert.deepEqual(sent, body && (isOnTime ? body : { ...body, until: null }));
  }
});

test('the end of a delay is sent with it, and a new one is a new delay', () => {
  const end = '2026-06-13T11:12:00Z';
  const runs = { delayMinutes: 10, until: end };
  const body = (delayMinutes: string, until: string | null, now = runs) =>
    delayBody({ delayMinutes, startsAt: '', raceId: '4', until: '' }, '2026-06-13', now, until);
  assert.equal(body('10', end), undefined);
  assert.deepEqual(body('10', null), { venueDay: '2026-06-13', delayMinutes: 10, until: null });
  assert.deepEqual(body('15', end), { venueDay: '2026-06-13', delayMinutes: 15, until: end });
  const onTime = { delayMinutes: 0, until: null } as unknown as typeof runs;
  assert.equal(body('0', end, onTime), undefined, 'a day on time has no end');
});

test('a delay that has ended is over, for the next one that is set', () => {
  const delayed = (until: string | null) =>
    delayOf(
      officeOf({ days: [{ venueDay: '2026-06-13', delayMinutes: 10, until }] }),
      '2026-06-13',
    );
  assert.deepEqual(delayed(null), { delayMinutes: 10, until: null });
  const later = '2026-06-13T08:31:00Z';
  assert.deepEqual(delayed(later), { delayMinutes: 10, until: later });
  assert.deepEqual(delayed('2026-06-13T08:30:00Z'), { delayMinutes: 0, until: null });
});

/** Races before and after lunch, and before and after tea; the clock of the venue is two hours ahead of UTC. */
const LONG_DAY = [
  race(16, '2026-06-13T09:00:00Z', scored),
  race(17, '2026-06-13T09:50:00Z'),
  race(18, '2026-06-13T10:00:00Z'),
  race(40, '2026-06-13T10:30:00Z', cancelled),
  race(19, '2026-06-13T11:12:00Z'),
  race(20, '2026-06-13T11:41:00Z'),
  race(21, '2026-06-13T12:11:00Z'),
] as unknown as OfficeRace[];

test('a delay may end at breaks of half an hour that are longer than it, the next one is proposed', () => {
  const offered = (fromId: number | undefined, delayMinutes: number, now = {}) =>
    endsOffered(
      LONG_DAY,
      { fromId, delayMinutes, now: { delayMinutes: 0, until: null, ...now } },
      'Europe/Berlin',
    ).map(({ at, race: first, breakMinutes, isLunch }) => [
      first?.id,
      at.slice(11, 16),
      breakMinutes,
      isLunch,
    ]);
  const lunch = [19, '11:12', 72, true];
  const tea = [21, '12:11', 30, false];
  assert.deepEqual(offered(17, 12), [lunch, tea]);
  assert.deepEqual(offered(18, -5), [lunch, tea]);
  assert.deepEqual(offered(17, 29), [lunch, tea]);
  assert.deepEqual(offered(17, 30), [lunch], 'too short for it');
  assert.deepEqual(offered(17, 72), []);
  assert.deepEqual(offered(19, 12), [tea], 'lunch is over');
  assert.deepEqual(offered(21, 12), []);
  assert.deepEqual(offered(undefined, 12), []);
  const set = { delayMinutes: 12, until: '2026-06-13T11:30:00Z' };
  assert.deepEqual(offered(17, 12, set), [lunch, [20, '11:30', null, false], tea]);
  assert.deepEqual(offered(20, 12, set), [tea], 'an end that is over is no end');
  assert.deepEqual(offered(17, 12, { ...set, until: '2026-06-13T20:00:00Z' }).at(-1), [
    ...[undefined, '20:00', null, false],
  ]);
});

test('what was chosen ends the delay, else the end that is set, else the next break', () => {
  const [lunch, set, tea] = ['11:12', '11:30', '12:11'].map((time) => `2026-06-13T${time}:00Z`);
  const ends = [
    { at: lunch as string, breakMinutes: 72 },
    { at: set as string, breakMinutes: null },
    { at: tea as string, breakMinutes: 30 },
  ];
  const cases: [
    chosen: string,
    now: [number, string | undefined],
    end: string | null | undefined,
  ][] = [
    ['', [0, undefined], lunch],
    [NO_END, [0, undefined], null],
    [tea as string, [0, undefined], tea],
    // The day has a delay without an end, such as one from `/v1`.
    ['', [12, undefined], lunch],
    [NO_END, [12, undefined], null],
    ['', [0, set], set],
    ['', [12, set], set],
    [lunch as string, [12, set], lunch],
    ['2026-06-13T10:00:00Z', [12, undefined], lunch],
  ];
  for (const [chosen, [delayMinutes, until = null], end] of cases) {
    assert.equal(endOf(chosen, { delayMinutes, until }, ends), end, chosen);
  }
  assert.equal(endOf('', { delayMinutes: 0, until: null }, []), null);
  assert.equal(endOf('', { delayMinutes: 12, until: '2026-06-13T10:00:00Z' }, ends), lunch);
});

test('a start that was typed says from where, and how far, a delay moves', () => {
  const moved = (form: object) =>
    movedBy(
      { delayMinutes: '12', startsAt: '', raceId: '18', until: '', ...form },
      LONG_DAY,
      'Europe/Berlin',
    );
  assert.deepEqual(moved({}), { fromId: 17, delayMinutes: 12 });
  assert.deepEqual(moved({ delayMinutes: '-' }), { fromId: 17, delayMinutes: 0 });
  assert.deepEqual(moved({ startsAt: '1225' }), { fromId: 18, delayMinutes: 25 });
  assert.deepEqual(moved({ startsAt: '12' }), { fromId: 18, delayMinutes: 0 });
  // A time of day in the night after the day.
  const late = LONG_DAY.map((each) => ({ ...each, scheduledAt: '2026-06-13T21:56:00Z' }));
  const form = { delayMinutes: '', startsAt: '0:17', raceId: '18', until: '' };
  assert.deepEqual(movedBy(form, late, 'Europe/Berlin'), { fromId: 18, delayMinutes: 21 });
});

test('new times are sent once all that they need was typed, else what is missing is named', () => {
  const form = (more: Partial<RetimeForm>): RetimeForm => ({
    ...{ kind: 'shift', fromRaceId: '4', shiftMinutes: '' },
    ...{ nextAt: '', lastAt: '', minGapMinutes: '5', notify: '' },
    ...more,
  });
  const cases: [Partial<RetimeForm>, object | keyof RetimeForm][] = [
    [{ shiftMinutes: '10' }, { fromRaceId: 4, shiftMinutes: 10 }],
    [{ shiftMinutes: '0' }, 'shiftMinutes'],
    [{ shiftMinutes: 'x' }, 'shiftMinutes'],
    [
      { kind: 'next', nextAt: '11:00' },
      { fromRaceId: 4, nextAt: '11:00' },
    ],
    [{ kind: 'next' }, 'nextAt'],
    [{ kind: 'fit', nextAt: '11:00' }, 'lastAt'],
    [{ kind: 'fit', nextAt: '11:00', lastAt: '12:00', minGapMinutes: '' }, 'minGapMinutes'],
    [
      { kind: 'fit', nextAt: '11:00', lastAt: '12:00' },
      { fromRaceId: 4, nextAt: '11:00', lastAt: '12:00', minGapMinutes: 5 },
    ],
  ];
  for (const [given, expected] of cases) {
    const body = retimeBody(form(given));
    if (typeof expected !== 'string') assert.deepEqual(body, expected);
    else {
      assert.equal(body, undefined);
      assert.equal(missingOf(form(given)), expected);
    }
  }
});

test('followers are told as somebody chose, else as the preview proposes, else as the service does', () => {
  const moved = (minutes: number) => [{ before: 0, after: minutes * 60_000 }];
  const cases: [RetimeForm['notify'], ReturnType<typeof moved> | undefined, boolean | undefined][] =
    [
      ['', moved(20), true],
      ['', moved(1), false],
      ['', [], false],
      // The answer of the preview has not come yet.
      ['', undefined, undefined],
      ['yes', undefined, true],
      ['no', undefined, false],
      ['no', moved(20), false],
    ];
  for (const [notify, seen, told] of cases)
    assert.equal(notifiesFollowers({ notify }, seen), told, `${notify} ${seen?.[0]?.after}`);
});

test('a time of day is read as people type it', () => {
  const cases: [string, string | undefined][] = [
    ['11:25', '11:25'],
    ['9:05', '09:05'],
    ['9.05', '09:05'],
    ['9h05', '09:05'],
    ['0905', '09:05'],
    ['905', '09:05'],
    [' 23:59 ', '23:59'],
    ['24:00', undefined],
    ['11:60', undefined],
    ['11', undefined],
    ['11:5', undefined],
    ['-1:00', undefined],
    ['', undefined],
  ];
  for (const [typed, read] of cases) assert.equal(readClock(typed), read, typed);
});

test('a notice lasts until a time on the clocks of the venue', () => {
  const { event } = officeOf();
  assert.deepEqual(noticeBody({ text: 'Fog', until: '' }, event), { text: 'Fog' });
  assert.deepEqual(noticeBody({ text: 'Fog', until: '2026-06-13T18:00' }, event), {
    text: 'Fog',
    until: '2026-06-13T16:00:00.000Z',
  });
  assert.equal(noticeBody({ text: 'Fog', until: '2026-10-25T02:30' }, event), 'no-such-time');
  assert.equal(noticeBody({ text: 'Fog', until: '2026-03-29T02:30' }, event), 'no-such-time');
  assert.equal(lengthOf(' 🚣🚣 '), 2);
});

test('what the service refuses is said in the words of the page', () => {
  const refused = (detail: string) =>
    inWords(
      { code: 'validation_failed', detail: '', errors: [{ field: 'nextAt', detail }] },
      en.faults,
    ).errors[0]?.detail;
  const cases: [string, string][] = [
    ['comes twice on 2026-10-25 in Europe/Berlin, where …', en.faults.noSuchTime],
    ['would plan 3 of the races on another day than 2026-06-13', en.faults.leavesDay],
    ['would be 2000 minutes from the planned start; a delay has at most 1440', en.faults.tooFar],
    ['must be at most 1440', en.faults.tooFar],
    ['must be at least -1440', en.faults.tooFar],
    ['must be at least 0', en.faults.tooLittle],
    ['must not be before nextAt', en.faults.endsBefore],
    ['leaves no 5 minutes before each of 20 races after 11:00', en.faults.tooTight],
    ['something new', 'something new'],
  ];
  for (const [detail, said] of cases) assert.equal(refused(detail), said);
  const asAWhole: [string, string][] = [
    ['Race 12 has started: no delay moves it.', en.faults.notDelayed],
    ['Race 12 is postponed: no delay moves it.', en.faults.notDelayed],
    [
      'All races of the day from race 12 on have started, have results or are cancelled.',
      en.faults.allBegun,
    ],
    ['All races from there on are postponed: crews see no time of them.', en.faults.allPostponed],
    ['Something new.', 'Something new.'],
  ];
  for (const [detail, said] of asAWhole)
    assert.equal(inWords({ code: 'conflict', detail, errors: [] }, en.faults).detail, said);
});
