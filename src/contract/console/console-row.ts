/** What the table of the console says of a route. */
import type { TObject, TSchema } from 'typebox';

/** Who may ask. What they may not see is 404 for others; what their role does not allow is 403. */
export const WHO = {
  anybody: 'everybody, also without a session',
  'signed-in': 'whoever is signed in',
  'schedule-manager': 'whoever may manage the schedules of a club',
  'club-member': 'members of the club, and operators',
  'club-admin': 'admins of the club, and operators',
  operator: 'operators',
  'event-manager': 'whoever manages the event',
  'event-admin': 'admins of the club of the event',
} as const;

export type Who = keyof typeof WHO;

/** What may be answered besides. */
type Condition =
  /** The person must have proved lately who they are: 403. */
  | 'proof'
  /** What is stored may contradict it: 409. */
  | 'conflict'
  /** An address may ask too often: 429. So may whoever is signed in. */
  | 'limited';

export interface ConsoleRow {
  who: Who;
  summary: string;
  /** What may stand in the query. */
  query?: Readonly<Record<string, TSchema>>;
  body?: TObject;
  /** What is sent instead of JSON: a picture, as it is. */
  takes?: 'picture';
  /** How large the body may be, where it is more than a form. */
  maxBodyBytes?: number;
  /** Of an answer that is none of 200 and, without a body, 204. */
  status?: 201 | 202;
  answer?: TSchema;
  /** The answer to `?preview=true`, where it is another one. */
  preview?: TSchema;
  /** What is answered instead of JSON: a file to download, or server-sent events. */
  sends?: 'file' | 'events';
  conditions?: readonly Condition[];
}
