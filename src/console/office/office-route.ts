/** What the routes of the race office have in common that write to an event (console, "Interface"). */
import type { Static, TObject } from 'typebox';
import type { OfficeRace } from '../../contract/console/office.ts';
import type { SeenWrite } from '../../contract/console/office-writes.ts';
import type { EventRows } from '../../domain/event-rows.ts';
import { officeRaces } from '../../domain/office-view.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { Schedule } from '../../domain/schedule.ts';
import { MAX_BODY_BYTES } from '../../http/body.ts';
import { signedInPerson } from '../../operations/actor.ts';
import { type OfficeOutcome, performOffice } from '../../operations/office/perform-office.ts';
import type { LoadedRows, Operation } from '../../operations/operation.ts';
import { findManagedEvent, readFlag } from '../events.ts';
import { type ConsoleRoute, idOf, json, readForm, signedIn } from '../route.ts';

/** What a path names below an event; 0 where it does not. */
interface PathIds {
  raceId: number;
  crewId: number;
  position: number;
}

/** Every write of the race office says which revision its page showed. */
type SeenSchema = TObject<{ seen: (typeof SeenWrite)['properties']['seen'] }>;

interface OfficeWrite<Schema extends SeenSchema, Input, Stored extends LoadedRows, Result> {
  method: 'PUT' | 'POST';
  /** Below `/events/{eventId}`. */
  path: string;
  /** Holds `seen`, the revision that the page showed. */
  body: Schema;
  /** What is wrong with the body that its shape does not say. */
  judge?(body: Static<Schema>): Refusal | undefined;
  operation: Operation<Input, Stored, Result>;
  /** @param ids that the path names */
  input(body: Omit<Static<Schema>, 'seen'>, ids: PathIds): Input;
  /** What the answer says besides revision and entry. */
  answer(done: OfficeOutcome<Stored, Result>): object;
  /** Whether the body may hold a list of the regatta: it may be as large as a push of `/v1`. */
  isLarge?: true;
  /** Whether `?preview=true` is taken: the same answer, and nothing is written. */
  hasPreview?: true;
}

/** A route that performs an operation of the race office. */
export function officeWrite<Schema extends SeenSchema, Input, Stored extends LoadedRows, Result>({
  method,
  path,
  body,
  judge,
  operation,
  input,
  answer,
  isLarge,
  hasPreview,
}: OfficeWrite<Schema, Input, Stored, Result>): ConsoleRoute {
  return signedIn({
    method,
    path: `/events/:eventId${path}`,
    find: findManagedEvent,
    handle: async ({ console, exchange, session: { userId } }, eventId) => {
      const isPreview = hasPreview ? readFlag(exchange, 'preview') : false;
      if (isPreview instanceof Refusal) return isPreview;
      const form = await readForm(exchange, body, undefined, isLarge && MAX_BODY_BYTES);
      if (form instanceof Refusal) return form;
      const objection = judge?.(form.value);
      if (objection) return objection;
      const { seen, ...sent } = form.value;
      const wish = input(sent, {
        raceId: idOf(exchange, 'raceId'),
        crewId: idOf(exchange, 'crewId'),
        position: idOf(exchange, 'position'),
      });
      const terms = { actor: signedInPerson(userId), eventId, turn: form.turn, isPreview };
      const call = { ...terms, operation, input: wish, seen };
      const done = await performOffice(console, call);
      if (done instanceof Refusal) return done;
      const { revision, entryId } = done;
      return json({ revision, entryId, ...answer(done) });
    },
  });
}

/** What of an event answers show its races by. */
interface WithRaces {
  rows: EventRows;
  schedule: Schedule;
}

/** What a write to one race, whose id is its result, is answered: the race as the race office sees it now. */
export function raceAnswer({ result: raceId, ...done }: WithRaces & { result: number }) {
  const [race] = racesAfter(done, [raceId]);
  return { race };
}

/** Races as the race office sees them after a write, in the order of their ids. */
export function racesAfter(
  { rows, schedule }: WithRaces,
  raceIds: readonly number[],
): OfficeRace[] {
  const races = officeRaces(rows, raceIds, schedule);
  if (races.length < raceIds.length) throw new Error('The operation has found each of the races.');
  return races;
}
