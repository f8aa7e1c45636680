/** Plans an import on the rows that are stored now. */
import { runInThread } from '../../concurrency/run-in-thread.ts';
import type { ImportDocument } from '../../contract/import.ts';
import type { EventRows } from '../../domain/event/event-rows.ts';
import type { EventFacts } from '../../domain/event/event-rules.ts';
import { sizeOf } from '../../domain/event/event-size.ts';
import { isSame } from '../../domain/history/changes.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { EventFacts as FactsForReaders } from '../../exchange/reading/reading.ts';
import type { Database, Queries } from '../../storage/engine/database.ts';
import { findEventFacts } from '../../storage/event/events.ts';
import { listImports, type RememberedImport } from '../../storage/event/imports.ts';
import { newestNumber } from '../../storage/history/history.ts';
import { eventNotFound } from '../actor.ts';
import { loadWhole } from '../load-rows.ts';
import type { OperationOptions } from '../operation.ts';
import {
  type FilesToImport,
  type PlanJob,
  type PlannedFiles,
  planFiles,
  withChanged,
} from './plan-files.ts';

/** The stored rows of an event that a plan needs. */
interface LoadedEvent {
  rows: EventRows;
  /** What is remembered of earlier imports, one for each layout. */
  remembered: readonly RememberedImport[];
}

export interface LoadedPlan extends LoadedEvent {
  document: ImportDocument;
  /** Whether no question is open and nothing is wrong. */
  isClear: boolean;
  /** The event as it is to be; new rows have negative ids. Unchanged while a question is open or something is wrong. */
  after: EventRows;
  /** By race id: the id of the race in a file from which it gets results. */
  sources: ReadonlyMap<number, string>;
}

/** The facts of an event that readers of files get. */
export function factsForReaders({ timezone, start, end }: EventFacts): FactsForReaders {
  return { timeZone: timezone, startDate: start, endDate: end };
}

export async function loadEvent(tx: Queries, eventId: number): Promise<LoadedEvent> {
  const [rows, remembered] = await Promise.all([loadWhole(tx, eventId), listImports(tx, eventId)]);
  return { rows, remembered };
}

/** A plan, and the state of the event on which it was made. */
export interface PlanAhead {
  loaded: LoadedPlan;
  /** How many entries the history of the event had ever had, removed ones included. */
  entries: number;
}

/**
 * Plans on what is stored now, before the transaction that writes the plan, so that no other write waits for planning.
 *
 * @returns a refusal when the actor may not write the event
 */
export async function planAhead(
  database: Database,
  { actor, eventId }: Pick<OperationOptions, 'actor' | 'eventId'>,
  input: FilesToImport,
  dryRun: boolean,
): Promise<PlanAhead | Refusal> {
  const stored = await database.snapshot(async (tx) => {
    const objection = await actor.objection(tx, eventId);
    if (objection) return objection;
    const facts = await findEventFacts(tx, eventId);
    if (!facts) return eventNotFound();
    const entries = await newestNumber(tx, eventId);
    return { facts, entries, event: await loadEvent(tx, eventId) };
  });
  if (stored instanceof Refusal) return stored;
  const { facts, entries, event } = stored;
  return { entries, loaded: await planOn(event, facts, input, { eventId, dryRun }) };
}

/** Whether nothing has changed since the plan was made. */
export async function isStillTrue(
  tx: Queries,
  eventId: number,
  { entries, loaded }: PlanAhead,
): Promise<boolean> {
  if ((await newestNumber(tx, eventId)) !== entries) return false;
  // An import that changes nothing else may remember other answers.
  return isSame(await listImports(tx, eventId), loaded.remembered);
}

/** Makes the plan, in a thread when that takes long. */
export async function planOn(
  { rows, remembered }: LoadedEvent,
  facts: EventFacts,
  input: FilesToImport,
  { eventId, dryRun }: Pick<PlanJob, 'eventId' | 'dryRun'>,
): Promise<LoadedPlan> {
  const { files, skipped, answers, forget } = input;
  const planned = await planInThread({
    ...{ eventId, dryRun, rows, remembered, files, skipped, answers, forget },
    facts: factsForReaders(facts),
    country: facts.country,
  });
  const { document, isClear, sources, changed } = planned;
  return {
    rows,
    remembered,
    document: JSON.parse(document),
    isClear,
    after: withChanged(rows, changed),
    sources,
  };
}

/** Exports {@link planFiles}. */
const PLANNER = new URL('plan-files.ts', import.meta.url);

/** Up to so many lanes of files and event together, a plan takes less time than starting a thread. */
const MAX_LANES_AT_ONCE = 400;

/** A table of 5,000 rows would block the event loop for too long (tools.md, "Limits"). @throws on a bug in a rule */
async function planInThread(job: PlanJob): Promise<PlannedFiles> {
  return lanesIn(job) <= MAX_LANES_AT_ONCE
    ? planFiles(job)
    : runInThread<typeof planFiles>(PLANNER, 'planFiles', job);
}

function lanesIn({ files, rows }: PlanJob): number {
  const races = files.flatMap(({ read }) => read.reading?.races ?? []);
  const crews = files.flatMap(({ read }) => read.reading?.crews ?? []);
  const lanes = races.reduce((sum, race) => sum + race.lanes.length, 0);
  return Math.max(lanes, crews.length, races.length) + sizeOf(rows).lanes;
}
