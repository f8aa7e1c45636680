/** Takes over the file of a whole event into an empty one, in one transaction. */
import { nextSlice } from '../../concurrency/slices.ts';
import type { EventFile } from '../../contract/event-file.ts';
import type { EventRows } from '../../domain/event/event-rows.ts';
import type { Notice } from '../../domain/following/notice-rules.ts';
import { Refusal } from '../../domain/refusal.ts';
import { listNotices } from '../../storage/event/notices.ts';
import { reserveIds } from '../../storage/engine/prepared.ts';
import { editEvent } from '../pushes/edit-event.ts';
import { loadWhole } from '../load-rows.ts';
import {
  type EventOperation,
  type OperationContext,
  performTogether,
  type OperationOptions,
} from '../operation.ts';
import { createSchedule } from '../pushes/schedule.ts';
import { planEventFile } from './plan-event-file.ts';

/** What an event has taken over. */
export interface TakenOver {
  teams: number;
  races: number;
  lanes: number;
  results: number;
  delays: number;
  notices: number;
  rules: number;
  /** The entry of the history that undoes it, notices and what is said of the event aside; `null`: nothing was written. */
  entryId: number | null;
}

/**
 * The event keeps its name, its place and whether it is a trial; it gets zone and days of the file, because the times
 * and the delays of the file are by these. Its schedule is a draft.
 *
 * @param terms with `isPreview`, nothing is written
 * @returns what was taken over; or why nothing was: a conflict where the event is not empty or is published
 */
export function importEventFile(
  context: OperationContext,
  terms: OperationOptions,
  file: EventFile,
): Promise<TakenOver | Refusal> {
  return performTogether(context, terms, async (performNext) => {
    if (file.schedule) {
      const created = await performNext(createSchedule, file.schedule);
      if (created instanceof Refusal) return created;
    }
    const filled = await performNext(fillEvent, file);
    if (filled instanceof Refusal) return filled;
    const entry = await filled.entry();
    const { startDate: start, endDate: end, timezone } = file.event;
    const dated = await performNext(editEvent, { start, end, timezone });
    if (dated instanceof Refusal) return dated;
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
    // Of a large event, this takes long, and what it changes is found in another turn.
    await nextSlice();
    return { rows, after };
  },
  plan: ({ stored: { after } }) =>
    after instanceof Refusal ? after : { after, result: undefined },
};

interface StoredNotices {
  rows: { notices: readonly Notice[] };
  ids: readonly number[];
}

/**
 * Those whose time is not over, as they were posted; nobody is told of them again. The result says how many. They are
 * an entry of the history by themselves, because what was told is not undone.
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
      // The newest stands first, and the newest has the highest id.
      .toReversed()
      .map((notice, index): Notice => ({ ...notice, id: ids[index] as number }));
    return { after: { notices: standing }, result: standing.length, news: [] };
  },
};
