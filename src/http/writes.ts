/** What all writes of an event share: the transaction, and the question who may write. */
import type { FastifyRequest } from 'fastify';
import type { Reading } from '../contract/read-body.ts';
import { invalid, Refusal } from '../domain/refusal.ts';
import type { Write } from '../storage/database.ts';
import { findSchedule, type Schedule } from '../storage/schedules.ts';
import { type Manager, managerOf, readmit } from './authenticate.ts';
import { readJson } from './body.ts';
import type { Service } from './service.ts';

/** The answer of a write. */
export interface Answer {
  status: 200 | 201;
  body: object;
}

export function ok(body: object): Answer {
  return { status: 200, body };
}

/**
 * Reads a request's body with a reader of `contract/read-body.ts`.
 *
 * @param whenEmpty stands in for an empty body; left out where a body is needed
 */
export async function readPayload<Value>(
  request: FastifyRequest,
  read: (body: unknown) => Reading<Value>,
  whenEmpty?: object,
): Promise<Value | Refusal> {
  const sent = await readJson(request.raw);
  if (sent instanceof Refusal) return sent;
  const body = sent === undefined ? whenEmpty : sent;
  if (body === undefined) {
    return new Refusal('malformed_json', 'Send a JSON body with Content-Type: application/json.');
  }
  const reading = read(body);
  return 'value' in reading ? reading.value : invalid(reading.violations);
}

/** Runs a write on the event in the path as one transaction, for someone who may still write. */
export async function writeEvent<Result>(
  service: Service,
  request: FastifyRequest,
  work: (tx: Write, manager: Manager) => Promise<Result | Refusal>,
): Promise<Result | Refusal> {
  const manager = managerOf(request);
  return service.database.writeEvent(
    manager.eventId,
    async (tx) => (await readmit(tx, manager)) ?? work(tx, manager),
  );
}

/** The same, on the event's schedule. */
export async function writeSchedule<Result>(
  service: Service,
  request: FastifyRequest,
  work: (tx: Write, manager: Manager, schedule: Schedule) => Promise<Result | Refusal>,
): Promise<Result | Refusal> {
  return writeEvent(service, request, async (tx, manager) => {
    const schedule = await findSchedule(tx, manager.eventId);
    return schedule ? work(tx, manager, schedule) : scheduleNotFound();
  });
}

export function scheduleNotFound(): Refusal {
  return new Refusal('schedule_not_found', 'Create it with POST /v1/events/{eventId}/schedule.');
}
