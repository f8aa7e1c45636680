/** How a route of the console is described. */
import type { TObject, TSchema } from 'typebox';

/** What is asked before the route answers, besides what all are asked. */
type Condition =
  /** Answers everybody; the others want a session. */
  | 'open'
  /** The person must have proved lately who they are. */
  | 'proof'
  /** A role that is high enough. */
  | 'role'
  /** What is stored may contradict it: 409. */
  | 'conflict'
  /** It may be asked too often: 429. So may whatever wants a session. */
  | 'limited';

export interface ConsoleOperation {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below `/console/api`. */
  path: string;
  summary: string;
  /** What is sent, and whether it has to be. */
  body?: TObject;
  /** Names of what may stand in the query. */
  query?: readonly string[];
  status: 200 | 201 | 202 | 204;
  /** The answer; left out with 202 and 204, and where it is a file. */
  answer?: TSchema;
  /** Whether the answer is a file to download. */
  isFile?: true;
  conditions: readonly Condition[];
}
