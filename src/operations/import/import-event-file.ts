/** Takes over the file of a whole event into an empty one, in one transaction. */
import { nextSlice } from '../../concurrency/slices.ts';
import type { EventFile } from '../../contract/event-file.ts';
import { aNotice } from '../../domain/changes.ts';
import { type EventState, storedState } from '../../domain/event-state.ts';
import type { Notice } from '../../domain/notice-rules.ts';
import { Refusal } from '../../domain/refusal.ts';
import { findNewestEntry, newestNumber } from '../../storage/history.ts';
import { insertNotice, listNotices } from '../../storage/notices.ts';
import { reserveIds } from '../../storage/prepared.ts';
import { findSchedule } from '../../storage/schedules.ts';
import { editEvent } from '../edit-event.ts';
import { changeState, loadState } from '../event-changes.ts';
import { type EventOperation, performTogether, type Terms } from '../operation.ts';
import { createSchedule } from '../schedule.ts';
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
  context: Parameters<typeof performTogether>[0],
  terms: Terms,
  file: EventFile,
): Promise<TakenOver | Refusal> {
  const { eventId, isPreview = false } = terms;
  return performTogether(context, terms, async (performNext, tx) => {
    if (file.schedule) {
      const created = await performNext(createSchedule, file.schedule);
      if (created instanceof Refusal) return created;
    }
    const before = await newestNumber(tx, eventId);
    const filled = await performNext(fillEvent, file);
    if (filled instanceof Refusal) return filled;
    const entry = await findNewestEntry(tx, eventId);
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
      notices,
      rules: file.rules.length,
      entryId: isPreview || entry.number === before ? null : entry.id,
    };
  });
}

interface Stored {
  state: EventState;
  after: EventState | Refusal;
}

const fillEvent: EventOperation<EventFile, Stored, void> = {
  name: 'import',
  needs: 'event',
  load: async (tx, { eventId, now }, file) => {
    const [schedule, state, notices, teams, races] = await Promise.all([
      findSchedule(tx, eventId),
      loadState(tx, eventId),
      listNotices(tx, eventId, now),
      reserveIds(tx, 'teams', file.teams.length),
      reserveIds(tx, 'races', file.races.length),
    ]);
    const isPublished = schedule?.status === 'published';
    const target = { state, notices: notices.length, isPublished };
    const planned = planEventFile(target, file, { teams, races });
    if (planned instanceof Refusal) return { state, after: planned };
    // Of a large event, each of these steps takes long, and what it changes is found in yet another turn.
    await nextSlice();
    const after = storedState(planned);
    await nextSlice();
    return { state, after };
  },
  decide: (situation) => {
    const { state, after } = situation.stored;
    if (after instanceof Refusal) return after;
    return { ...changeState(situation, state, after), result: undefined };
  },
};

/**
 * Those whose time is not over, as they were posted; nobody is told of them again. The result says how many. They are
 * an entry of the history by themselves, because what was told is not undone.
 */
const takeOverNotices: EventOperation<EventFile['notices'], number[], number> = {
  name: 'post-notice',
  needs: 'event',
  load: (tx, _moment, notices) => reserveIds(tx, 'notices', notices.length),
  decide: ({ eventId, now, stored: ids }, notices) => {
    const standing = notices
      .filter(({ until }) => until > now)
      // The newest stands first, and the newest has the highest id.
      .toReversed()
      .map((notice, index): Notice => ({ ...notice, id: ids[index] as number }));
    return {
      result: standing.length,
      changes: standing.map((notice) => {
        const { id, ...after } = notice;
        return { ...aNotice(id, notice), before: null, after };
      }),
      shows: 'marked',
      apply: async (tx) => {
        for (const notice of standing) await insertNotice(tx, eventId, notice);
      },
    };
  },
};
