/**
 * Imports files into an event: what the command and the console do (tools.md, "Import"). They are read in a thread of
 * their own, planned, and written in one transaction.
 */
import type { ImportDocument } from '../../contract/import.ts';
import type { Refusal } from '../../domain/refusal.ts';
import type { SkippedFile } from '../../exchange/reading/other-files.ts';
import type { Answers, Format, NamedFile } from '../../exchange/reading/reading.ts';
import { findEventFacts } from '../../storage/event/events.ts';
import { listImports } from '../../storage/event/imports.ts';
import { hasRaces } from '../../storage/event/races.ts';
import { eventNotFound } from '../actor.ts';
import type { OperationContext, OperationOptions } from '../operation.ts';
import { documentOfRefusal } from './import-document.ts';
import { importWholeEvent } from './import-whole-event.ts';
import { factsForReaders } from './load-plan.ts';
import { readInThread } from './read-in-thread.ts';
import { previewReadings, writeReadings } from './write-readings.ts';

interface ImportRequest {
  files: readonly NamedFile[];
  /** What stands beside them and was not even read. */
  skipped?: readonly SkippedFile[];
  /** Where somebody says it; else each file says it itself. */
  format?: Format | undefined;
  /** On top of those that are remembered of the layouts. */
  answers: Answers;
  /** Drops what is remembered of the layouts. */
  forget?: boolean;
  /** The `preview` of the document that somebody has seen: only that is written. */
  seen?: string | undefined;
}

/**
 * @param terms with `isPreview`, nothing is written
 * @returns what it does, or what stands in the way; a refusal where the event is not there for the actor
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
    return documentOfRefusal({ eventId, format: null, layout: null, dryRun }, read.unreadable);
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
