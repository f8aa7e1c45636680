/**
 * Sends operations of the race office to a service, and compares its answers, and what it stores, with the model. Each side
 * has ids of its own: races are matched by their numbers, crews by their names.
 */
import assert from 'node:assert/strict';
import { type EventState, type Item, stateOf } from '../../src/domain/history/event-state.ts';
import { loadWhole } from '../../src/operations/load-rows.ts';
import type { Visitor } from '../support/console.ts';
import type { Reply, TestService } from '../support/service.ts';
import type { OfficeModel } from './office-model.ts';
import type { OfficeAnswer, OfficeWrite } from './office-payloads.ts';
import type { Source } from './office-progression.ts';
import type { Resolved } from './office-resolve.ts';
import type { Facts, Properties } from './office-state.ts';
import { brief, differ } from './tell.ts';

/** The race office of one event of a service. */
export interface OfficePlace {
  name: string;
  service: TestService;
  eventId: number;
  person: Visitor;
  /** The service's id by the model's id, also of rows that were removed. */
  races: Map<number, number>;
  crews: Map<number, number>;
}

/** An id that no row of a service has. */
const UNKNOWN_TO_SERVICE = 999_999_999;

/** Sends an operation of the office to a service. */
export async function sendOffice(place: OfficePlace, resolved: Resolved): Promise<Reply> {
  const { eventId, person } = place;
  const path = `/events/${eventId}`;
  if ('write' in resolved) {
    const { method, tail, body } = requestOf(resolved.write, place);
    return person.send(method, `${path}${tail}`, { ...body, seen: resolved.seen });
  }
  const { takeBack } = resolved;
  const entry = await entryOf(place, takeBack.entry);
  if (takeBack.kind === 'undo') return person.send('POST', `${path}/history/${entry.id}/undo`);
  const { seen } = takeBack;
  const at = new Date(entry.at).toISOString();
  const raceId = raceOf(place, takeBack.raceId);
  return person.send('POST', `${path}/races/${raceId}/restore`, { at, seen });
}

/** Whether an entry is the last one with its time, by which a restore names it. Only for a clock that runs. */
export async function isLastOfItsMoment(place: OfficePlace, number: number): Promise<boolean> {
  const { at } = await entryOf(place, number);
  const rows = await place.service.database.reads
    .selectFrom('history')
    .where('event_id', '=', place.eventId)
    .where('number', '>', number)
    .where('at', '<=', at)
    .select('id')
    .execute();
  return rows.length === 0;
}

function entryOf(
  { service, eventId }: OfficePlace,
  number: number,
): Promise<{ id: number; at: number }> {
  return service.database.reads
    .selectFrom('history')
    .where('event_id', '=', eventId)
    .where('number', '=', number)
    .select(['id', 'at'])
    .executeTakeFirstOrThrow();
}

const raceOf = ({ races }: OfficePlace, id: number) => races.get(id) ?? UNKNOWN_TO_SERVICE;
const crewOf = ({ crews }: OfficePlace, id: number) => crews.get(id) ?? UNKNOWN_TO_SERVICE;

function requestOf(write: OfficeWrite, place: OfficePlace) {
  const put = (tail: string, body: object) => ({ method: 'PUT', tail, body });
  switch (write.kind) {
    case 'races':
    case 'crews': {
      const numberOf = (id: number) => (write.kind === 'races' ? raceOf : crewOf)(place, id);
      const rows = write.rows.map(({ id, facts }) => ({
        ...facts,
        id: id === null ? null : numberOf(id),
      }));
      return put(`/${write.kind}`, { [write.kind]: rows, removed: write.removed.map(numberOf) });
    }
    case 'merge': {
      const body = { keep: crewOf(place, write.keep), remove: crewOf(place, write.remove) };
      return { method: 'POST', tail: '/crews/merge', body };
    }
    case 'settings':
      return put('/settings', write.settings);
    case 'lanes': {
      const lanes = write.lanes.map(({ crewId, ...lane }) => ({
        ...lane,
        crewId: crewId === null ? null : crewOf(place, crewId),
      }));
      return put(`/races/${raceOf(place, write.raceId)}/lanes`, { lanes });
    }
    case 'progression': {
      const rules = write.rules.map((rule) => ({
        ...rule,
        races: rule.races.map((id) => raceOf(place, id)),
      }));
      return put(`/races/${raceOf(place, write.raceId)}/progression`, { rules });
    }
    case 'apply': {
      const tail = `/races/${raceOf(place, write.raceId)}/progression/apply`;
      return { method: 'POST', tail, body: {} };
    }
    default: {
      const { kind, raceId, ...body } = write;
      return put(`/races/${raceOf(place, raceId)}/${kind}`, body);
    }
  }
}

/**
 * Learns the service's ids of all rows, and compares all that is stored with the model.
 *
 * @throws an assertion error that describes the divergence
 */
export async function compareStored(place: OfficePlace, model: OfficeModel): Promise<void> {
  const state = stateOf(await loadWhole(place.service.database.reads, place.eventId));
  learn(place, model.facts, state);
  const [races, crews] = [reversed(place.races), reversed(place.crews)];
  const stored = new Map<string, Properties>();
  for (const { thing, properties } of state.values()) {
    const { subject, id = 0, position, name } = thing;
    const { team: _, teamId, ...rest } = properties;
    if (subject === 'lane') {
      const { from, ...lane } = withoutRacing(rest, NO_RACING_OF_LANE);
      const crewId = teamId === null ? null : crews.get(Number(teamId));
      stored.set(`lane ${races.get(id)} ${position}`, {
        ...lane,
        crewId,
        from: ruleIn(races, from as Source | null),
      });
    } else if (subject === 'race') {
      const { firstPublishedAt, lastInAt: _, ...race } = withoutRacing(rest, NO_RACING_OF_RACE);
      stored.set(`race ${races.get(id)}`, race);
      const isPublished = model.facts.get('schedule')?.status === 'published';
      if (isPublished) assert.notEqual(firstPublishedAt, null, `${name} is published`);
    } else if (subject === 'team') stored.set(`crew ${crews.get(id)}`, rest);
    else stored.set(subject === 'delay' ? `delay ${name}` : subject, rest);
  }
  const expected = new Map(model.facts);
  const sorted = (facts: Facts) =>
    Object.fromEntries([...facts].sort(([a], [b]) => (a < b ? -1 : 1)));
  const [actual, wanted] = [sorted(stored), sorted(expected)];
  const told = [actual, wanted].map((each) => brief(JSON.stringify(each))) as [string, string];
  assert.deepEqual(actual, wanted, differ(`what is stored on ${place.name}`, ...told));
}

/** No operation of this model writes these properties, which belong to what is between start and finish. */
const NO_RACING_OF_LANE = {
  ...{ category: null, allowanceMillis: null, outOfCompetition: false },
  ...{ plannedStartMillis: null, startedAt: null, finishedAt: null },
};
const NO_RACING_OF_RACE = {
  ...{ kind: null, startIntervalSeconds: null, startedAt: null, closed: false },
  clockOffsetMillis: 0,
};

function withoutRacing(properties: Properties, nothing: Properties): Properties {
  const names = Object.keys(nothing);
  const said = Object.fromEntries(names.map((name) => [name, properties[name]]));
  assert.deepEqual(said, nothing);
  return Object.fromEntries(Object.entries(properties).filter(([name]) => !names.includes(name)));
}

function ruleIn(races: Map<number, number>, from: Source | null) {
  return from && { ...from, races: from.races.map((id) => races.get(id)) };
}

/** Learns ids: a row keeps its id for good, whatever its name or number is. */
function learn(place: OfficePlace, facts: Facts, state: EventState): void {
  const find = (subject: string, property: string, value: unknown): Item | undefined =>
    [...state.values()].find(
      ({ thing, properties }) => thing.subject === subject && properties[property] === value,
    );
  for (const [key, properties] of facts) {
    const [subject, id] = key.split(' ');
    if (subject !== 'race' && subject !== 'crew') continue;
    const item =
      subject === 'race'
        ? find('race', 'raceNumber', properties.raceNumber)
        : find('team', 'name', properties.name);
    const what = `what is stored of ${key} on ${place.name}`;
    assert.ok(item, differ(what, 'nothing', JSON.stringify(properties)));
    const numbers = subject === 'race' ? place.races : place.crews;
    const known = numbers.get(Number(id));
    if (known === undefined) numbers.set(Number(id), Number(item.thing.id));
    else assert.equal(item.thing.id, known, differ(what, `${item.thing.id}`, `${known}`));
  }
}

function reversed(numbers: Map<number, number>): Map<number, number> {
  return new Map([...numbers].map(([ours, theirs]) => [theirs, ours]));
}

interface Shown extends Properties {
  lanes: Properties[];
  draw: {
    lanes: { position: number; crewId: number | null }[];
    deadHeats: { crewIds: number[] }[];
    ties: { crewIds: number[] }[];
  } | null;
}

/** Compares an answer with the model's. The ids of its rows must be known by then (`compareStored`). */
export function compareOffice(
  place: OfficePlace,
  reply: Reply,
  expected: OfficeAnswer,
  kind: string,
): void {
  const { json } = reply;
  const what = differ(
    `office ${kind} on ${place.name}`,
    `${reply.status} ${brief(reply.text)}`,
    `${expected.status} ${brief(JSON.stringify(expected))}`,
  );
  assert.equal(reply.status, expected.status, what);
  if ('body' in expected) {
    const { revision, entryId, ...body } = json;
    assert.deepEqual([revision, entryId !== null], [expected.revision, expected.isWritten], what);
    assert.deepEqual(inOurNumbers(place, body), expected.body, what);
    return;
  }
  const { code, fields = [], changed } = expected;
  const told = (json.errors ?? []).map(({ field }: { field: string }) => field);
  assert.deepEqual([json.code, sortedSet(told)], [code, sortedSet(fields)], what);
  assert.equal('changed' in json, changed !== undefined, what);
  if (!changed) return;
  const numbers = { race: reversed(place.races), crew: reversed(place.crews) };
  const named = json.changed.map(({ subject, id, position, name }: Properties) => {
    if (subject === 'lane') return `lane ${numbers.race.get(Number(id))} ${position}`;
    if (subject === 'race') return `race ${numbers.race.get(Number(id))}`;
    if (subject === 'team') return `crew ${numbers.crew.get(Number(id))}`;
    return subject === 'delay' ? `delay ${name}` : subject;
  });
  assert.deepEqual(named.sort(), changed.map(({ key }) => key).sort(), what);
}

const sortedSet = (texts: string[]) => [...new Set(texts)].sort();

/** An answer with the model's ids in place of the service's. */
export function inOurNumbers(place: OfficePlace, body: object): unknown {
  const [races, crews] = [reversed(place.races), reversed(place.crews)];
  const crewView = (crew: Properties) => ({ ...crew, id: crews.get(Number(crew.id)) });
  const inOurs = (group: { crewIds: number[] }) => ({
    ...group,
    crewIds: group.crewIds.map((id) => crews.get(id)),
  });
  const raceView = (race: Shown) => ({
    ...race,
    id: races.get(Number(race.id)),
    lanes: race.lanes.map((lane) => ({
      ...lane,
      crewId: lane.crewId === null ? null : crews.get(Number(lane.crewId)),
      from: ruleIn(races, lane.from as Source | null),
    })),
    draw: race.draw && {
      ...race.draw,
      lanes: race.draw.lanes.map(({ position, crewId }) => ({
        position,
        crewId: crewId === null ? null : crews.get(crewId),
      })),
      deadHeats: race.draw.deadHeats.map(inOurs),
      ties: race.draw.ties.map(inOurs),
    },
  });
  const {
    race,
    races: list,
    crews: named,
    ...rest
  } = body as {
    race?: Shown;
    races?: Shown[];
    crews?: Properties[];
  };
  const numbered: Properties = rest;
  if (race) numbered.race = raceView(race);
  if (list) numbered.races = list.map(raceView);
  if (named) numbered.crews = named.map(crewView);
  return numbered;
}
