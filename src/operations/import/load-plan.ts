/** The plan of an import on what is stored now. */
import type { EventState } from '../../domain/event-state.ts';
import { rowsOf } from '../../domain/event-state.ts';
import { isTimezone } from '../../domain/race-day.ts';
import { WrittenResults } from '../../domain/written-results.ts';
import type { SkippedFile } from '../../exchange/other-files.ts';
import { mergeAnswers } from '../../exchange/merge-answers.ts';
import type { Answers, EventFacts as FactsForReaders, ReadFile } from '../../exchange/reading.ts';
import type { Queries } from '../../storage/database.ts';
import type { EventFacts } from '../../storage/events.ts';
import { listImports, type RememberedImport } from '../../storage/imports.ts';
import { loadState } from '../event-changes.ts';
import { likelyZone } from './likely-zone.ts';
import { type FileToImport, type ImportPlan, planImport } from './plan-import.ts';

/** What is to be imported, read already. */
export interface FilesToImport {
  files: readonly { name: string; read: ReadFile }[];
  /** Files that stood beside them, and are not read. */
  skipped?: readonly SkippedFile[] | undefined;
  /** As they were given with this import. */
  answers: Answers;
  /** Whether those remembered of the layouts do not count any more. */
  forget: boolean;
}

export interface LoadedPlan {
  state: EventState;
  /** The zone in which starts are told: that of the event, else the one that was answered. */
  timeZone: string | null;
  plan: ImportPlan;
  /** What is remembered, by layout. */
  remembered: readonly RememberedImport[];
}

/** What readers may know of an event. */
export function factsForReaders({ timezone, start, end }: EventFacts): FactsForReaders {
  return { timeZone: timezone, startDate: start, endDate: end };
}

export async function loadPlan(
  tx: Queries,
  eventId: number,
  facts: EventFacts,
  { files, skipped, answers, forget }: FilesToImport,
): Promise<LoadedPlan> {
  const [state, remembered] = await Promise.all([loadState(tx, eventId), listImports(tx, eventId)]);
  const ofLayout = new Map(remembered.map((each) => [each.layout, each]));
  const event = {
    rows: rowsOf(state),
    facts: factsForReaders(facts),
    likelyZone: facts.timezone === null ? likelyZone(facts.country, facts.start) : null,
  };
  const toImport = files.map(({ name, read }): FileToImport => {
    const before = ofLayout.get(read.layout);
    return {
      name: files.length > 1 ? name : undefined,
      read,
      answers: mergeAnswers((!forget && before?.answers) || {}, answers),
      written: new WrittenResults(before?.results ?? []),
    };
  });
  const answered = toImport.map(({ answers: { zone } }) => zone).find(isZone);
  const timeZone = facts.timezone ?? answered ?? null;
  return { state, timeZone, plan: planImport(event, toImport, skipped), remembered };
}

function isZone(zone: unknown): zone is string {
  return typeof zone === 'string' && isTimezone(zone);
}
