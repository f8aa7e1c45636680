/** An event as the writers of files take it: all of it, as it is stored, at one moment. */
import type { Look } from '../contract/look.ts';
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
  /** With the picture of its logo in base64; `null`: it looks like any other. */
  look: Look | null;
  /** In running order. */
  races: readonly Race[];
  /** Those whose time is not over, newest first. */
  notices: readonly Notice[];
}
