/** An event as the writers of files take it: all of it, as it is stored, at one moment. */
import type { EventRows } from '../domain/event/event-rows.ts';
import type { Notice } from '../domain/following/notice-rules.ts';
import type { Race } from '../domain/races/plan-races.ts';

export interface WholeEvent extends EventRows {
  id: number;
  name: string;
  /** YYYY-MM-DD. */
  startDate: string;
  endDate: string;
  /** IANA zone; `null` where nobody has named one: days and times are then those of UTC. */
  timezone: string | null;
  city: string;
  countryCode: string;
  /** In running order. */
  races: readonly Race[];
  /** Those whose time is not over, newest first. */
  notices: readonly Notice[];
}
