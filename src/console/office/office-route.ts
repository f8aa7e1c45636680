/** What the routes of the race office have in common that write to an event (console, "Interface"). */
import type { Static, TObject } from 'typebox';
import type { OfficeRace } from '../../contract/console/office.ts';
import type { EventState } from '../../domain/event-state.ts';
import { officeRaces } from '../../domain/office-view.ts';
import { Refusal } from '../../domain/refusal.ts';
import { MAX_BODY_BYTES } from '../../http/body.ts';
import { signedInPerson } from '../../operations/actor.ts';
import type { Done } from '../../operations/office/office-operation.ts';
import {
  performOffice,
  type Present,
  type Written,
} from '../../operations/office/perform-office.ts';
import type { Operation } from '../../operations/operation.ts';
import { findManagedEvent, readFlag } from '../events.ts';
import { type ConsoleRoute, idOf, json, readForm, signedIn } from '../route.ts';

/** What a path names below an event; 0 where it does not. */
interface PathIds {
  raceId: number;
  crewId: number;
  position: number;
}

interface OfficeWrite<Schema extends TObject, Input extends object, Stored, Result> {
  method: 'PUT' | 'POST';
  /** Below `/events/{eventId}`. */
  path: string;
  body: Schema;
  /** What is wrong with the body that its shape does not say. */
  judge?(body: Static<Schema>): Refusal | undefined;
  operation: Operation<Input, Stored, Result>;
  /** @param ids that the path names */
  input(body: Static<Schema>, ids: PathIds): Input;
  /** What the answer says besides revision and entry. */
  answer(result: Result, present: Present): object;
  /** Whether the body may hold a list of the regatta: it may be as large as a push of `/v1`. */
  isLarge?: true;
  /** Whether `?preview=true` is taken: the same answer, and nothing is written. */
  hasPreview?: true;
}

/** A route that performs an operation of the race office. */
export function officeWrite<Schema extends TObject, Input extends object, Stored, Result>({
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
      const terms = { actor: signedInPerson(userId), eventId, turn: form.turn, isPreview };
      const wish = input(form.value, {
        raceId: idOf(exchange, 'raceId'),
        crewId: idOf(exchange, 'crewId'),
        position: idOf(exchange, 'position'),
      });
      const done = await performOffice(console, terms, operation, wish);
      if (done instanceof Refusal) return done;
      return json({ ...writtenOf(done), ...answer(done.result, done) });
    },
  });
}

function writtenOf({ revision, entryId }: Written): Written {
  return { revision, entryId };
}

/** What a write to one race, whose id is its result, is answered: the race as the race office sees it now. */
export function raceAnswer({ state, result: raceId }: Done<number>, present: Present) {
  const [race] = racesAfter(state, [raceId], present);
  return { race };
}

/** Races as the race office sees them after a write, in the order of their ids. */
export function racesAfter(
  state: EventState,
  raceIds: readonly number[],
  { schedule }: Present,
): OfficeRace[] {
  const races = officeRaces(state, raceIds, schedule);
  if (races.length < raceIds.length) throw new Error('The operation has found each of the races.');
  return races;
}
