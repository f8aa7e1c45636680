/** Notices: short texts of the race office to everybody who follows the event (console, "Day"). */
import type { BoardNotice } from '../../contract/board.ts';
import { formatInstant } from '../../contract/instant.ts';
import { MAX_NOTICES } from '../../contract/limits.ts';
import { endOfVenueDay, venueDay } from '../day/venue-day.ts';
import { publicStatus, type Schedule } from '../event/schedule.ts';
import { conflict, invalid, type Refusal } from '../refusal.ts';

export interface Notice {
  id: number;
  text: string;
  /** Each in epoch milliseconds. */
  postedAt: number;
  until: number;
}

/** A notice as answers show it. */
export function noticeView({ id, text, postedAt, until }: Notice): BoardNotice {
  return { id, text, postedAt: formatInstant(postedAt), until: formatInstant(until) };
}

/** What the race office sends for a new notice. */
export interface NoticeRequest {
  text: string;
  /** Epoch milliseconds; left out or `null`: the end of the present venue day. */
  until?: number | null | undefined;
}

/** What a new notice depends on. */
interface NoticeContext {
  /** Epoch milliseconds. */
  now: number;
  /** `undefined` where the event has no schedule yet. */
  schedule: Pick<Schedule, 'status' | 'announced' | 'timezone'> | undefined;
  /** How many notices the board of the event shows now. */
  standing: number;
}

/** A text of white space and invisible format characters only, such as U+200B. */
const INVISIBLE = /^[\p{White_Space}\p{Cf}]*$/u;

/** @returns the notice without its id; 409 where nobody sees it or there are too many; 422 where it is empty or over at once */
export function newNotice(
  { text, until }: NoticeRequest,
  { now, schedule, standing }: NoticeContext,
): Omit<Notice, 'id'> | Refusal {
  if (INVISIBLE.test(text)) return invalid([{ field: 'text', detail: 'must not be empty' }]);
  if (until !== undefined && until !== null && until <= now) {
    return invalid([{ field: 'until', detail: 'must not be in the past' }]);
  }
  if (!schedule || !publicStatus(schedule)) {
    return conflict(
      'Nobody sees a notice of a draft: announce the event or publish its schedule first.',
    );
  }
  if (standing >= MAX_NOTICES) {
    return conflict(`${MAX_NOTICES} notices stand on the board: take one of them back first.`);
  }
  const { timezone } = schedule;
  return { text, postedAt: now, until: until ?? endOfVenueDay(venueDay(now, timezone), timezone) };
}
