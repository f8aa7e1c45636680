/** The draw of a race while it is edited, the search of crews by a few letters, and what followers will be notified of. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Office, OfficeLane, OfficeRace } from '../../src/contract/console/office.ts';
import { type LaneResult, NO_RESULT, NOT_WITHDRAWN } from '../../src/domain/draw/lane.ts';
import { type IsDropped, REMOVED } from '../../web/src/console/office/conflicts/conflicts.ts';
import {
  awaitsCrew,
  consequencesOf,
  crewNamed,
  crewText,
  drawnLanes,
  drawnRow,
  findCrews,
  lanesBody,
  mineOfDraw,
  nextFreePosition,
  offeredLanes,
  schemeLabels,
  unknownCrewText,
} from '../../web/src/console/office/races/draw/drawn-lanes.ts';
import {
  expectedNews,
  expectedNewsText,
} from '../../web/src/console/office/races/results/expected-news.ts';
import type { RowDraft } from '../../web/src/console/office/table/row-drafts.ts';
import { racesWords } from '../../web/src/console/words/office-races.ts';
import { words } from '../../web/src/shared/words/board.ts';
import { PLAIN_OFFICE_LANE } from '../support/racing.ts';

const lane = (
  position: number,
  crewId: number | null,
  more: Partial<OfficeLane> = {},
): OfficeLane => ({
  position,
  positionLabel: String(position),
  crewId,
  from: null,
  ...NO_RESULT,
  ...NOT_WITHDRAWN,
  ...PLAIN_OFFICE_LANE,
  ...more,
});
const finished = (finishTimeMillis: number): LaneResult => ({
  ...NO_RESULT,
  status: 'finished',
  finishTimeMillis,
});
const rows = (of: Record<number, RowDraft['values'] | 'removed'>) =>
  new Map(
    Object.entries(of).map(([position, values]): [number, RowDraft] => [
      Number(position),
      values === 'removed'
        ? { values: {}, stored: {}, seen: 1, isRemoved: true }
        : { values, stored: {}, seen: 1 },
    ]),
  );
const plain = schemeLabels({ laneScheme: null }, null);
const nothing: IsDropped = () => false;

test('labels: of the race, else of the schedule, else the numbers', () => {
  assert.equal(schemeLabels({ laneScheme: ['A'] }, { laneScheme: ['0', '1'] })(1), 'A');
  assert.equal(schemeLabels({ laneScheme: ['A'] }, { laneScheme: ['0', '1'] })(2), '1');
  assert.equal(schemeLabels({ laneScheme: null }, { laneScheme: ['0'] })(2), '2');
});

test('a race without a draw offers lanes, of which only the filled ones are sent', () => {
  const race = { id: 7, lanes: [], laneScheme: null };
  const others = [{ lanes: [lane(1, 11), lane(8, 12)] }];
  const office = (laneScheme: string[] | null, races = others) => ({
    settings: { laneScheme },
    races,
  });
  assert.equal(offeredLanes({ ...race, laneScheme: ['A', 'B'] }, office(['0', '1', '2'])), 2);
  assert.equal(offeredLanes(race, office(['0', '1', '2'])), 3);
  assert.equal(offeredLanes(race, office(null)), 8, 'as wide as the widest other race');
  assert.equal(offeredLanes(race, office(null, [])), 6);
  assert.equal(offeredLanes({ ...race, lanes: [lane(1, 11)] }, office(['0', '1'])), 0);
  const typed = rows({ 2: { crew: '12' } });
  const drawn = drawnLanes(race, typed, plain, 3);
  assert.deepEqual(
    drawn.map(({ position, crewId, isOffered }) => [position, crewId, isOffered]),
    [
      [1, null, true],
      [2, 12, false],
      [3, null, true],
    ],
  );
  assert.deepEqual(lanesBody(race, typed, plain, nothing), {
    lanes: [{ position: 2, positionLabel: null, crewId: 12 }],
  });
});

test('the whole draw is sent, with labels only where they are not those of the scheme', () => {
  const race = { id: 7, lanes: [lane(1, 11), lane(2, 12), lane(3, 13)] };
  const body = (typed: Parameters<typeof rows>[0], isDropped = nothing) =>
    lanesBody(race, rows(typed), plain, isDropped);
  assert.equal(body({}), undefined, 'what is drawn already is not sent');
  assert.deepEqual(
    body({ 1: { crew: '12' }, 2: { crew: '11' }, 3: 'removed', 4: { lane: 'new', label: '101' } }),
    {
      lanes: [
        { position: 1, positionLabel: null, crewId: 12 },
        { position: 2, positionLabel: null, crewId: 11 },
        { position: 4, positionLabel: '101', crewId: null },
      ],
    },
  );
  assert.deepEqual(body({ 1: { label: '' }, 2: { crew: '' } })?.lanes[1], {
    position: 2,
    positionLabel: null,
    crewId: null,
  });
  const givenUp: IsDropped = ({ subject, id, position }) =>
    subject === 'lane' && id === 7 && position === 1;
  assert.equal(body({ 1: { crew: '14' } }, givenUp), undefined);
  assert.equal(body({ 1: { crew: '14' }, 2: { crew: '15' } }, givenUp)?.lanes[0]?.crewId, 11);
  const noCrew: IsDropped = ({ subject, id }) => subject === 'team' && id === 14;
  assert.equal(body({ 1: { crew: '14' } }, noCrew), undefined, 'a crew that is gone');
});

test('a crew that is being typed is no part of the draw before it is chosen or left', () => {
  const cases: [name: string, row: Partial<RowDraft>, values: RowDraft['values'] | undefined][] = [
    ['typed alone', { values: { typing: 'Hud' } }, undefined],
    ['over nothing', { values: { typing: '' } }, undefined],
    ['beside a label', { values: { typing: 'Hud', label: '101' } }, { label: '101' }],
    ['over a crew that is drawn', { values: { typing: 'Hud', crew: '12' } }, { crew: '12' }],
    ['in a lane that goes', { values: { typing: 'Hud' }, isRemoved: true }, {}],
    ['none', { values: { crew: '12' } }, { crew: '12' }],
  ];
  for (const [name, row, values] of cases) {
    assert.deepEqual(drawnRow({ values: {}, stored: {}, seen: 1, ...row })?.values, values, name);
  }
});

test('a draw answers for its lanes, and for the crews in them', () => {
  const race = { id: 7, lanes: [lane(1, 11), lane(2, 12)] };
  const typed = rows({ 1: { crew: '14' }, 2: 'removed' });
  const { valuesOf, canAdd } = mineOfDraw(race, typed, drawnLanes(race, typed, plain));
  const of = (subject: string, id: number, position?: number) => ({
    ...{ subject, id, name: '' },
    ...(position !== undefined && { position }),
  });
  assert.deepEqual(valuesOf(of('lane', 7, 1)), { teamId: 14, positionLabel: '1' });
  assert.equal(valuesOf(of('lane', 7, 2)), REMOVED);
  assert.equal(valuesOf(of('lane', 7, 3)), undefined);
  assert.equal(valuesOf(of('lane', 8, 1)), undefined);
  assert.deepEqual(valuesOf(of('team', 14)), { positionLabel: '1' });
  assert.equal(valuesOf(of('team', 12)), undefined);
  assert.deepEqual([canAdd?.(of('lane', 7, 1)), canAdd?.(of('team', 14))], [true, false]);
});

test('a text that names no crew is kept, and is no crew', () => {
  const [drawn] = drawnLanes({ lanes: [lane(1, 11)] }, rows({ 1: { crew: '?Salin' } }), plain);
  assert.equal(drawn?.unknownCrew, 'Salin');
  assert.equal(drawn?.crewId, null);
  assert.equal(nextFreePosition([]), 1);
  assert.equal(nextFreePosition([{ position: 3 }, { position: 6 }]), 7);
});

test('what drawing does to results and rules is known before', () => {
  const from = { races: [3], place: 1, fastest: null };
  const race = {
    lanes: [
      lane(1, 11, finished(1000)),
      lane(2, 12, finished(2000)),
      lane(3, 13),
      lane(4, null, { from }),
      lane(5, 15, { status: 'dns' }),
    ],
  };
  const typed = rows({
    1: { crew: '' },
    2: { crew: '14' },
    3: { crew: '' },
    4: 'removed',
    5: 'removed',
  });
  const { lost, stays, rules } = consequencesOf(race, drawnLanes(race, typed, plain));
  const positions = (of: OfficeLane[]) => of.map(({ position }) => position);
  assert.deepEqual(positions(lost), [1, 5]);
  assert.deepEqual(positions(stays), [2]);
  assert.deepEqual(positions(rules), [4]);
});

test('crews by a few letters of name or club, without accents', () => {
  const crews = [
    { id: 1, name: 'Saline A', clubId: 'SRC' },
    { id: 2, name: 'Écluse B', clubId: 'Club nautique' },
    { id: 3, name: 'Ann Arbor Pioneer', clubId: null },
    { id: 4, name: 'Grosse Ile Saline', clubId: null },
    { id: 5, name: 'Straße 8', clubId: null },
  ];
  const found = (typed: string) => findCrews(crews, typed, 3).map(({ id }) => id);
  assert.deepEqual(found('sal'), [1, 4]);
  assert.deepEqual(found('ecl'), [2]);
  assert.deepEqual(found('ÉCL'), [2]);
  assert.deepEqual(found('nautique'), [2]);
  assert.deepEqual(found('pio ann'), [3]);
  assert.deepEqual(found('strasse'), [5]);
  assert.deepEqual(found('zzz'), []);
  assert.deepEqual(
    findCrews(
      [
        { id: 6, name: 'Riverview B', clubId: null },
        { id: 7, name: 'Riverview', clubId: null },
      ],
      'riverview',
      3,
    )[0]?.id,
    7,
    'the whole name before longer ones',
  );
  assert.equal(crewNamed(crews, 'ecluse b')?.id, 2);
  assert.equal(crewNamed(crews, 'saline'), undefined);
  const alike = ['Zürich', 'Zurich', 'Adler 1', 'ADLER 1'].map((name, index) => {
    return { id: index + 1, name, clubId: null };
  });
  assert.equal(crewNamed(alike, ' Zu\u0308rich ')?.id, 1, 'exactly so before others alike');
  assert.equal(crewNamed(alike, 'ADLER 1')?.id, 4);
  assert.equal(crewNamed(alike, 'adler 1'), undefined);
});

test('a crew that was added comes into its lane only while that waits for it', () => {
  const row = (crew?: string): RowDraft => ({
    ...{ stored: {}, seen: 1 },
    values: crew === undefined ? {} : { crew },
  });
  for (const [crew, waits] of [
    [unknownCrewText('Adler'), true],
    [unknownCrewText('Biber'), false],
    [crewText(7), false],
    [crewText(null), false],
    [undefined, false],
  ] as const)
    assert.equal(awaitsCrew(row(crew), 'Adler'), waits, crew);
  assert.equal(awaitsCrew(undefined, 'Adler'), false);
});

test('what followers will hear is said before it is sent', () => {
  const now = Date.parse('2026-06-13T10:00:00Z');
  const office = {
    status: 'published',
    settings: { defaultResultVisibility: 'full' },
  } as Pick<Office, 'status' | 'settings'>;
  const race = {
    resultMode: 'timed',
    resultVisibility: null,
    state: 'planned',
    estimatedAt: '2026-06-13T10:00:00Z',
    lanes: [lane(1, 11), lane(2, 12)],
  } as unknown as OfficeRace;
  const after = new Map([
    [1, { ...finished(402_700), penaltyMillis: 10_000 }],
    [2, finished(405_000)],
  ]);
  const told = expectedNews(office, race, after, now);
  assert.ok(told.kind === 'told' && !told.isCorrection);
  const names = (position: number) => `Crew ${position}`;
  assert.equal(
    expectedNewsText(told.lanes, names, words.value, racesWords.value),
    '1. Crew 2 6:45.00 · 2. Crew 1 6:52.70 (incl. +10 s)',
  );
  const some = expectedNews(office, race, new Map([[1, finished(402_700)]]), now);
  assert.ok(some.kind === 'told' && !some.isCorrection);
  assert.equal(
    expectedNewsText(some.lanes, names, words.value, racesWords.value),
    'Crew 1 6:42.70',
    'one of two has no place',
  );
  const why = (more: object, of = race, results = after, at = now) => {
    const found = expectedNews({ ...office, ...more } as typeof office, of, results, at);
    return found.kind === 'nobody' ? found.why : found.isCorrection ? 'correction' : 'told';
  };
  assert.equal(why({ status: 'draft' }), 'draft');
  assert.equal(why({}, { ...race, resultVisibility: 'hidden' }), 'hidden');
  assert.equal(why({}, race, new Map()), 'none');
  assert.equal(why({}, race, after, now + 31 * 3_600_000), 'far');
  const scored = { ...race, lanes: [lane(1, 11, finished(402_000)), lane(2, 12)] };
  assert.equal(why({}, scored), 'correction');
  assert.equal(why({}, scored, new Map([[2, finished(405_000)]])), 'told', 'the rest comes in');
  assert.equal(why({}, scored, new Map()), 'same');
  const placesOnly = { ...scored, resultVisibility: 'placesOnly' } as OfficeRace;
  assert.equal(why({}, placesOnly, new Map([[1, finished(401_000)]])), 'same');
});
