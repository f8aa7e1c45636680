/** Undoing the newest change, whichever operation made it, gives the schedule that was there before. */
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { type LaneWord, readLaneWord } from '../../src/domain/draw/lane-words.ts';
import { Refusal } from '../../src/domain/refusal.ts';
import { importReadings } from '../../src/operations/import/write-readings.ts';
import { loadWhole } from '../../src/operations/load-rows.ts';
import {
  editCrews,
  mergeCrews,
  withdrawCrew,
  withdrawEntry,
} from '../../src/operations/office/crews.ts';
import { drawOfficeLanes, drawOfficeRaces } from '../../src/operations/office/draw-lanes.ts';
import {
  applyProgression,
  setPattern,
  setProgression,
} from '../../src/operations/office/progression.ts';
import { editRaces, setRaceState } from '../../src/operations/office/races.ts';
import { postResults, setOfficial, setRacing } from '../../src/operations/office/results.ts';
import type { LoadedRows, ScheduleOperation } from '../../src/operations/operation.ts';
import { drawByName } from '../../src/operations/pushes/draw-lanes.ts';
import { editEvent } from '../../src/operations/pushes/edit-event.ts';
import { addRace, editRace } from '../../src/operations/pushes/races.ts';
import { enterResults } from '../../src/operations/pushes/results.ts';
import { changeSettings } from '../../src/operations/pushes/schedule.ts';
import { addTeam, editTeam } from '../../src/operations/pushes/teams.ts';
import { removeRace, removeTeam } from '../../src/operations/remove.ts';
import { restoreRace, undo } from '../../src/operations/undo.ts';
import { listHistory, newestNumber } from '../../src/storage/history/history.ts';
import { performOn, tryOn } from '../support/perform.ts';
import { type Provisioned, startTestService } from '../support/service.ts';
import { readFile, reading, readLane, readRace } from './import/readings.ts';

let event: Provisioned;

const service = await startTestService();

beforeEach(async () => {
  event = await service.provision({ timezone: 'Europe/Berlin' });
  await push('POST', '/schedule');
  await push('PUT', '/teams', [
    { externalId: 'a', name: 'Adler', clubId: 'rca' },
    { externalId: 'b', name: 'Biber' },
    { externalId: 'c', name: 'Corvus' },
  ]);
  await push('PUT', '/races', [race('r1', 1), race('r2', 2), race('r3', 3)]);
  await push('PUT', '/races/r1/entries', [
    { position: 1, teamExternalId: 'a' },
    { position: 2, teamExternalId: 'b', positionLabel: 'Far' },
    { position: 3 },
  ]);
  await push('PUT', '/races/r1/results', [
    { position: 1, finishTimeMillis: 400_000 },
    { position: 2, status: 'dnf', penaltyMillis: 5000 },
  ]);
  await push('PUT', '/schedule/delay', { venueDay: '2026-06-13', delayMinutes: 10 });
});

function race(externalId: string, raceNumber: number, more: object = {}) {
  return {
    externalId,
    raceNumber,
    scheduledAt: `2026-06-13T${String(raceNumber).padStart(2, '0')}:00:00Z`,
    ...more,
  };
}

async function push(method: string, path: string, body?: unknown): Promise<void> {
  const reply = await event.send(method, path, body);
  assert.ok(reply.status < 300, reply.text);
}

interface Reading {
  schedule: string;
  teams: string;
  delay: string;
  /** Everything that is stored, with ids and with what `/v1` does not show. */
  state: object;
}

async function read(): Promise<Reading> {
  const { updatedAt: _, ...schedule } = (await event.send('GET', '/schedule')).json;
  const rows = await service.database.reads
    .selectFrom('delays')
    .where('event_id', '=', event.eventId)
    .selectAll()
    .execute();
  const state = await loadWhole(service.database.reads, event.eventId);
  return {
    // `lastInAt` is the time of the write that brought in a boat, also of an undo, so it is another one afterwards.
    state: { ...state, races: state.races.map((race) => ({ ...race, lastInAt: null })) },
    schedule: JSON.stringify(schedule),
    teams: (await event.send('GET', '/teams')).text,
    delay: JSON.stringify(rows),
  };
}

/** The ids of races, by number, and of crews, by name. */
async function ids(): Promise<{ races: Map<number, number>; crews: Map<string, number> }> {
  const { races, teams } = await loadWhole(service.database.reads, event.eventId);
  return {
    races: new Map(races.map(({ raceNumber, id }) => [raceNumber, id])),
    crews: new Map(teams.map(({ name, id }) => [name, id])),
  };
}

/** Returns a function that performs an operation of the race office on the newest revision. */
function inOffice<Input, Stored extends LoadedRows, Result>(
  operation: ScheduleOperation<Input, Stored, Result>,
  input: (of: { race(number: number): number; crew(name: string): number }) => Input,
) {
  return async () => {
    const { races, crews } = await ids();
    const of = {
      race: (number: number) => races.get(number) as number,
      crew: (name: string) => crews.get(name) as number,
    };
    const seen = await newestNumber(service.database.reads, event.eventId);
    return performOn(service, event.eventId, operation, input(of), seen);
  };
}

async function newestEntry(): Promise<number> {
  const [entry] = await listHistory(service.database.reads, event.eventId, { limit: 1 });
  return entry?.id as number;
}

const by = {
  pushing: (path: string, body: unknown) => () => push('PUT', path, body),
  addingRace: () =>
    performOn(service, event.eventId, addRace, { raceNumber: 9, title: null, scheduledAt: 0 }),
  addingTeam: () => performOn(service, event.eventId, addTeam, { name: 'Dachs' }),
  changingSettings: () =>
    performOn(service, event.eventId, changeSettings, {
      laneScheme: ['A', 'B'],
      defaultResultMode: 'placesOnly',
      defaultResultVisibility: 'hidden',
    }),
  editingRace: () =>
    performOn(service, event.eventId, editRace, {
      raceNumber: 1,
      fields: {
        raceNumber: 9,
        title: 'Final',
        scheduledAt: 0,
        distanceMeters: 500,
        boatClass: '4+',
        round: 'A',
        divisionLabel: 'Women',
        resultMode: 'placesOnly',
        resultVisibility: 'hidden',
        laneScheme: ['A', 'B'],
        notes: 'late',
      },
    }),
  editingTeam: () =>
    performOn(service, event.eventId, editTeam, {
      name: 'Adler',
      fields: { name: 'Aquila', clubId: null, boatIndex: 2, sortOrder: 9 },
    }),
  drawingByName: () =>
    performOn(service, event.eventId, drawByName, {
      raceNumber: 1,
      words: words('Far=Corvus', '1='),
    }),
  enteringResults: () =>
    performOn(service, event.eventId, enterResults, {
      raceNumber: 1,
      words: words('1=-', 'Far=6:42.70+5'),
    }),
  removingRace: () => performOn(service, event.eventId, removeRace, { raceNumber: 1 }),
  removingTeam: () => performOn(service, event.eventId, removeTeam, { name: 'Corvus' }),
  undoing: async () => performOn(service, event.eventId, undo, { entryId: await newestEntry() }),
};

function words(...lanes: string[]): LaneWord[] {
  return lanes.map((word) => readLaneWord(word) as LaneWord);
}

/** An import that changes and draws a race, gives it results, and adds races and crews. */
const IMPORTED = reading([
  readRace('1', {
    externalId: 'r1',
    title: 'Final',
    start: { date: '2026-06-13', time: '12:00:00', zone: null },
    lanes: [
      readLane('1', 'Adler', { finishMillis: 400_000 }),
      readLane('Far', 'Biber', { status: 'dnf', penaltyMillis: 5000 }),
      readLane('3', 'Emu', { finishMillis: 405_000 }),
    ],
  }),
  readRace('9a', {
    start: { date: '2026-06-14', time: '12:00:00', zone: null },
    lanes: [readLane('1', 'Fuchs')],
  }),
]);

const changes: Record<string, () => Promise<unknown>> = {
  'push-teams, new and renamed': by.pushing('/teams', [
    { externalId: 'a', name: 'Biber' },
    { externalId: 'b', name: 'Adler' },
    { externalId: 'd', name: 'Dachs' },
  ]),
  'push-races, new, swapped and edited': by.pushing('/races', [
    race('r1', 2, { title: 'Final', laneScheme: ['A', 'B'], notes: 'late' }),
    race('r2', 1, { resultVisibility: 'hidden' }),
    race('r4', 4),
  ]),
  'draw-lanes': by.pushing('/races/r1/entries', [
    { position: 2, teamExternalId: 'c' },
    { position: 3, teamExternalId: 'b' },
  ]),
  'draw-lanes, everybody out': by.pushing('/races/r1/entries', []),
  'push-results': by.pushing('/races/r1/results', [
    { position: 1, status: 'dsq' },
    { position: 3, finishTimeMillis: 7 },
  ]),
  'set-delay': by.pushing('/schedule/delay', { venueDay: '2026-06-13', delayMinutes: 25 }),
  'set-delay, none': by.pushing('/schedule/delay', { venueDay: '2026-06-13', delayMinutes: 0 }),
  'set-delay, of another day': by.pushing('/schedule/delay', {
    venueDay: '2026-06-14',
    delayMinutes: -5,
  }),
  'change-settings': by.changingSettings,
  'draw-lanes, by name': by.drawingByName,
  'push-results, as written by people': by.enteringResults,
  'add-race': by.addingRace,
  'edit-race': by.editingRace,
  'add-team': by.addingTeam,
  'edit-team': by.editingTeam,
  'remove-race': by.removingRace,
  'remove-team': by.removingTeam,
  undo: by.undoing,
  'edit-races': inOffice(editRaces, ({ race }) => ({
    races: [
      { id: race(2), raceNumber: 3, title: 'Final', printedNumber: '2A', laneScheme: ['X'] },
      { id: null, raceNumber: 1, scheduledAt: 0 },
      { id: race(3), raceNumber: 2 },
    ],
    removed: [race(1)],
  })),
  'edit-crews': inOffice(editCrews, ({ crew }) => ({
    crews: [
      { id: crew('Adler'), name: 'Biber', clubId: null },
      { id: crew('Biber'), name: 'Adler' },
      { id: null, name: 'Corvus' },
    ],
    removed: [crew('Corvus')],
  })),
  'draw-lanes, in the office': inOffice(drawOfficeLanes, ({ race, crew }) => ({
    raceId: race(1),
    lanes: [
      { position: 2, crewId: crew('Corvus') },
      { position: 3, crewId: crew('Biber') },
    ],
  })),
  'draw-by-program': inOffice(drawOfficeRaces, ({ race, crew }) => ({
    raceIds: [race(2), race(3)],
    crewIds: ['Adler', 'Biber', 'Corvus'].map(crew),
    ...{ method: 'seeded' as const, seed: '0'.repeat(32), order: [crew('Biber')] },
    ...{ clubsApart: true, lanes: 'middle-out' as const },
  })),
  'push-results, in the office': inOffice(postResults, ({ race }) => ({
    raceId: race(1),
    results: [
      { position: 1, status: 'assigned' as const },
      { position: 2, finishTimeMillis: 5 },
    ],
  })),
  'set-racing': inOffice(setRacing, ({ race }) => ({
    raceId: race(1),
    ...{ kind: 'head' as const, startIntervalSeconds: 20, closed: true, clockOffsetMillis: 7400 },
    entries: [
      { position: 1, category: 'Masters C', allowanceMillis: 5000, startedAt: 1000 },
      { position: 2, startedAt: 21_000, finishedAt: 400_000, outOfCompetition: true },
    ],
  })),
  'change-settings, in the office': inOffice(changeSettings, () => ({
    provisionalResults: true,
    crewGapMinutes: 5,
  })),
  'set-progression': inOffice(setProgression, ({ race }) => ({
    races: [
      { raceId: race(2), rules: [{ position: 1, races: [race(1)], place: 1, fastest: null }] },
    ],
  })),
  'set-pattern': inOffice(setPattern, ({ race }) => ({
    patternId: 4,
    heats: [race(1), race(2)],
    targets: { 'final-b': race(3) },
    create: { 'final-a': { raceNumber: 12, scheduledAt: Date.UTC(2026, 5, 14) } },
  })),
  import: () =>
    performOn(service, event.eventId, importReadings, {
      files: [{ name: 'a.csv', read: readFile(IMPORTED) }],
      answers: { raceNumbers: true },
      forget: false,
    }),
  'set-race-state': inOffice(setRaceState, ({ race }) => ({
    raceId: race(1),
    state: 'cancelled' as const,
    reason: 'Wind',
  })),
};

/** Asserts that undo takes a change back, and that undoing this makes it again. */
async function assertUndoes(change: () => Promise<unknown>): Promise<void> {
  const first = await read();
  await change();
  const second = await read();
  assert.notDeepEqual(second, first);
  await by.undoing();
  assert.deepEqual(await read(), first);
  await by.undoing();
  assert.deepEqual(await read(), second);
}

for (const [name, change] of Object.entries(changes)) {
  test(`undo: after ${name} everything is as it was before, and again after undoing that`, () =>
    assertUndoes(change));
}

test('undo: after merge-crews both crews are there, each in its lanes, and again after undoing that', async () => {
  await by.addingTeam();
  await inOffice(drawOfficeLanes, ({ race, crew }) => ({
    raceId: race(2),
    lanes: [{ position: 1, crewId: crew('Dachs') }],
  }))();
  await assertUndoes(
    inOffice(mergeCrews, ({ crew }) => ({ keep: crew('Dachs'), remove: crew('Adler') })),
  );
});

test('undo: after withdraw-crew the crew rows, and has withdrawn again after undoing that', async () => {
  const draw = inOffice(drawOfficeLanes, ({ race, crew }) => ({
    raceId: race(2),
    lanes: [{ position: 1, crewId: crew('Biber') }],
  }));
  const ill = { withdrawn: true, reason: 'Ill' };
  await draw();
  await assertUndoes(inOffice(withdrawCrew, ({ crew }) => ({ ...ill, crewId: crew('Biber') })));
  await by.undoing();
  await assertUndoes(
    inOffice(withdrawEntry, ({ race }) => ({ ...ill, raceId: race(2), position: 1 })),
  );
});

test('undo: after apply-progression nobody is drawn, and the crews are again after undoing that', async () => {
  await inOffice(setProgression, ({ race }) => ({
    races: [
      { raceId: race(2), rules: [{ position: 4, races: [race(1)], place: 1, fastest: null }] },
    ],
  }))();
  await assertUndoes(inOffice(applyProgression, ({ race }) => ({ raceId: race(2) })));
});

test('undo: after set-official the results are provisional, and official again after undoing that', async () => {
  await inOffice(changeSettings, () => ({ provisionalResults: true }))();
  await assertUndoes(inOffice(setOfficial, ({ race }) => ({ raceId: race(1), official: true })));
});

test('undo: what a later change touched stands in the way, and is named', async () => {
  await push('PUT', '/races', [race('r1', 1, { title: 'Heat' })]);
  const entryId = await newestEntry();
  await push('PUT', '/races', [race('r1', 1, { title: 'Final' })]);
  const refusal = await tryOn(service, event.eventId, undo, { entryId });
  assert.ok(refusal instanceof Refusal);
  assert.deepEqual(
    [refusal.code, refusal.detail],
    ['conflict', 'In the way: race 1: title is "Final" now.'],
  );
});

test('undo: once only, and only in the event of the entry', async () => {
  await by.addingTeam();
  const entryId = await newestEntry();
  await by.undoing();
  const twice = await tryOn(service, event.eventId, undo, { entryId });
  assert.match((twice as Refusal).detail ?? '', /has undone it already/);
  const other = await service.provision();
  const elsewhere = await tryOn(service, other.eventId, undo, { entryId });
  assert.match((elsewhere as Refusal).detail ?? '', /has no entry/);
});

test('undo: what has been published is not taken back', async () => {
  await push('POST', '/schedule/publish');
  const refusal = await tryOn(service, event.eventId, undo, { entryId: await newestEntry() });
  assert.equal((refusal as Refusal).code, 'conflict');
});

test('undo: the facts of an event are not taken back', async () => {
  await performOn(service, event.eventId, editEvent, { name: 'Other', timezone: null });
  const refusal = await tryOn(service, event.eventId, undo, { entryId: await newestEntry() });
  assert.equal((refusal as Refusal).code, 'conflict');
});

test('undo: a race that has been drawn since is not taken away', async () => {
  await push('PUT', '/races', [race('r4', 4)]);
  const entryId = await newestEntry();
  await push('PUT', '/races/r4/entries', [{ position: 1, teamExternalId: 'a' }]);
  const refusal = await tryOn(service, event.eventId, undo, { entryId });
  assert.equal((refusal as Refusal).detail, 'In the way: race 4, position 1 has been drawn.');
});

test('restore: a race is as it was at the moment, also after it was removed', async () => {
  const first = await read();
  await new Promise((resolve) => setTimeout(resolve, 5));
  const at = Date.now();
  await new Promise((resolve) => setTimeout(resolve, 5));
  await push('PUT', '/races', [race('r1', 11, { title: 'Other' })]);
  await push('PUT', '/races/r1/entries', [{ position: 1, teamExternalId: 'c' }]);
  await push('PUT', '/races/r1/results', [{ position: 1, finishTimeMillis: 1 }]);
  await performOn(service, event.eventId, restoreRace, { raceNumber: 11, at });
  assert.deepEqual(await read(), first);
  await by.removingRace();
  assert.equal((await event.send('PUT', '/races/r1/results', [])).json.code, 'race_not_found');
  await performOn(service, event.eventId, restoreRace, { raceNumber: 1, at });
  assert.deepEqual(await read(), first);
});

test('remove: a drawn crew stays, and says where it is drawn', async () => {
  const refusal = await tryOn(service, event.eventId, removeTeam, { name: 'Adler' });
  assert.equal((refusal as Refusal).detail, '"Adler" is drawn in race 1, position 1.');
});

test('remove: documents lose a race at once, and its id never comes back', async () => {
  await push('POST', '/schedule/publish');
  const board = async () => (await service.send('GET', `/board/api/events/${event.eventId}`)).json;
  const raceId = (await board()).races[2].id;
  await performOn(service, event.eventId, removeRace, { raceNumber: 3 });
  const numbers = (races: { raceNumber: number }[]) => races.map(({ raceNumber }) => raceNumber);
  assert.deepEqual(numbers((await event.send('GET', '/schedule')).json.races), [1, 2]);
  assert.deepEqual(numbers((await board()).races), [1, 2]);
  await push('PUT', '/races', [race('r3', 3)]);
  assert.ok((await board()).races[2].id > raceId);
});

test('restore: the order of entries counts where clocks run apart', async () => {
  const realNow = Date.now;
  const ahead = realNow() + 60_000;
  try {
    Date.now = () => ahead;
    await push('PUT', '/races', [race('r1', 1, { title: 'By a clock that is ahead' })]);
  } finally {
    Date.now = realNow;
  }
  await push('PUT', '/races', [
    race('r1', 1, { title: 'By a clock that is right', notes: 'Wind' }),
  ]);
  const newest = await read();
  // By time alone, only the first of the two writes would be taken back, which gives a race that never was.
  await performOn(service, event.eventId, restoreRace, { raceNumber: 1, at: ahead - 1 });
  assert.deepEqual(await read(), newest);
});
