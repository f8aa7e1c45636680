/**
 * Imports files that have been read into an event. A preview says what a write would do; the write does just that, in one
 * transaction. (tools.md, "Import")
 */
import { nextSlice } from '../../concurrency/long-work.ts';
import type { ImportDocument } from '../../contract/import.ts';
import { isSameResult, NO_RESULT } from '../../domain/draw/lane.ts';
import type { EventRows, SomeRows } from '../../domain/event/event-rows.ts';
import { objectionToRows } from '../../domain/event/event-size.ts';
import type { Race } from '../../domain/races/race.ts';
import { Refusal } from '../../domain/refusal.ts';
import { type WrittenResult, WrittenResults } from '../../domain/results/written-results.ts';
import { lastingAnswers, mergeAnswers } from '../../exchange/reading/inquiry.ts';
import type { Answers, ReadRace } from '../../exchange/reading/reading.ts';
import type { Write } from '../../storage/engine/database.ts';
import { reserveIds } from '../../storage/engine/prepared.ts';
import { findEventFacts } from '../../storage/event/events.ts';
import { forgetAnswers, saveImport } from '../../storage/event/imports.ts';
import { eventNotFound } from '../actor.ts';
import {
  type OperationContext,
  type OperationOptions,
  performTogether,
  type ScheduleOperation,
} from '../operation.ts';
import { createSchedule } from '../pushes/schedule.ts';
import {
  isStillTrue,
  type LoadedPlan,
  loadEvent,
  type PlanAhead,
  planAhead,
  planOn,
} from './load-plan.ts';
import type { FilesToImport } from './plan-files.ts';
import { calledIn, isNameless, RacesByNumber } from './rules/races-by-number.ts';

/** What an import of files that have been read would do; or why it is refused. */
export async function previewReadings(
  { database }: OperationContext,
  terms: OperationOptions,
  input: ImportInput,
): Promise<ImportDocument | Refusal> {
  const planned = await planAhead(database, terms, input, true);
  if (planned instanceof Refusal) return planned;
  const { rows, after, document } = planned.loaded;
  return objectionToRows(rows, after) ?? document;
}

/**
 * Writes what files that have been read say: all of it or, while a question is open or something is wrong, nothing. An
 * event without a schedule gets one.
 */
export async function writeReadings(
  context: OperationContext,
  terms: OperationOptions,
  input: ImportInput,
): Promise<ImportDocument | Refusal> {
  const ahead = await planAhead(context.database, terms, input, false);
  if (ahead instanceof Refusal) return ahead;
  return performTogether(context, { ...terms, isLong: true }, async (performNext, tx, drop) => {
    const { eventId } = terms;
    const created = await performNext(createSchedule, {});
    if (created instanceof Refusal) return created;
    // Creating the schedule has added one history entry, which does not make the plan outdated.
    const entries = ahead.entries + (created.hasChanged ? 1 : 0);
    const done = await performNext(importReadings, { ...input, ahead: { ...ahead, entries } });
    if (done instanceof Refusal) return done;
    const { result: imported, hasChanged } = done;
    const entry = await done.entry();
    // An import that writes nothing creates no schedule, either.
    if (created.hasChanged && !hasChanged) drop();
    else if (imported.isDone) await remember(tx, eventId, input, imported);
    else if (input.forget) await forgetAnswers(tx, eventId, layoutsOf(input));
    return { ...imported.document, written: hasChanged, entryId: entry?.id ?? null };
  });
}

function layoutsOf({ files }: ImportInput): string[] {
  return [...new Set(files.map(({ read }) => read.layout))];
}

/** Stores what the next import of the same layouts uses: the answers, and the results that were written. */
async function remember(
  tx: Write,
  eventId: number,
  input: ImportInput,
  { loaded, after }: Imported,
): Promise<void> {
  for (const layout of layoutsOf(input)) {
    const before = loaded.remembered.find((each) => each.layout === layout);
    const known = (!input.forget && before?.answers) || {};
    const answers = mergeAnswers(known, lasting(input, loaded.after.races));
    const results = resultsOf(loaded.rows, after, {
      known: before?.results ?? [],
      sources: sourcesIn(loaded, after),
    });
    const remembered = { layout, answers, results };
    if (JSON.stringify(remembered) === JSON.stringify(before)) continue;
    await saveImport(tx, eventId, remembered);
  }
}

/** The answers to remember, without those for races whose names may mean another race in the next file. */
function lasting({ answers, files }: ImportInput, races: readonly Race[]): Answers {
  const { race, ...others } = lastingAnswers(answers);
  const named = racesNamed(race, files, new RacesByNumber(races));
  return { ...others, ...(named && { race: named }) };
}

/**
 * The answers which race is meant, without those for races that have neither number nor title, because each such file is for
 * another race, and for races whose number several races of the event print, because the next file may be for another of them.
 */
function racesNamed(
  race: unknown,
  files: ImportInput['files'],
  numbers: RacesByNumber,
): object | undefined {
  if (typeof race !== 'object' || race === null) return undefined;
  const isUncertain = (read: ReadRace) =>
    isNameless(read) || numbers.of(read.printed ?? read.raceNumber).length > 1;
  const uncertain = files.flatMap(({ read }) => (read.reading?.races ?? []).filter(isUncertain));
  const dropped = new Set(uncertain.map(calledIn));
  const kept = Object.entries(race).filter(([called]) => !dropped.has(called));
  return kept.length === 0 ? undefined : Object.fromEntries(kept);
}

/** By the id under which a race is stored now: the id of the race in a file from which its results came. */
function sourcesIn(loaded: Imported['loaded'], after: EventRows): Map<number, string> {
  return new Map(
    loaded.after.races.flatMap(({ id }, index): [number, string][] => {
      const source = loaded.sources.get(id);
      const stored = after.races[index];
      return source !== undefined && stored ? [[stored.id, source]] : [];
    }),
  );
}

/** The results that this import or earlier ones of the layout have written, as far as they are still stored. */
function resultsOf(
  before: EventRows,
  after: EventRows,
  { known, sources }: { known: readonly WrittenResult[]; sources: ReadonlyMap<number, string> },
): WrittenResult[] {
  const written = new WrittenResults(known);
  return [...after.lanes].flatMap(([raceId, lanes]) => {
    const were = new Map((before.lanes.get(raceId) ?? []).map((lane) => [lane.position, lane]));
    return lanes.flatMap((lane): WrittenResult[] => {
      const { position, status, finishTimeMillis, finishPlace, penaltyMillis } = lane;
      if (status === NO_RESULT.status) return [];
      const isNew = !isSameResult(were.get(position) ?? NO_RESULT, lane);
      const wasWritten = written.of(raceId, position);
      if (!isNew && !(wasWritten && isSameResult(wasWritten, lane))) return [];
      const source = isNew ? sources.get(raceId) : wasWritten?.source;
      if (source === undefined) return [];
      return [[raceId, position, status, finishTimeMillis, finishPlace, penaltyMillis, source]];
    });
  });
}

/** The input of `importReadings`, which writes all that files say in one history entry, so that one undo takes it back. */
export interface ImportInput extends FilesToImport {
  /** The `preview` that a person has seen; left out when nobody has looked at one. */
  seen?: string | undefined;
  /** The plan that was made before the write began; without one, or after a change, it is made within the write. */
  ahead?: PlanAhead;
}

/** Only empty `rows` when there is no such event. */
interface Stored {
  rows: SomeRows;
  loaded?: LoadedPlan;
  /** The event as it is to be. */
  after?: EventRows;
}

interface Imported {
  document: ImportDocument;
  /** Whether the plan was written: it was clear, and the same as its preview. */
  isDone: boolean;
  /** The event as it is now. */
  after: EventRows;
  loaded: LoadedPlan;
}

export const importReadings: ScheduleOperation<ImportInput, Stored, Imported> = {
  name: 'import',
  needs: 'schedule',
  load: async (tx, { eventId }, input) => {
    const facts = await findEventFacts(tx, eventId);
    if (!facts) return { rows: {} };
    const { ahead } = input;
    const loaded =
      ahead && (await isStillTrue(tx, eventId, ahead))
        ? ahead.loaded
        : await planOn(await loadEvent(tx, eventId), facts, input, { eventId, dryRun: false });
    const { races, teams } = loaded.after;
    const ids = {
      races: await reserveIds(tx, 'races', countNew(races)),
      teams: await reserveIds(tx, 'teams', countNew(teams)),
    };
    const after = withNewIds(loaded.after, ids);
    // The comparison that follows runs in another turn of the event loop, because both take long for a large event.
    await nextSlice();
    return { rows: loaded.rows, loaded, after };
  },
  plan: ({ stored: { rows, loaded, after } }, { seen }) => {
    if (!loaded || !after) return eventNotFound();
    const { document, isClear } = loaded;
    const changedMeanwhile = seen !== undefined && seen !== document.preview;
    const isDone = isClear && !changedMeanwhile;
    const result = { document: { ...document, changedMeanwhile }, isDone, after, loaded };
    return { after: isDone ? after : rows, result };
  },
};

/** How many rows of a plan are new. */
function countNew(rows: readonly { id: number }[]): number {
  return rows.filter(({ id }) => id < 0).length;
}

/** @param ids for the new races and crews, as many as `countNew` says, in the order of the rows */
export function withNewIds(
  rows: EventRows,
  ids: { races: readonly number[]; teams: readonly number[] },
): EventRows {
  const raceIds = idsFor(rows.races, ids.races);
  const teamIds = idsFor(rows.teams, ids.teams);
  const ofRace = (id: number) => raceIds.get(id) ?? id;
  const ofTeam = (id: number) => teamIds.get(id) ?? id;
  return {
    ...rows,
    races: rows.races.map((race) => ({ ...race, id: ofRace(race.id) })),
    teams: rows.teams.map((team) => ({ ...team, id: ofTeam(team.id) })),
    lanes: new Map(
      [...rows.lanes].map(([raceId, lanes]) => [
        ofRace(raceId),
        lanes.map((lane) =>
          lane.team ? { ...lane, team: { ...lane.team, id: ofTeam(lane.team.id) } } : lane,
        ),
      ]),
    ),
  };
}

function idsFor(
  rows: readonly { id: number }[],
  ids: readonly number[],
): ReadonlyMap<number, number> {
  const fresh = rows.filter(({ id }) => id < 0);
  return new Map(fresh.map((row, index) => [row.id, ids[index] as number]));
}
