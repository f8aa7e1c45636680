/** What the routes of the race office have in common that write to an event (console, "Interface"). */
import type { OfficeRace } from '../../contract/console/office.ts';
import type { Written } from '../../contract/console/office-writes.ts';
import { CONSOLE_ROUTES, type OfficeKey, type RowOf } from '../../contract/console/routes.ts';
import type { AnswerOf, BodyOf, ParamOf, Sendable } from '../../contract/route-table.ts';
import type { EventRows } from '../../domain/event/event-rows.ts';
import { officeRaces } from '../../domain/event/office-view.ts';
import type { Schedule } from '../../domain/event/schedule.ts';
import { Refusal } from '../../domain/refusal.ts';
import { signedInPerson } from '../../operations/actor.ts';
import { type OfficeOutcome, performOffice } from '../../operations/office/office-operation.ts';
import type { LoadedRows, Operation } from '../../operations/operation.ts';
import { idsOf } from '../permissions.ts';
import { type ConsoleRoute, route } from '../route.ts';

type IdsOf<Key extends OfficeKey> = Readonly<Record<ParamOf<Key>, number>>;

interface OfficeWrite<Key extends OfficeKey, Input, Stored extends LoadedRows, Result> {
  /** What is wrong with the body that its shape does not say. */
  judge?(body: BodyOf<RowOf<Key>>): Refusal | undefined;
  operation: Operation<Input, Stored, Result>;
  /** @param ids that the path names */
  input(body: Omit<BodyOf<RowOf<Key>>, 'seen'>, ids: IdsOf<Key>): Input;
  /** Nothing is ever written, and the answer has neither revision nor entry. */
  isPlan?: boolean;
  /** What the answer says besides revision and entry. */
  answer(done: OfficeOutcome<Stored, Result>): Omit<Sendable<AnswerOf<RowOf<Key>>>, keyof Written>;
}

/** A route that performs an operation of the race office; with `?preview=true`, where it has that, nothing is written. */
export function officeRoute<Key extends OfficeKey, Input, Stored extends LoadedRows, Result>(
  key: Key,
  { judge, operation, input, isPlan = false, answer }: OfficeWrite<Key, Input, Stored, Result>,
): ConsoleRoute {
  const hasPreview = 'query' in CONSOLE_ROUTES[key];
  return route<OfficeKey>(key, async (call) => {
    const { console, exchange, session, found: eventId } = call;
    const isPreview: boolean | Refusal = isPlan || (hasPreview && call.flag('preview'));
    if (isPreview instanceof Refusal) return isPreview;
    const form = await call.read();
    if (form instanceof Refusal) return form;
    const body = form.value as BodyOf<RowOf<Key>>;
    const objection = judge?.(body);
    if (objection) return objection;
    const { seen, ...sent } = body;
    const done = await performOffice(console, {
      actor: signedInPerson(session.userId),
      eventId,
      turn: form.turn,
      isPreview,
      operation,
      input: input(sent, idsOf(exchange) as IdsOf<Key>),
      seen,
    });
    if (done instanceof Refusal) return done;
    const { revision, entryId } = done;
    const answered: object = isPlan ? answer(done) : { revision, entryId, ...answer(done) };
    return answered as Sendable<AnswerOf<RowOf<Key>>>;
  });
}

/** What of an event answers show its races by. */
interface WithRaces {
  rows: EventRows;
  schedule: Schedule;
}

/** What a write to one race, whose id is its result, is answered: the race as the race office sees it now. */
export function raceAnswer({ result: raceId, ...done }: WithRaces & { result: number }) {
  return { race: onlyRace(racesAfter(done, [raceId])) };
}

/** The race of a write to one race. */
export function onlyRace([race]: readonly OfficeRace[]): OfficeRace {
  if (!race) throw new Error('A write to a race answers with it.');
  return race;
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
