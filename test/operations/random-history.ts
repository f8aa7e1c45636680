/**
 * Random histories of one event: the steps of a race office and its software that `test/model/commands.ts`
 * draws, and what only the service's own operations can do: remove rows, undo entries, restore races. After
 * each step that made an entry of the history, everything is read and kept.
 */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { type EventState, stateOf } from '../../src/domain/history/event-state.ts';
import { Refusal } from '../../src/domain/refusal.ts';
import { loadWhole } from '../../src/operations/load-rows.ts';
import { addRace } from '../../src/operations/pushes/races.ts';
import { unpublishSchedule } from '../../src/operations/pushes/schedule.ts';
import { addTeam } from '../../src/operations/pushes/teams.ts';
import { removeRace, removeTeam } from '../../src/operations/remove.ts';
import { restoreRace, undo } from '../../src/operations/undo.ts';
import { type HistoryEntry, listHistory } from '../../src/storage/history/history.ts';
import { type Operation, sequencesOfSoftware } from '../model/commands.ts';
import { ReferenceModel } from '../model/reference-model.ts';
import { type Request, resolve } from '../model/resolve.ts';
import { tryOn } from '../support/perform.ts';
import type { Provisioned, TestService } from '../support/service.ts';

/** The numbers pick one of the races, crews or entries that exist; 0 is the newest entry. */
export type Step =
  | Operation
  | { kind: 'removeRace'; race: number }
  | { kind: 'removeCrew'; crew: number }
  | { kind: 'undo'; entry: number }
  | { kind: 'restore'; race: number; entry: number };

export interface History {
  timezone: string | null;
  steps: Step[];
}

const few = fc.nat({ max: 3 });
const officeSteps = fc.oneof(
  fc.record({ kind: fc.constant('removeRace' as const), race: few }),
  fc.record({ kind: fc.constant('removeCrew' as const), crew: few }),
  fc.record({ kind: fc.constant('undo' as const), entry: few }),
  fc.record({ kind: fc.constant('restore' as const), race: few, entry: fc.nat({ max: 8 }) }),
);

export const histories: fc.Arbitrary<History> = fc
  .tuple(
    sequencesOfSoftware,
    fc.array(fc.tuple(fc.nat({ max: 30 }), officeSteps), { maxLength: 5 }),
  )
  .map(([{ timezone, steps }, others]) => ({
    timezone,
    steps: others.reduce<Step[]>(
      (all, [position, step]) => all.toSpliced(position, 0, step),
      steps.map(({ operation }) => operation),
    ),
  }));

/** How an event reads. */
export interface Reading {
  /** The newest entry of its history, if it has any. */
  entry: HistoryEntry | undefined;
  /** `GET schedule` without `updatedAt` and `status`; nothing while there is no schedule. */
  schedule: string | undefined;
  updatedAt: string | undefined;
  /** `GET teams`. */
  teams: string;
  /** Everything that is stored, with its ids. */
  state: EventState;
  // biome-ignore lint/suspicious/noExplicitAny: as it was read.
  json: { schedule: any; teams: any[] };
}

export async function read({ database }: TestService, event: Provisioned): Promise<Reading> {
  const [entries, schedule, teams, state] = await Promise.all([
    listHistory(database.reads, event.eventId, { limit: 1 }),
    event.send('GET', '/schedule'),
    event.send('GET', '/teams'),
    loadWhole(database.reads, event.eventId).then(stateOf),
  ]);
  const hasSchedule = schedule.status === 200;
  const { updatedAt, status: _, ...rest } = schedule.json;
  return {
    entry: entries[0],
    schedule: hasSchedule ? JSON.stringify(rest) : undefined,
    updatedAt: hasSchedule ? updatedAt : undefined,
    teams: teams.text,
    state,
    json: { schedule: hasSchedule ? schedule.json : undefined, teams: teams.json.teams },
  };
}

/** One event that a history happens to. */
export interface Past {
  service: TestService;
  event: Provisioned;
  /** How the event read right after each entry of its history, oldest first. */
  readings: Reading[];
  /** What was done, one line each. */
  transcript: string[];
}

/** A new event, to which nothing has happened yet. */
export async function begin(service: TestService, { timezone }: History): Promise<Past> {
  return { service, event: await service.provision({ timezone }), readings: [], transcript: [] };
}

/** Performs the steps of a history, and keeps a reading per entry. A step that is refused or changes nothing makes none. */
export async function live(past: Past, { timezone, steps }: History): Promise<void> {
  const { service, event } = past;
  const model = new ReferenceModel(timezone);
  let previous: Request | undefined;
  let now = await read(service, event);
  for (const step of steps) {
    learn(model, now);
    await after(now);
    switch (step.kind) {
      case 'enterCrew':
      case 'enterRace':
      case 'unpublish':
      case 'removeRace':
      case 'removeCrew':
      case 'undo':
      case 'restore':
        previous = undefined;
        await inOffice(past, step, now);
        break;
      default:
        previous = resolve(step, model, previous);
        if (previous) await send(past, previous);
    }
    const then = await read(service, event);
    const isNew = then.entry?.id !== now.entry?.id;
    if (isNew) past.readings.push(then);
    else assertUnchanged(then, now);
    now = then;
  }
}

function assertUnchanged(now: Reading, before: Reading): void {
  assert.deepEqual(
    [now.schedule, now.updatedAt, now.teams, now.state],
    [before.schedule, before.updatedAt, before.teams, before.state],
    'something has changed without an entry',
  );
}

/** Waits until the clock is past the newest entry: no two entries have the same time, so a time means one of them. */
async function after({ entry }: Reading): Promise<void> {
  while (entry && Date.now() <= entry.at) await new Promise(setImmediate);
}

/** Gives the model what was read, because it is only asked which rows there are. */
function learn(model: ReferenceModel, { json: { schedule, teams } }: Reading): void {
  model.schedule = schedule ?? null;
  model.crews = teams;
  model.races = (schedule?.races ?? []).map((race: Reading['json']['schedule']) => ({
    ...race,
    scheduledAt: Date.parse(race.scheduledAt),
    lanes: race.lanes.map(({ teamName, ...lane }: Reading['json']['schedule']) => ({
      ...lane,
      crew: teams.find(({ name }) => name === teamName) ?? null,
    })),
  }));
}

async function send({ event, transcript }: Past, { method, path, body }: Request): Promise<void> {
  const reply = await event.send(method, path, JSON.stringify(body));
  transcript.push(`${method} ${path} ${JSON.stringify(body)}: ${reply.status}`);
  assert.ok(reply.status < 500, reply.text);
}

type OfficeStep = Exclude<Step, Parameters<typeof resolve>[0]>;

async function inOffice(past: Past, step: OfficeStep, now: Reading): Promise<void> {
  const done = await officeStep(past, step, now);
  const answer = done instanceof Refusal ? done.detail : 'done';
  past.transcript.push(`${JSON.stringify(step)}: ${answer}`);
}

async function officeStep(
  { service, event: { eventId }, readings }: Past,
  step: OfficeStep,
  { json: { schedule, teams } }: Reading,
) {
  const number = (index: number) => nth<{ raceNumber: number }>(schedule?.races, index)?.raceNumber;
  switch (step.kind) {
    case 'enterCrew':
      return tryOn(service, eventId, addTeam, { name: step.name });
    case 'enterRace': {
      const { raceNumber, at, title = null } = step;
      const scheduledAt = Math.floor(Date.parse(at));
      return tryOn(service, eventId, addRace, { raceNumber, title, scheduledAt });
    }
    case 'unpublish':
      return tryOn(service, eventId, unpublishSchedule, undefined);
    case 'removeRace':
      return tryOn(service, eventId, removeRace, { raceNumber: number(step.race) ?? 1 });
    case 'removeCrew':
      return tryOn(service, eventId, removeTeam, { name: nth(teams, step.crew)?.name ?? 'Ost' });
    case 'undo': {
      const entryId = readings.at(-1 - step.entry)?.entry?.id ?? 0;
      return tryOn(service, eventId, undo, { entryId });
    }
    case 'restore': {
      const at = readings.at(-1 - step.entry)?.entry?.at ?? 0;
      return tryOn(service, eventId, restoreRace, { raceNumber: number(step.race) ?? 1, at });
    }
  }
}

function nth<Row>(rows: Row[] | undefined, index: number): Row | undefined {
  return rows?.[index % rows.length];
}
