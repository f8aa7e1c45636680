/** What all writes of an event share: the transaction, and the question who may write. */
import type { FastifyRequest } from 'fastify';
import type { Reading } from '../contract/read-body.ts';
import { invalid, Refusal } from '../domain/refusal.ts';
import type { Write } from '../storage/database.ts';
import { findSchedule, type Schedule } from '../storage/schedules.ts';
import { type Party, type Turn, turnOf } from '../storage/turn-queue.ts';
import { type Manager, managerOf, readmit } from './authenticate.ts';
import { parseJson, readBody } from './body.ts';
import type { Service } from './service.ts';

/** The answer of a write. */
export interface Answer {
  status: 200 | 201;
  /** JSON; written while the database still works on the changes. */
  body: string;
}

export function ok(body: object, status: Answer['status'] = 200): Answer {
  return { status, body: JSON.stringify(body) };
}

/**
 * Reads a request's body with a reader of `contract/read-body.ts`.
 *
 * @param whenEmpty stands in for an empty body; left out where a body is needed
 * @param maxBytes how large the body may be, where that is not the limit of all pushes
 */
export async function readPayload<Value>(
  request: FastifyRequest,
  read: (body: unknown) => Reading<Value>,
  whenEmpty?: object,
  maxBytes?: number,
): Promise<Value | Refusal> {
  const bytes = await readBody(request.raw, maxBytes);
  if (bytes instanceof Refusal) return bytes;
  const turn = turnOf(partyOf(request), bytes?.length);
  request.turn = turn;
  return request.server.bodyTurns.run(turn, () => {
    const body = bytes ? parseJson(bytes) : whenEmpty;
    if (body instanceof Refusal) return body;
    if (body === undefined) {
      return new Refusal('malformed_json', 'Send a JSON body with Content-Type: application/json.');
    }
    const reading = read(body);
    return 'value' in reading ? reading.value : invalid(reading.violations);
  });
}

/** Whose backlog a request belongs to. */
function partyOf({ caller }: FastifyRequest): Party {
  return caller ? caller.access.keyId : PUBLIC;
}

/** Browsers that nobody knows wait in one line. */
const PUBLIC = 'public';

/** The place of a request's write among those that wait. */
export function turnOfRequest(request: FastifyRequest): Turn {
  return request.turn ?? turnOf(partyOf(request));
}

/** What a write is decided on. */
interface Situation<Stored> {
  manager: Manager;
  /** `undefined` when the event has none. */
  schedule: Schedule | undefined;
  stored: Stored;
}

/**
 * Runs a write on the event in the path as one transaction, for someone who may still write.
 *
 * @param load reads what else the decision needs; all of it is asked for in one go
 */
export async function writeEvent<Stored, Result>(
  service: Service,
  request: FastifyRequest,
  load: (tx: Write, eventId: number) => Promise<Stored>,
  work: (tx: Write, situation: Situation<Stored>) => Promise<Result | Refusal>,
): Promise<Result | Refusal> {
  const manager = managerOf(request);
  const { eventId } = manager;
  const decide = async (tx: Write) => {
    const [refusal, schedule, stored] = await Promise.all([
      readmit(tx, manager),
      findSchedule(tx, eventId),
      load(tx, eventId),
    ]);
    return refusal ?? work(tx, { manager, schedule, stored });
  };
  return service.database.writeEvent(eventId, decide, { turn: turnOfRequest(request) });
}

/** The same, on the event's schedule. */
export async function writeSchedule<Stored, Result>(
  service: Service,
  request: FastifyRequest,
  load: (tx: Write, eventId: number) => Promise<Stored>,
  work: (
    tx: Write,
    situation: Situation<Stored> & { schedule: Schedule },
  ) => Promise<Result | Refusal>,
): Promise<Result | Refusal> {
  return writeEvent(service, request, load, async (tx, situation) => {
    const { schedule } = situation;
    return schedule ? work(tx, { ...situation, schedule }) : scheduleNotFound();
  });
}

/** For writes that need to load nothing else. */
export async function nothingElse(): Promise<void> {}

export function scheduleNotFound(): Refusal {
  return new Refusal('schedule_not_found', 'Create it with POST /v1/events/{eventId}/schedule.');
}
