/**
 * Compares the race of the model with that on a service after a write: as timing software, `/v1`, the race office and the
 * board show it, and which ETags and revisions moved.
 */
import assert from 'node:assert/strict';
import { type CourseRace, coursePhase } from '../../src/domain/races/race-phase.ts';
import type { Visitor } from '../support/console.ts';
import type { Provisioned, Reply } from '../support/service.ts';
import type { Seat } from './lockstep.ts';
import { canonical, printInstant } from './model-state.ts';
import { CREWS, START } from './racing-commands.ts';
import type * as model from './racing-model.ts';
import { momentsOf, phaseOf } from './racing-phase.ts';
import { boardView, cameIn, isIn, resultOf, timingView } from './racing-view.ts';
import { differ } from './tell.ts';

/** The race on one service, with what was last read of it. */
export interface Place {
  name: string;
  seat: Seat;
  event: Provisioned;
  person: Visitor;
  raceId: number;
  revision: number;
  timingTag: string;
  schedule: { etag: string; updatedAt: string };
  board: { document: string; revision: number; updatedAt: string } | null;
  /** When a boat last came in; `undefined` while unknown, because the public may not know. */
  lastInAt: string | null | undefined;
}

export const NAMES = new Map(CREWS.map((id) => [id, `Crew ${id}`]));

/** Compares all that can be read. @param askedAt when a write was sent that may have brought a boat in (epoch milliseconds) */
export async function compareReads(
  place: Place,
  before: model.RacingRace,
  race: model.RacingRace,
  {
    isWritten,
    isPublished,
    askedAt,
  }: { isWritten: boolean; isPublished: boolean; askedAt?: number },
): Promise<void> {
  await countEntries(place, isWritten);
  await readTiming(place, before, race);
  await readSchedule(place, before, race);
  const came = askedAt !== undefined && cameIn(before, race);
  if (isPublished) await readBoard(place, race, came, askedAt);
}

/** Checks that the answer to a write shows the race as a read does. */
export function compareAnswer(
  place: Place,
  by: 'key' | 'timing' | 'office',
  { json }: Reply,
  race: model.RacingRace,
): void {
  if (by === 'timing') same(`the answer on ${place.name}`, json, timingView(race, 'r'));
  else if (by === 'office') compareOffice(place, json.race, race);
  else compareLanes(place, json.lanes, race);
}

function same(what: string, shown: unknown, wanted: unknown): void {
  const differences = differencesOf(shown, wanted, '');
  const [answered, expected] = [0, 1].map((side) =>
    differences.map((each) => `${each.path} ${each.sides[side]}`).join(', '),
  );
  assert.ok(differences.length === 0, differ(what, `${answered}`, `${expected}`));
}

interface Difference {
  path: string;
  sides: [string, string];
}

/** The differences between two documents, so that the message about long documents is short. */
function differencesOf(shown: unknown, wanted: unknown, path: string): Difference[] {
  const isObject = (value: unknown) => typeof value === 'object' && value !== null;
  if (!isObject(shown) || !isObject(wanted))
    return Object.is(shown, wanted)
      ? []
      : [{ path, sides: [JSON.stringify(shown), JSON.stringify(wanted)] }];
  const names = new Set([...Object.keys(shown as object), ...Object.keys(wanted as object)]);
  return [...names].flatMap((name) =>
    differencesOf(
      Reflect.get(shown as object, name),
      Reflect.get(wanted as object, name),
      `${path}/${name}`,
    ),
  );
}

async function readTiming(place: Place, before: model.RacingRace, race: model.RacingRace) {
  const { event, seat, timingTag: etag } = place;
  const path = `/timing/v1/events/${event.eventId}/races/r`;
  const headers = { 'if-none-match': etag };
  const reply = await seat.service.send('GET', path, { key: event.key, ...(etag && { headers }) });
  const view = timingView(race, 'r');
  const isSame = etag !== '' && canonical(timingView(before, 'r')) === canonical(view);
  same(`status of GET ${path} on ${place.name}`, reply.status, isSame ? 304 : 200);
  if (reply.status === 304) return;
  same(`GET ${path} on ${place.name}`, reply.json, view);
  place.timingTag = reply.headers.get('etag') ?? '';
}

/** What moves the `ETag` of `/v1`: also a state and a withdrawal, although only the board shows them. */
const inV1 = (race: model.RacingRace) => {
  const { scheduledAt, resultMode, resultVisibility, state, reason, lanes } = race;
  const shown = lanes.map((lane) => {
    const { position, positionLabel, crew, withdrawn } = lane;
    return [position, positionLabel, crew, withdrawn, resultOf(race, lane)];
  });
  return canonical([scheduledAt, resultMode, resultVisibility, state, reason, shown]);
};

/** Decision A10: the `ETag` moves when something that `/v1` shows has changed, and with a delay of a race to come. */
async function readSchedule(place: Place, before: model.RacingRace, race: model.RacingRace) {
  const { event, schedule, name } = place;
  const { etag } = schedule;
  const headers: Record<string, string> = etag === '' ? {} : { 'if-none-match': etag };
  const reply = await event.send('GET', '/schedule', undefined, headers);
  const isScored = (each: model.RacingRace) =>
    each.lanes.some(({ status }) => status !== 'assigned');
  const hasChanged = etag === '' || inV1(before) !== inV1(race);
  const isDelayed = before.delayMinutes !== race.delayMinutes;
  const mayMove = isDelayed && (isScored(before) || isScored(race));
  if (!mayMove || hasChanged)
    same(`status of GET /schedule on ${name}`, reply.status, hasChanged || isDelayed ? 200 : 304);
  if (reply.status === 304) return;
  const { updatedAt, races } = reply.json;
  const isLater = isAfter(updatedAt, schedule.updatedAt);
  assert.ok(isLater, differ(`updatedAt on ${name}`, updatedAt, `after ${schedule.updatedAt}`));
  compareLanes(place, races[0].lanes, race);
  place.schedule = { etag: reply.headers.get('etag') ?? '', updatedAt };
}

const isAfter = (at: string, other: string) => other === '' || Date.parse(at) > Date.parse(other);

function compareLanes({ name }: Place, shown: object[], race: model.RacingRace): void {
  const wanted = race.lanes.map((lane) => ({
    position: lane.position,
    positionLabel: lane.positionLabel ?? String(lane.position),
    teamExternalId: lane.crew,
    teamName: NAMES.get(lane.crew ?? '') ?? null,
    ...resultOf(race, lane),
  }));
  same(`the lanes of /v1 on ${name}`, shown, wanted);
}

/** The revision of the office: one more for each write that has changed something. */
async function countEntries(place: Place, isWritten: boolean): Promise<void> {
  const { seat, event, name } = place;
  const { count } = await seat.service.database.reads
    .selectFrom('history')
    .where('event_id', '=', event.eventId)
    .select(({ fn }) => fn.max('number').as('count'))
    .executeTakeFirstOrThrow();
  place.revision += isWritten ? 1 : 0;
  same(`the entries of the history on ${name}`, Number(count), place.revision);
}

/** Compares the document of the office. It is seldom built anew, and so is read seldom. */
export async function readOffice(place: Place, race: model.RacingRace): Promise<void> {
  const { person, event, revision, name } = place;
  const { json } = await person.send('GET', `/events/${event.eventId}/office`);
  same(`the revision of the office on ${name}`, json.revision, revision);
  compareOffice(place, json.races[0], race);
}

/** The office document has the same properties as `/timing/v1`. */
// biome-ignore lint/suspicious/noExplicitAny: a race of the office.
function compareOffice({ name }: Place, shown: any, race: model.RacingRace): void {
  const { entries, ...facts } = timingView(race, 'r');
  const wanted = {
    ...facts,
    ...{ state: race.state, reason: race.reason },
    lanes: entries.map(({ teamExternalId: _, ...lane }) => lane),
  };
  const lanes = shown.lanes.map((lane: object, at: number) => pick(lane, wanted.lanes[at] ?? {}));
  same(`the race of the office on ${name}`, { ...pick(shown, wanted), lanes }, wanted);
}

function pick(value: object, like: object) {
  return Object.fromEntries(Object.keys(like).map((key) => [key, Reflect.get(value, key)]));
}

async function readBoard(place: Place, race: model.RacingRace, came: boolean, askedAt = 0) {
  const { event, seat, board, name } = place;
  const reply = await seat.service.send('GET', `/board/api/events/${event.eventId}`);
  const { revision, updatedAt, ...document } = reply.json;
  const [shown] = document.races;
  const wanted = boardView(race);
  const lanes = shown.lanes.map((lane: object, at: number) => pick(lane, wanted.lanes[at] ?? {}));
  same(`the board on ${name}`, { ...pick(shown, wanted), lanes }, wanted);
  compareLastIn(place, shown, race, came, askedAt);
  comparePhases(place, shown, race);
  if (race.resultVisibility === 'hidden') same(`resultsAt on ${name}`, shown.resultsAt, null);
  const text = canonical(document);
  if (board) {
    const hasMoved = revision > board.revision && isAfter(updatedAt, board.updatedAt);
    const isHeld = revision === board.revision && updatedAt === board.updatedAt;
    const isSame = text === board.document;
    const difference = differ(
      `the board on ${name}`,
      `${revision} ${text}`,
      `${board.revision} ${board.document}`,
    );
    assert.ok(isSame ? isHeld : hasMoved, `its revision moves when it changes: ${difference}`);
  }
  place.board = { document: text, revision, updatedAt };
}

/**
 * Pages and service use one function, `coursePhase`, for the phase of a race by document and clock. It is checked around all
 * moments that matter, as if a boat had last come in soon after the start, or long after it.
 */
function comparePhases({ name }: Place, shown: CourseRace, race: model.RacingRace): void {
  for (const lastInAt of [START + 400_000, START + 5.5 * 3_600_000]) {
    const document = { ...shown, lastInAt: shown.lastInAt && printInstant(lastInAt) };
    const moments = momentsOf(race, lastInAt);
    const wanted = moments.map((now) => phaseOf(race, lastInAt, now));
    const phases = moments.map((now) => coursePhase(document, now));
    const at = moments.findIndex((_, index) => phases[index] !== wanted[index]);
    const what = `the phase on ${name} at ${new Date(moments[at] ?? 0).toISOString()}`;
    assert.ok(at < 0, differ(what, `${phases[at]}`, `${wanted[at]}`));
  }
}

function compareLastIn(
  place: Place,
  { lastInAt }: { lastInAt: string | null },
  race: model.RacingRace,
  came: boolean,
  askedAt: number,
): void {
  // No boat is in any more.
  if (!race.lanes.some(isIn)) place.lastInAt = null;
  const { name, lastInAt: known } = place;
  const { resultVisibility } = race;
  const isMasked = resultVisibility !== 'full';
  if (came) place.lastInAt = isMasked ? undefined : lastInAt;
  if (resultVisibility === 'hidden') same(`lastInAt on ${name}`, lastInAt, null);
  else if (came) {
    const at = Date.parse(lastInAt ?? '');
    const least = isMasked ? askedAt - 60_000 : askedAt;
    assert.ok(at >= least && at <= Date.now(), differ(`lastInAt on ${name}`, `${lastInAt}`, 'now'));
    if (isMasked) assert.equal(at % 60_000, 0, `lastInAt is cut to the minute on ${name}`);
  } else if (known !== undefined) {
    const minute = known && printInstant(Math.floor(Date.parse(known) / 60_000) * 60_000);
    same(`lastInAt on ${name}`, lastInAt, isMasked ? minute : known);
  } else if (!isMasked) place.lastInAt = lastInAt;
}
