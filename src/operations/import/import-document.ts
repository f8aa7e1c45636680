/** Makes the document of an import from its plan. */
import { createHash } from 'node:crypto';
import type { ImportDocument } from '../../contract/import.ts';
import { formatInstant } from '../../contract/instant.ts';
import { venueTime } from '../../domain/day/venue-clock.ts';
import { byRunningOrder, type Race } from '../../domain/races/race.ts';
import { numberShown } from '../../domain/races/race-name.ts';
import type { ReadFile, Unreadable } from '../../exchange/reading/reading.ts';
import type { ImportPlan } from './plan-import.ts';

/** The properties that do not depend on the plan. */
interface Head {
  eventId: number;
  format: string | null;
  layout: string | null;
  dryRun: boolean;
}

/** The head of the document, with format and layout of the first file. */
export function headOf(eventId: number, files: readonly { read: ReadFile }[], dryRun: boolean) {
  const [first] = files;
  return {
    eventId,
    format: first?.read.format ?? null,
    layout: first?.read.layout ?? null,
    dryRun,
  };
}

/** @param timeZone in which starts are written, `null` for UTC */
export function documentOf(
  head: Head,
  { findings, items, planned, races }: ImportPlan,
  timeZone: string | null,
): ImportDocument {
  const { questions, skipped, wrong, notes } = findings;
  const count = (outcome: string) => items.filter((item) => item.outcome === outcome).length;
  const ofFiles = planned.races.filter(({ id }) => races.has(id)).sort(byRunningOrder);
  const told = (race: Race | undefined) => (race ? startOf(race, timeZone) : null);
  const content = {
    questions: questions.map(({ options, about, ...question }) => ({
      ...question,
      ...(options && { options: [...options] }),
      ...(about && { about: [...about] }),
    })),
    counts: {
      new: count('new'),
      changed: count('changed'),
      same: count('same'),
      skipped: skipped.length,
      wrong: wrong.length,
    },
    items,
    skipped,
    wrong,
    notes,
    firstRace: told(ofFiles[0]),
    lastRace: told(ofFiles.at(-1)),
  };
  const preview = createHash('sha256').update(JSON.stringify(content)).digest('base64url');
  const state = { written: false, changedMeanwhile: false, entryId: null };
  return { ...head, ...state, ...content, preview };
}

/** The document where nothing could be planned. @param why what is wrong, and what to do */
export function documentOfRefusal(head: Head, why: string | Unreadable): ImportDocument {
  const { unreadable, file, ...more } = typeof why === 'string' ? { unreadable: why } : why;
  // When the document has the file in a property of its own, the sentence does not begin with it.
  const reason = file === undefined ? unreadable : unreadable.replace(`${file}: `, '');
  const document = emptyDocument(head);
  const wrong = [{ row: null, column: null, reason, ...(file !== undefined && { file }), ...more }];
  return { ...document, counts: { ...document.counts, wrong: 1 }, wrong };
}

/** A document without any content yet. */
export function emptyDocument(head: Head): ImportDocument {
  return {
    ...head,
    written: false,
    changedMeanwhile: false,
    questions: [],
    counts: { new: 0, changed: 0, same: 0, skipped: 0, wrong: 0 },
    items: [],
    skipped: [],
    wrong: [],
    notes: [],
    firstRace: null,
    lastRace: null,
    preview: '',
    entryId: null,
  };
}

/** A race and its start, as the clocks at the venue show it. */
export function startOf(
  race: Pick<Race, 'raceNumber' | 'printedNumber' | 'scheduledAt'>,
  timeZone: string | null,
): NonNullable<ImportDocument['firstRace']> {
  const { scheduledAt } = race;
  const local = withWeekday(scheduledAt, timeZone);
  return { race: numberShown(race), scheduledAt: formatInstant(scheduledAt), local };
}

/** The weekday makes a wrong zone or a wrong day easy to notice. */
function withWeekday(instant: number, timeZone: string | null): string {
  const local = venueTime(instant, timeZone);
  const day = new Date(`${local.slice(0, 10)}T00:00:00Z`);
  const weekday = day.toLocaleDateString('en-GB', { weekday: 'short', timeZone: 'UTC' });
  return `${weekday} ${local}`;
}
