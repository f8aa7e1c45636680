/**
 * Erases a crew's name from an event: rows, history, and what imports remember, in one transaction (adoption, "Names and
 * persons"). News that wait name races, days and notices by their ids, so what is sent of them has the new name.
 */
import { DAY_MILLIS } from '../../contract/time-units.ts';
import { CrewErasure, type NamePlace, type NotePlace } from '../../domain/crews/erase-crew.ts';
import { eraseFromRows, type RowsWithNames } from '../../domain/crews/erase-from-rows.ts';
import { NamesOfCrews } from '../../domain/crews/names-of-crews.ts';
import { invalid, Refusal } from '../../domain/refusal.ts';
import type { WrittenResult } from '../../domain/results/written-results.ts';
import { listPushingKeys, type PushingKey } from '../../storage/accounts/key-uses.ts';
import type { Queries, Write } from '../../storage/engine/database.ts';
import { findEventFacts } from '../../storage/event/events.ts';
import { listImports, saveImport } from '../../storage/event/imports.ts';
import { listNotices, setNoticeText } from '../../storage/event/notices.ts';
import { listTeams } from '../../storage/event/teams.ts';
import { entriesOldestFirst, replaceChanges } from '../../storage/history/erased-names.ts';
import { newestNumber } from '../../storage/history/history.ts';
import { listWebhooks, setWebhookLabel } from '../../storage/queue/webhooks.ts';
import { loadWhole } from '../load-rows.ts';
import {
  type EventOperation,
  type OperationContext,
  type OperationOptions,
  performTogether,
} from '../operation.ts';
import type { OfficeRevision } from './office-operation.ts';

/** What an erasure does, or would do. */
export interface Erased extends OfficeRevision {
  /** `null` when the event has no such crew. */
  crewId: number | null;
  /** The names that are erased, the present or last one first. */
  names: readonly string[];
  /** The neutral name that replaces them. */
  name: string;
  places: readonly NamePlace[];
  /** The API keys that pushed crews in the last 24 hours. */
  keys: readonly PushingKey[];
}

/**
 * Which crew: by its id, or by a name that it has or had.
 *
 * `orInTexts`: if there is no such crew, the name is still erased from the texts of the event.
 */
type WhichCrew = { crewId: number } | { called: string; orInTexts?: boolean };

interface Wish {
  crew: WhichCrew;
  /** The name that a person has typed as a confirmation; left out when they confirmed in another way. */
  confirm?: string | undefined;
}

/**
 * Erases the name, or with `isPreview` says what that would do.
 *
 * @returns 404 when the event has no such crew and never had, nor, with `orInTexts`, the name in a text; 422 when another
 *   name was typed
 */
export function eraseCrew(
  context: OperationContext,
  terms: OperationOptions,
  { crew, confirm }: Wish,
): Promise<Erased | Refusal> {
  const { actor, eventId, isPreview = false } = terms;
  return performTogether(context, { ...terms, isLong: true }, async (performNext, tx) => {
    const objection = await actor.objection(tx, eventId);
    if (objection) return objection;
    const crews = await namesOfCrews(tx, eventId);
    const crewId = 'crewId' in crew ? crew.crewId : crews.crewCalled(crew.called);
    const isCrew = crewId !== undefined && crews.crewIds.includes(crewId);
    const inTexts = 'called' in crew && crew.orInTexts ? { called: crew.called } : undefined;
    const whose = isCrew ? { crewId } : inTexts;
    if (!whose) return noSuchCrew(crew);
    const erasure = new CrewErasure(crews, whose);
    const [called = erasure.neutralName] = isCrew ? crews.namesOf(crewId) : [];
    if (confirm !== undefined && confirm !== called) {
      return invalid([{ field: 'confirm', detail: 'must be the name of the crew as it is now' }]);
    }
    const { names, neutralName: name } = erasure;
    const keys = await listPushingKeys(tx, eventId, Date.now() - DAY_MILLIS);
    const nothing = { revision: await newestNumber(tx, eventId), entryId: null };
    const known = { crewId: erasure.crewId, names, name, keys };
    // The name was erased before.
    if (names.length === 0) return { ...known, ...nothing, places: [] };
    const erased = await performNext(erase, { erasure });
    if (erased instanceof Refusal) return erased;
    const entry = await erased.entry();
    const elsewhere = await eraseElsewhere(tx, { eventId, entryId: entry?.id ?? null }, erasure);
    const places = [...erased.result, ...elsewhere];
    if (!isCrew && places.length === 0) return noSuchCrew(crew);
    if (isPreview || !entry) return { ...known, ...nothing, places };
    return { ...known, revision: entry.number, entryId: entry.id, places };
  });
}

function noSuchCrew(crew: WhichCrew): Refusal {
  const named = 'crewId' in crew ? `with the id ${crew.crewId}` : `named "${crew.called}"`;
  return new Refusal('not_found', `The event has no crew ${named}, and never had one.`);
}

/** The present and former names of the crews of an event. */
async function namesOfCrews(db: Queries, eventId: number): Promise<NamesOfCrews> {
  const crews = new NamesOfCrews(await listTeams(db, eventId));
  for await (const entry of entriesOldestFirst(db, eventId)) crews.note(entry);
  return crews;
}

/** Erases names from the rows that an event shows, without news for followers. The result is the places of the names. */
export const erase: EventOperation<
  { erasure: CrewErasure },
  { rows: RowsWithNames },
  readonly NamePlace[]
> = {
  name: 'erase',
  needs: 'event',
  load: async (tx, { eventId, now }) => {
    const [{ delays: _, ...rows }, facts, notices] = await Promise.all([
      loadWhole(tx, eventId),
      findEventFacts(tx, eventId),
      listNotices(tx, eventId, now),
    ]);
    if (!facts) throw new Error('The actor has found the event.');
    return { rows: { ...rows, facts, notices } };
  },
  plan: ({ stored: { rows } }, { erasure }) => {
    const { after, places, recorded } = eraseFromRows(rows, erasure);
    return { after, result: places, news: [], recorded };
  },
};

/**
 * Erases names where no document shows them, so that no revision moves: notices that have expired, labels of webhooks, what
 * imports remember, the history.
 *
 * @param place.entryId the history entry of the erasure itself, which has the new texts already
 */
async function eraseElsewhere(
  tx: Write,
  { eventId, entryId }: { eventId: number; entryId: number | null },
  erasure: CrewErasure,
): Promise<NamePlace[]> {
  const places: NamePlace[] = [];
  const noteAt =
    (where: string): NotePlace =>
    (property, before, after) =>
      places.push({ where: `${where}, ${property}`, before, after });
  for (const { id, text } of await listNotices(tx, eventId, 0)) {
    const next = erasure.inText(text, (before, after) => noteAt('notice')('text', before, after));
    if (next !== text) await setNoticeText(tx, id, next);
  }
  for (const { id, label } of await listWebhooks(tx, eventId)) {
    const next = erasure.inText(label, (before, after) =>
      noteAt('webhook')('label', before, after),
    );
    if (next !== label) await setWebhookLabel(tx, id, next);
  }
  for (const { layout, answers, results } of await listImports(tx, eventId)) {
    const note = noteAt('what imports remember');
    const kept = erasure.inAnswers(answers, note);
    const written = results.map((result) => inResult(result, erasure, note));
    const isSame = written.every((result, index) => result === results[index]);
    if (kept === answers && isSame) continue;
    await saveImport(tx, eventId, { layout, answers: kept, results: written });
  }
  for await (const { id, changes } of entriesOldestFirst(tx, eventId)) {
    if (id === entryId) continue;
    const found: NamePlace[] = [];
    const where = `history entry ${id}`;
    const erased = erasure.inChanges(changes, (property, before, after) =>
      found.push({ where: `${where}, ${property}`, before, after }),
    );
    // An entry that draws a hundred lanes is reported as one place, preferably with a text that stays in it.
    const [place] = [...found.filter(({ before, after }) => before === after), ...found];
    if (place) places.push({ ...place, where });
    if (erased !== changes) await replaceChanges(tx, id, erased);
  }
  return places;
}

/** The id of the race in a file that a result came from may contain a name. */
function inResult(result: WrittenResult, erasure: CrewErasure, note: NotePlace): WrittenResult {
  const source = result[6];
  const next = erasure.inText(source, (before, after) => note('source', before, after));
  return next === source ? result : ([...result.slice(0, 6), next] as unknown as WrittenResult);
}
