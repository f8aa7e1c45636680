/**
 * Imports files into an event: what the command and the console do (tools.md, "Import"). They are read in a thread of
 * their own, planned, and written in one transaction.
 */
import { createHash } from 'node:crypto';
import { mapInSlices, nextSlice } from '../../concurrency/long-work.ts';
import type { EventFile } from '../../contract/event-file.ts';
import type { ImportDocument, ImportItem } from '../../contract/import.ts';
import { formatInstant } from '../../contract/instant.ts';
import type { EventRows } from '../../domain/event/event-rows.ts';
import { changedLook } from '../../domain/event/look.ts';
import type { Notice } from '../../domain/following/notice-rules.ts';
import { byRunningOrder } from '../../domain/races/race.ts';
import { numberShown } from '../../domain/races/race-name.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { Answers, Format, NamedFile, Unreadable } from '../../exchange/reading/reading.ts';
import type { SkippedFile } from '../../exchange/reading/recognise.ts';
import { reserveIds } from '../../storage/engine/prepared.ts';
import { findEventFacts } from '../../storage/event/events.ts';
import { listImports } from '../../storage/event/imports.ts';
import { listNotices } from '../../storage/event/notices.ts';
import { hasRaces } from '../../storage/event/races.ts';
import { eventNotFound } from '../actor.ts';
import { loadWhole } from '../load-rows.ts';
import {
  type EventOperation,
  type OperationContext,
  type OperationOptions,
  performTogether,
} from '../operation.ts';
import { editEvent, readLogo, setLogo } from '../pushes/edit-event.ts';
import { createSchedule } from '../pushes/schedule.ts';
import { documentOfRefusal, emptyDocument, startOf } from './import-document.ts';
import { factsForReaders } from './load-plan.ts';
import { planEventFile } from './plan-event-file.ts';
import { readInThread } from './read-in-thread.ts';
import { previewReadings, writeReadings } from './write-readings.ts';

interface ImportRequest {
  files: readonly NamedFile[];
  /** Files beside these that were not read at all. */
  skipped?: readonly SkippedFile[];
  /** The format of all files, if a person has given it; else the format of each is recognised. */
  format?: Format | undefined;
  /** The answers given with this import, over those that are remembered of the layouts. */
  answers: Answers;
  /** Drops what is remembered of the layouts. */
  forget?: boolean;
  /** The `preview` of the document that somebody has seen: only that is written. */
  seen?: string | undefined;
}

/**
 * @param terms with `isPreview`, nothing is written
 * @returns what the import does, or what prevents it; a refusal when the actor may not write the event
 */
export async function importFiles(
  context: OperationContext,
  terms: OperationOptions,
  { files, skipped: others = [], format, answers, forget = false, seen }: ImportRequest,
): Promise<ImportDocument | Refusal> {
  const { actor, eventId, isPreview: dryRun = false } = terms;
  const { reads } = context.database;
  const objection = await actor.objection(reads, eventId);
  if (objection) return objection;
  const facts = await findEventFacts(reads, eventId);
  if (!facts) return eventNotFound();
  const known = forget ? [] : await listImports(reads, eventId);
  const remembered = Object.fromEntries(known.map(({ layout, answers }) => [layout, answers]));
  const event = { ...factsForReaders(facts), hasNoRaces: !(await hasRaces(reads, eventId)) };
  const read = await readInThread({ files, format, answers, remembered, event });
  if ('unreadable' in read) {
    return documentOfRefusal({ eventId, format: null, layout: null, dryRun }, read);
  }
  for (const {
    name,
    read: { whole },
  } of read.files) {
    if (!whole) continue;
    const [file, ...others] = files;
    if (file && others.length === 0) return importWholeEvent(context, terms, file, whole);
    const head = { eventId, format: 'event', layout: 'event', dryRun };
    return documentOfRefusal(head, `${name} is a whole event: import it alone.`);
  }
  const skipped = [...others, ...read.skipped];
  const input = { files: read.files, skipped, answers, forget, seen };
  return dryRun ? previewReadings(context, terms, input) : writeReadings(context, terms, input);
}

/**
 * @param terms with `isPreview`, nothing is written
 * @param read what the file holds
 * @returns what the import does, or why nothing is written: the file cannot be read, or the event is not empty
 */
async function importWholeEvent(
  context: OperationContext,
  terms: OperationOptions,
  { bytes }: NamedFile,
  read: EventFile | Unreadable,
): Promise<ImportDocument> {
  const { eventId, isPreview: dryRun = false } = terms;
  const head = { eventId, format: 'event', layout: 'event', dryRun };
  if ('unreadable' in read) return documentOfRefusal(head, read);
  const taken = await importEventFile(context, terms, read);
  if (taken instanceof Refusal) return documentOfRefusal(head, taken.detail ?? taken.code);
  const items = await itemsOf(read);
  const races = read.races.toSorted(byRunningOrder);
  const { timezone } = read.event;
  const told = (race: (typeof races)[number] | undefined) =>
    race ? startOf({ ...race, printedNumber: race.printedNumber ?? null }, timezone) : null;
  const document = emptyDocument(head);
  return {
    ...document,
    written: !dryRun,
    counts: { ...document.counts, new: items.length },
    items,
    firstRace: told(races[0]),
    lastRace: told(races.at(-1)),
    preview: createHash('sha256').update(bytes).digest('base64url'),
    entryId: taken.entryId,
  };
}

/** All of it is new, because the event was empty. */
async function itemsOf({ teams, races }: EventFile): Promise<ImportItem[]> {
  const crews = await mapInSlices(teams, ({ name, externalId, clubId }) =>
    newItem('crew', { crew: name }, { name, externalId, clubId }),
  );
  return [...crews, ...(await mapInSlices(races, itemsOfRace)).flat()];
}

function itemsOfRace({
  raceNumber,
  printedNumber,
  title,
  scheduledAt,
  lanes,
}: EventFile['races'][number]): ImportItem[] {
  const race = numberShown({ printedNumber, raceNumber });
  const start = formatInstant(scheduledAt);
  return [
    newItem('race', { race }, { raceNumber, printedNumber, scheduledAt: start, title }),
    ...lanes.flatMap(({ position, positionLabel, team = null, ...result }) => {
      const about = { race, position, ...(team !== null && { crew: team }) };
      const { status = 'assigned' } = result;
      return [
        newItem('lane', about, { crew: team, positionLabel }),
        ...(status === 'assigned' ? [] : [newItem('result', about, result)]),
      ];
    }),
  ];
}

function newItem(kind: ImportItem['kind'], about: Partial<ImportItem>, facts: object): ImportItem {
  return {
    kind,
    outcome: 'new',
    ...about,
    changes: Object.entries(facts).flatMap(([property, to]) =>
      to === null || to === undefined ? [] : [{ property, from: null, to }],
    ),
  };
}

/** How many rows an event has taken over from a file. */
export interface TakenOver {
  teams: number;
  races: number;
  lanes: number;
  results: number;
  delays: number;
  notices: number;
  rules: number;
  /** The history entry by which all but notices and properties of the event is undone; `null` when nothing was written. */
  entryId: number | null;
}

/**
 * Fills an empty event from the file of a whole event. It keeps its name, its place and whether it is a trial. It gets the look
 * of the file, and its zone and days, on which the times and delays of the file depend. Its schedule is a draft.
 *
 * @param terms with `isPreview`, nothing is written
 * @returns what was taken over; or why nothing was: a conflict where the event is not empty or is published
 */
export function importEventFile(
  context: OperationContext,
  terms: OperationOptions,
  file: EventFile,
): Promise<TakenOver | Refusal> {
  return performTogether(context, terms, async (performNext, tx) => {
    if (file.schedule) {
      const created = await performNext(createSchedule, file.schedule);
      if (created instanceof Refusal) return created;
    }
    const filled = await performNext(fillEvent, file);
    if (filled instanceof Refusal) return filled;
    const entry = await filled.entry();
    const { startDate: start, endDate: end, timezone, look } = file.event;
    const facts = { start, end, timezone, ...(look && changedLook(look)) };
    const dated = await performNext(editEvent, facts);
    if (dated instanceof Refusal) return dated;
    const logo = look?.logo ? readLogo(Buffer.from(look.logo, 'base64')) : undefined;
    if (logo instanceof Refusal) return logo;
    const objection = logo && (await setLogo(performNext, tx, terms.eventId, logo));
    if (objection) return objection;
    const notices = await performNext(takeOverNotices, file.notices);
    if (notices instanceof Refusal) return notices;
    const lanes = file.races.flatMap((race) => race.lanes);
    return {
      teams: file.teams.length,
      races: file.races.length,
      lanes: lanes.length,
      results: lanes.filter(({ status = 'assigned' }) => status !== 'assigned').length,
      delays: file.delays.filter(({ delayMinutes }) => delayMinutes !== 0).length,
      notices: notices.result,
      rules: file.rules.length,
      entryId: terms.isPreview ? null : (entry?.id ?? null),
    };
  });
}

interface Stored {
  rows: EventRows;
  after: EventRows | Refusal;
}

const fillEvent: EventOperation<EventFile, Stored, void> = {
  name: 'import',
  needs: 'event',
  load: async (tx, { eventId, now }, file) => {
    const [rows, notices, teams, races] = await Promise.all([
      loadWhole(tx, eventId),
      listNotices(tx, eventId, now),
      reserveIds(tx, 'teams', file.teams.length),
      reserveIds(tx, 'races', file.races.length),
    ]);
    const after = planEventFile({ rows, notices: notices.length }, file, { teams, races });
    // Planning a large event takes long, so the comparison that follows runs in another turn of the event loop.
    await nextSlice();
    return { rows, after };
  },
  plan: ({ stored: { after } }) =>
    after instanceof Refusal ? after : { after, isRestoring: true, result: undefined },
};

interface StoredNotices {
  rows: { notices: readonly Notice[] };
  ids: readonly number[];
}

/**
 * Takes over the notices that have not expired, as they were posted; nobody is notified of them again. The result is how
 * many. They have a history entry of their own, because what people have been told is not undone.
 */
const takeOverNotices: EventOperation<EventFile['notices'], StoredNotices, number> = {
  name: 'post-notice',
  needs: 'event',
  load: async (tx, _moment, notices) => ({
    rows: { notices: [] },
    ids: await reserveIds(tx, 'notices', notices.length),
  }),
  plan: ({ now, stored: { ids } }, notices) => {
    const standing = notices
      .filter(({ until }) => until > now)
      // The file has the newest notice first, and the newest is to get the highest id.
      .toReversed()
      .map((notice, index): Notice => ({ ...notice, id: ids[index] as number }));
    return { after: { notices: standing }, result: standing.length, news: [] };
  },
};
