/** What all routes of the race office that write to an event have in common (console, "Interface"). */
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
  /** Checks of the body beyond its schema. @returns a refusal where it is wrong */
  judge?(body: BodyOf<RowOf<Key>>): Refusal | undefined;
  operation: Operation<Input, Stored, Result>;
  /** @param ids that the path names */
  input(body: Omit<BodyOf<RowOf<Key>>, 'seen'>, ids: IdsOf<Key>): Input;
  /** True where nothing is ever written; then the answer has neither revision nor entry. */
  isPlan?: boolean;
  /** The answer, without revision and entry. */
  answer(done: OfficeOutcome<Stored, Result>): Omit<Sendable<AnswerOf<RowOf<Key>>>, keyof Written>;
}

/** A route that performs an operation of the race office; with `?preview=true`, where its row has that, it writes nothing. */
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

/** The parts of an event from which an answer shows its races. */
interface WithRaces {
  rows: EventRows;
  schedule: Schedule;
}

/** The answer to a write to one race, with `result` the id of the race: the race as the race office sees it now. */
export function raceAnswer({ result: raceId, ...done }: WithRaces & { result: number }) {
  return { race: onlyRace(racesAfter(done, [raceId])) };
}

/** The first race of a list, which must not be empty. */
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
