/** Random events, entered through the API where rows have an `externalId`, else through the race office. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { ResultWrite } from '../../src/contract/race.ts';
import { Refusal } from '../../src/domain/refusal.ts';
import { withdrawEntry } from '../../src/operations/office/crews.ts';
import { postNotice } from '../../src/operations/office/day.ts';
import { drawOfficeLanes } from '../../src/operations/office/draw-lanes.ts';
import { setProgression } from '../../src/operations/office/progression.ts';
import { editRaces, setRaceState } from '../../src/operations/office/races.ts';
import { postResults, setOfficial } from '../../src/operations/office/results.ts';
import {
  type LoadedRows,
  type Operation,
  performTogether,
} from '../../src/operations/operation.ts';
import { publishSchedule, setDelay } from '../../src/operations/pushes/schedule.ts';
import { setRole } from '../../src/storage/accounts/accounts.ts';
import type { Queries } from '../../src/storage/engine/database.ts';
import { listRaces } from '../../src/storage/event/races.ts';
import { listTeams } from '../../src/storage/event/teams.ts';
import { newestNumber } from '../../src/storage/history/history.ts';
import { signIn } from '../support/console.ts';
import { TEST_TERMS } from '../support/perform.ts';
import type { Provisioned, TestService } from '../support/service.ts';
import { racingWith, setRacing } from './random-racing.ts';

const START = Date.UTC(2026, 9, 24, 22);
const HOUR = 3_600_000;

/** Any text, and often one that is special in JSON, CSV or an encoding. */
const texts = fc
  .oneof(
    fc.constantFrom('', "'", '=1+1', '"', '\\', ',;\t', '\r\n', '\u2028', '\ufeff', '__proto__'),
    fc.constantFrom(
      'e\u0301',
      '🚣🏽‍♀️',
      'עברית',
      '\u0001\u001f\u0085',
      'null',
      '{"a":[1]}',
      '</script>',
    ),
    fc.string({ unit: 'binary', maxLength: 20 }),
    fc.string({ unit: 'grapheme', maxLength: 15 }),
  )
  .map((text) => text.replaceAll('\0', '').normalize('NFC'));
/** A text as tables hold it: a cell of blanks is empty in a workbook. */
function asInTables(text: string): string {
  return text.trim() === '' ? '' : text;
}

function eventsWith(texts: fc.Arbitrary<string>) {
  const lines = texts.map((text) =>
    text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/gu, ''),
  );
  const labels = texts.map((text) => `${text}L`);

  const crews = fc.record({
    name: texts,
    id: fc.option(lines),
    clubId: fc.option(texts),
    boatIndex: fc.option(fc.integer({ min: 1, max: 9 })),
    sortOrder: fc.integer({ min: -3, max: 3 }),
  });

  const results = fc.record(
    {
      status: fc.constantFrom('finished', 'finished', 'dns', 'dnf', 'dsq', 'assigned'),
      time: fc.option(fc.integer({ min: 0, max: 3_000_000 })),
      place: fc.integer({ min: 1, max: 6 }),
      penalty: fc.option(fc.constantFrom(0, 500, 10_000)),
    },
    { requiredKeys: ['status', 'time', 'place', 'penalty'] },
  );

  const { entries, racing } = racingWith(lines);

  const races = fc.record({
    id: fc.option(lines),
    title: fc.option(texts),
    boatClass: fc.option(texts),
    round: fc.option(texts),
    divisionLabel: fc.option(texts),
    notes: fc.option(texts),
    distanceMeters: fc.option(fc.integer({ min: 1, max: 5000 })),
    laneScheme: fc.option(fc.array(labels, { maxLength: 3 })),
    resultMode: fc.constantFrom('timed', 'placesOnly'),
    /** Set after the results: with `placesOnly`, times stay stored and are hidden. */
    modeAfterwards: fc.constantFrom('timed', 'placesOnly'),
    resultVisibility: fc.constantFrom(null, 'hidden', 'placesOnly', 'full'),
    printedNumber: fc.option(
      lines.map((line) => `${[...line.normalize('NFC')].slice(0, 5).join('').trim()}x`),
    ),
    millis: fc.constantFrom(0, 0, 1, 30_000),
    lanes: fc.uniqueArray(
      fc.record({
        position: fc.constantFrom(1, 2, 3, 7, 2_147_483_647),
        label: fc.option(labels),
        crew: fc.option(fc.nat({ max: 20 })),
        result: fc.option(results),
        from: fc.option(fc.nat({ max: 5 }), { freq: 3 }),
        entry: fc.option(entries),
      }),
      { selector: ({ position }) => position, maxLength: 5 },
    ),
    state: fc.constantFrom('planned', 'planned', 'cancelled', 'postponed'),
    reason: fc.option(lines.map((line) => `R${line}!`.normalize('NFC'))),
    official: fc.boolean(),
    racing: fc.option(racing),
  });

  return fc.record({
    timezone: fc.constantFrom('Europe/Berlin', null, 'America/St_Johns'),
    laneScheme: fc.option(fc.array(labels, { maxLength: 3 })),
    visibility: fc.constantFrom('hidden', 'full'),
    crewGapMinutes: fc.integer({ min: 0, max: 1440 }),
    crews: fc.array(crews, { maxLength: 6 }),
    races: fc.array(races, { maxLength: 6 }),
    delays: fc.dictionary(
      fc.constantFrom('2026-10-24', '2026-10-25'),
      fc.integer({ min: -90, max: 90 }),
    ),
    notices: fc.array(texts, { maxLength: 3 }),
  });
}

/** Events with any texts that can be stored. */
export const events = eventsWith(texts);
/** Events with only such texts as tables can hold. */
export const eventsOfTables = eventsWith(texts.map(asInTables));

export type Plan = typeof events extends fc.Arbitrary<infer Event> ? Event : never;

/** Fills events of one service as plans say. */
export interface Filler {
  fill(event: Provisioned, plan: Plan): Promise<void>;
}

/** Signs in a person, who becomes `schedule_manager` in the club of each event that is filled. */
export async function startFilling(service: TestService): Promise<Filler> {
  const { userId } = await service.provision();
  const person = await signIn(service, userId);
  return {
    fill: async (event, plan) => {
      const { clubId, eventId } = event;
      await service.database.write((tx) => setRole(tx, userId, clubId, 'schedule_manager'));
      const path = `/events/${eventId}`;
      const { reads } = service.database;
      const write = async (tail: string, body: object) => {
        const seen = await newestNumber(reads, eventId);
        await done(person.send('PUT', `${path}${tail}`, { ...body, seen }));
      };
      await fill(service, { event, reads, write }, plan);
    },
  };
}

/** What `fill` needs of an event's race office. */
interface Desk {
  event: Provisioned;
  /** For ids, because the document of the race office is rebuilt only once in a while. */
  reads: Queries;
  write(tail: string, body: object): Promise<void>;
}

/** Fills an event in few transactions, because each waits for the disk. */
async function fill(service: TestService, desk: Desk, plan: Plan): Promise<void> {
  const { event } = desk;
  const { laneScheme, visibility, crewGapMinutes } = plan;
  await done(event.send('POST', '/schedule', { laneScheme, defaultResultVisibility: visibility }));
  await desk.write('/settings', { crewGapMinutes, provisionalResults: true });
  const crewIds = await addCrews(desk, plan);
  const raceIds = await addRaces(desk, plan);
  const { eventId } = event;
  const { database } = service;
  const filled = await performTogether(
    { database, ...TEST_TERMS },
    { ...TEST_TERMS, eventId },
    async (performNext, tx) => {
      const perform = async <Input, Stored extends LoadedRows, Result>(
        operation: Operation<Input, Stored, Result>,
        input: Input,
      ) => {
        const seen = await newestNumber(tx, eventId);
        const result = await performNext(operation, input, seen);
        assert.ok(!(result instanceof Refusal), result instanceof Refusal ? result.detail : '');
      };
      for (const [index, race] of plan.races.entries()) {
        await fillRace(perform, race, { index, crewIds, raceIds });
      }
      await performNext(publishSchedule, undefined);
      for (const [venueDay, delayMinutes] of Object.entries(plan.delays)) {
        await perform(setDelay, { venueDay, delayMinutes });
      }
      for (const text of plan.notices) {
        await perform(postNotice, { text: `N${text}!`.normalize('NFC'), until: Date.now() + HOUR });
      }
    },
  );
  assert.ok(!(filled instanceof Refusal), filled instanceof Refusal ? filled.detail : '');
}

async function addCrews(desk: Desk, plan: Plan): Promise<number[]> {
  const crews = plan.crews.map(({ id, name, ...crew }, index) => ({
    ...(id !== null && { externalId: `${id}.${index}` }),
    name: `${name}·${index}`,
    ...crew,
  }));
  await done(
    desk.event.send(
      'PUT',
      '/teams',
      crews.filter((crew) => 'externalId' in crew),
    ),
  );
  const byHand = crews.filter((crew) => !('externalId' in crew));
  await desk.write('/crews', { crews: byHand.map((crew) => ({ id: null, ...crew })) });
  return (await listTeams(desk.reads, desk.event.eventId)).map(({ id }) => id);
}

/** @returns the ids of the races in the order of the plan */
async function addRaces(desk: Desk, plan: Plan): Promise<number[]> {
  const races = plan.races.map((race, index) => {
    const { title, boatClass, round, divisionLabel, notes, distanceMeters, laneScheme } = race;
    return {
      raceNumber: numberOf(index),
      ...{ title, boatClass, round, divisionLabel, notes, distanceMeters, laneScheme },
      ...{ resultMode: race.resultMode, resultVisibility: race.resultVisibility },
      scheduledAt: new Date(START + index * HOUR + race.millis).toISOString(),
    };
  });
  const idOf = (index: number) => plan.races[index]?.id ?? null;
  const pushed = races.flatMap((race, index) =>
    idOf(index) === null ? [] : [{ externalId: `${idOf(index)}.${index}`, ...race }],
  );
  await done(desk.event.send('PUT', '/races', pushed));
  const before = await idsOf(desk);
  const written = races.map((race, index) => {
    const { printedNumber = null } = plan.races[index] ?? {};
    const id = before[race.raceNumber];
    return id === undefined ? { id: null, ...race, printedNumber } : { id, printedNumber };
  });
  await desk.write('/races', { races: written });
  const after = await idsOf(desk);
  return races.map(({ raceNumber }) => after[raceNumber] ?? 0);
}

/** The ids of the races by their numbers. */
async function idsOf(desk: Desk): Promise<Record<number, number>> {
  const races = await listRaces(desk.reads, desk.event.eventId);
  return Object.fromEntries(races.map(({ raceNumber, id }) => [raceNumber, id]));
}

function numberOf(index: number): number {
  return 3 * index + 1;
}

type Perform = <Input, Stored extends LoadedRows, Result>(
  operation: Operation<Input, Stored, Result>,
  input: Input,
) => Promise<void>;

async function fillRace(
  perform: Perform,
  race: Plan['races'][number],
  { index, crewIds, raceIds }: { index: number; crewIds: number[]; raceIds: number[] },
): Promise<void> {
  const raceId = raceIds[index] ?? 0;
  const drawn = new Set<number>();
  const lanes = race.lanes.map(({ position, label, crew }) => {
    const crewId = crew === null ? undefined : crewIds[crew];
    const isFree = crewId !== undefined && !drawn.has(crewId);
    if (isFree) drawn.add(crewId);
    return { position, positionLabel: label, crewId: isFree ? crewId : null };
  });
  await perform(drawOfficeLanes, { raceId, lanes });
  const rules = race.lanes.flatMap(({ position, from }, lane) => {
    const source = from === null || index === 0 ? undefined : raceIds[from % index];
    // Each rule names another place, so that no two rules take the same crew.
    const place = index * 10 + lane + 1;
    return source ? [{ position, races: [source], place, fastest: null }] : [];
  });
  await perform(setProgression, { races: [{ raceId, rules }] });
  const results = race.lanes.flatMap(({ position, result }): ResultWrite[] => {
    if (result === null) return [];
    const { status, time, place, penalty } = result;
    if (status === 'assigned') return [{ position, status }];
    const given = race.resultMode === 'timed' ? { finishTimeMillis: time } : { finishPlace: place };
    return [{ position, status, ...given, penaltyMillis: penalty }];
  });
  await perform(postResults, { raceId, results });
  const rowed = new Set(
    results.flatMap((each) => (each.status === 'assigned' ? [] : each.position)),
  );
  const idle = lanes.find(({ position, crewId }) => crewId !== null && !rowed.has(position));
  if (idle) {
    const reason = race.reason;
    const { position } = idle;
    await perform(withdrawEntry, { raceId, position, withdrawn: true, reason });
  }
  await perform(editRaces, { races: [{ id: raceId, resultMode: race.modeAfterwards }] });
  const { state, reason, official } = race;
  if (state !== 'planned') await perform(setRaceState, { raceId, state, reason });
  // After the state is set, because postponing a race takes back its start.
  await perform(setRacing, { raceId, race });
  const hasResults = results.some(({ status }) => status !== 'assigned');
  if (official && hasResults) await perform(setOfficial, { raceId, official });
}

export async function done(reply: ReturnType<Provisioned['send']>) {
  const answer = await reply;
  assert.ok(answer.status < 300, answer.text);
  return answer;
}
