/**
 * Turns an operation into a request about the crews and races that exist by then: "the second race that exists" becomes its
 * id.
 */
import type { Operation } from './commands.ts';
import type { Crew, Lane, Race } from './model-state.ts';
import type { ReferenceModel } from './reference-model.ts';
import type { Element } from './spoil.ts';

export interface Request {
  method: 'GET' | 'PUT' | 'POST';
  /** The path behind `/v1/events/{eventId}`. */
  path: string;
  body?: unknown;
}

/** The operations that go over the wire; the others are commands of the command line. */
export type WireOperation = Exclude<
  Operation,
  { kind: 'enterCrew' | 'enterRace' | 'unpublish' | 'office' }
>;

/** The request of an operation; undefined when there is nothing to send again. */
export function resolve(
  operation: WireOperation,
  model: ReferenceModel,
  previous: Request | undefined,
): Request | undefined {
  switch (operation.kind) {
    case 'create':
      return { method: 'POST', path: '/schedule', ...pickBody(operation) };
    case 'publish':
      return { method: 'POST', path: '/schedule/publish' };
    case 'delay':
      return put('/schedule/delay', operation.body);
    case 'teams':
    case 'races':
      return put(`/${operation.kind}`, operation.body);
    case 'entries':
    case 'results':
      return put(racePath(operation.externalId, operation.kind), operation.body);
    case 'draw':
      return resolveDraw(operation, model);
    case 'score':
      return resolveScore(operation, model);
    case 'switchMode': {
      const { race, resultMode } = operation;
      const { externalId, raceNumber } = nth(withLanes(model), race) ?? NO_RACE;
      return put('/races', [{ externalId, raceNumber, resultMode }]);
    }
    case 'editRace': {
      const { externalId, raceNumber } = nth(claimed(model.races), operation.race) ?? NO_RACE;
      return put('/races', [{ externalId, raceNumber, ...operation.patch }]);
    }
    case 'editCrew': {
      const { externalId, name } = nth(claimed(model.crews), operation.crew) ?? NO_CREW;
      return put('/teams', [{ externalId, name, ...operation.patch }]);
    }
    case 'rotate':
      return resolveRotation(operation, model);
    case 'sendBack':
      return resolveSendBack(operation, model);
    case 'again':
      return previous;
  }
}

const NO_RACE = { externalId: 'r1', raceNumber: 1, resultMode: 'timed', lanes: [] as Lane[] };
const NO_CREW = { externalId: 'c1', name: 'Ost' };

function resolveDraw(
  { race, crew, lanes }: Extract<Operation, { kind: 'draw' }>,
  model: ReferenceModel,
): Request {
  const { externalId } = nth(claimed(model.races), race) ?? NO_RACE;
  const crews = claimed(model.crews);
  const list = lanes.map(({ isDrawn, ...lane }, index) => ({
    ...lane,
    teamExternalId: isDrawn && index < crews.length ? nth(crews, crew + index)?.externalId : null,
  }));
  return put(racePath(externalId, 'entries'), list);
}

function resolveScore(
  { race, marks }: Extract<Operation, { kind: 'score' }>,
  model: ReferenceModel,
): Request {
  const { externalId, resultMode, lanes } = nth(withLanes(model), race) ?? NO_RACE;
  const results = marks.flatMap<Element>((mark, index) => {
    const lane = lanes[index];
    if (!mark || !lane) return [];
    const { position } = lane;
    const { status, value, penaltyMillis } = mark;
    if (status === 'assigned') return [{ position, status }];
    const finish =
      resultMode === 'timed'
        ? { finishTimeMillis: value && value * 1000, finishPlace: null }
        : { finishPlace: value };
    return [{ position, ...finish, penaltyMillis, ...(status && { status }) }];
  });
  return put(racePath(externalId, 'results'), { results });
}

function resolveRotation(
  { what, first, count, isWhole }: Extract<Operation, { kind: 'rotate' }>,
  model: ReferenceModel,
): Request {
  const rows = rotated(claimed<Crew | Race>(what === 'teams' ? model.crews : model.races), first);
  const circle = rows.slice(0, count);
  const list = circle.map((row, index) => {
    const next = nth(circle, index + 1) ?? row;
    return 'name' in next
      ? { externalId: row.externalId, name: next.name }
      : { externalId: row.externalId, raceNumber: next.raceNumber };
  });
  return put(`/${what}`, isWhole ? list : list.slice(0, -1));
}

function resolveSendBack(
  { what, race }: Extract<Operation, { kind: 'sendBack' }>,
  model: ReferenceModel,
): Request {
  if (what === 'teams') return put('/teams', { teams: claimed(model.crews) });
  const races = claimed(model.viewRaces());
  if (what === 'races') return put('/races', { races });
  const { externalId, lanes } = nth(races, race) ?? { ...NO_RACE, lanes: [] };
  return put(racePath(externalId, 'entries'), { lanes });
}

/** The rows that have an `externalId`. */
function claimed<R extends { externalId: string | null }>(
  rows: R[],
): (R & { externalId: string })[] {
  return rows.filter((row): row is R & { externalId: string } => row.externalId !== null);
}

/** The races that have lanes; all races if none has. */
function withLanes(model: ReferenceModel): (Race & { externalId: string })[] {
  const races = claimed(model.races);
  const drawn = races.filter(({ lanes }) => lanes.length > 0);
  return drawn.length > 0 ? drawn : races;
}

function rotated<R>(rows: R[], by: number): R[] {
  const at = rows.length === 0 ? 0 : by % rows.length;
  return [...rows.slice(at), ...rows.slice(0, at)];
}

function nth<R>(rows: R[], index: number): R | undefined {
  return rows[index % rows.length];
}

function racePath(externalId: string, part: string): string {
  return `/races/${encodeURIComponent(externalId)}/${part}`;
}

function put(path: string, body: unknown): Request {
  return { method: 'PUT', path, body };
}

function pickBody(operation: { body?: unknown }): { body?: unknown } {
  return 'body' in operation ? { body: operation.body } : {};
}
