/**
 * What the contract of racing says one race is: what is kept of it, how times of day become times, who crews take along
 * to another lane, and how each write is answered. Written from the contract alone, by somebody who had not read the service.
 */
import { parseInstant } from './payload-rules.ts';
import {
  type Body,
  type Element,
  type EntryWrite,
  inOrder,
  wrongInBody,
  wrongInResults,
} from './racing-payloads.ts';

export type Kind = 'lanes' | 'head';
export type Status = 'assigned' | 'finished' | 'dns' | 'dnf' | 'dsq';
export type Visibility = 'hidden' | 'placesOnly' | 'full';

export interface RacingLane {
  position: number;
  positionLabel: string | null;
  /** An externalId. */
  crew: string | null;
  status: Status;
  /** As stored: of times of day, or typed. */
  finishTimeMillis: number | null;
  finishPlace: number | null;
  penaltyMillis: number | null;
  startedAt: number | null;
  finishedAt: number | null;
  /** A planned start that was given, counted from the planned start of the race. */
  plannedMillis: number | null;
  category: string | null;
  allowanceMillis: number | null;
  outOfCompetition: boolean;
  withdrawn: boolean;
}

export interface RacingRace {
  scheduledAt: number;
  delayMinutes: number;
  resultMode: 'timed' | 'placesOnly';
  resultVisibility: Visibility;
  state: 'planned' | 'postponed';
  kind: Kind | null;
  startIntervalSeconds: number | null;
  startedAt: number | null;
  closed: boolean;
  clockOffsetMillis: number;
  /** By position. */
  lanes: RacingLane[];
}

/** A write is done, or refused with all that is wrong, in the order of the document. */
export type Verdict = { status: 200 } | { status: 409 } | { status: 422; fields: string[] };

export const DONE: Verdict = { status: 200 };
const MAX_MILLIS = 2_147_483_647;

const NOBODYS = { category: null, allowanceMillis: null, outOfCompetition: false };
const NOTHING = {
  ...{ status: 'assigned' as const, finishTimeMillis: null, finishPlace: null },
  ...{ penaltyMillis: null, startedAt: null, finishedAt: null, plannedMillis: null },
};

export function newRacingRace(
  scheduledAt: number,
  resultVisibility: Visibility,
  crews: (string | null)[],
): RacingRace {
  return {
    ...{ scheduledAt, delayMinutes: 0, resultMode: 'timed', resultVisibility, state: 'planned' },
    ...{ kind: null, startIntervalSeconds: null, startedAt: null, closed: false },
    clockOffsetMillis: 0,
    lanes: crews.map((crew, index) => emptyLane(index + 1, null, crew)),
  };
}

function emptyLane(
  position: number,
  positionLabel: string | null,
  crew: string | null,
): RacingLane {
  return { position, positionLabel, crew, ...NOTHING, ...NOBODYS, withdrawn: false };
}

export function kindOf({ kind, startIntervalSeconds }: RacingRace): Kind {
  return kind ?? (startIntervalSeconds === null ? 'lanes' : 'head');
}

/** When a lane started: by its own clock, else with all others. */
function startOf(race: RacingRace, lane: RacingLane): number | null {
  return lane.startedAt ?? (kindOf(race) === 'lanes' ? race.startedAt : null);
}

/** The time that its times of day make; null where one of them is missing. */
function differenceOf(race: RacingRace, lane: RacingLane): number | null {
  const start = startOf(race, lane);
  if (start === null || lane.finishedAt === null) return null;
  return lane.finishedAt + race.clockOffsetMillis - start;
}

/** Rules 1, 2 and 4 of times of day, after something was written. */
function derive(before: RacingRace, race: RacingRace): void {
  for (const lane of race.lanes) {
    const was = before.lanes.find(({ position }) => position === lane.position);
    const difference = differenceOf(race, lane);
    if (difference !== null) {
      lane.finishTimeMillis = difference;
      if (lane.status === 'assigned' || lane.status === 'dns') lane.status = 'finished';
    } else if (was && differenceOf(before, was) !== null) {
      // A result that came in place of them has said what is so now.
      if (was.finishTimeMillis !== lane.finishTimeMillis) continue;
      lane.finishTimeMillis = null;
      const keepsPlace = race.resultMode === 'placesOnly' && lane.finishPlace !== null;
      if (lane.status === 'finished' && !keepsPlace) lane.status = 'assigned';
    }
    if (lane.status !== 'assigned') lane.withdrawn = false;
  }
}

/** `PATCH`, by timing software or the office. Nothing is changed where it is refused. */
export function patch(race: RacingRace, body: Body): Verdict {
  const wrong = wrongInBody(body);
  if (wrong.length > 0) return { status: 422, fields: wrong };
  const after = structuredClone(race);
  writeRace(after, body);
  const fields: string[] = [];
  const written = (body.entries ?? []).flatMap((entry, at, entries) => {
    const path = `entries[${at}]`;
    const lanes = entries.slice(0, at + 1).map((each) => laneNamed(after, each));
    const misnamed = misnaming(entry, lanes, path);
    const lane = lanes[at];
    fields.push(...misnamed);
    return misnamed.length > 0 || !lane ? [] : [{ entry, lane, path }];
  });
  for (const { entry, lane, path } of written) {
    fields.push(...nobodysProperties(entry, lane, path));
    writeEntry(after, lane, entry);
  }
  startWithFirst(race, after);
  derive(race, after);
  for (const { entry, lane, path } of written) {
    const isDenied = entry.status === 'finished' && lane.status !== 'finished';
    if (isDenied) fields.push(`${path}.status`);
  }
  fields.push(...impossibleTimes(after, body, written));
  if (fields.length > 0) return { status: 422, fields: inOrder(fields) };
  Object.assign(race, after);
  return DONE;
}

/** An element of a write, and the lane that it names. */
interface Written {
  entry: EntryWrite;
  lane: RacingLane;
  path: string;
}

function writeRace(race: RacingRace, body: Body): void {
  if (body.kind !== undefined) race.kind = body.kind;
  if (body.startIntervalSeconds !== undefined)
    race.startIntervalSeconds = body.startIntervalSeconds;
  if (body.startedAt !== undefined) race.startedAt = instant(body.startedAt);
  if (body.closed !== undefined) race.closed = body.closed;
  if (body.clockOffsetMillis !== undefined) race.clockOffsetMillis = body.clockOffsetMillis ?? 0;
}

const labelOf = ({ positionLabel, position }: RacingLane) => positionLabel ?? String(position);

function laneNamed(race: RacingRace, { position, positionLabel }: EntryWrite) {
  if (position !== undefined) return race.lanes.find((lane) => lane.position === position);
  const found = race.lanes.filter((lane) => labelOf(lane) === positionLabel);
  return found.length === 1 ? found[0] : undefined;
}

/** @param named the lanes that the elements up to this one name */
function misnaming(entry: EntryWrite, named: (RacingLane | undefined)[], path: string): string[] {
  const { position, positionLabel } = entry;
  const lane = named.at(-1);
  if (!lane || named.indexOf(lane) < named.length - 1)
    return [`${path}.${position === undefined ? 'positionLabel' : 'position'}`];
  const disagree = position !== undefined && positionLabel !== undefined;
  return disagree && labelOf(lane) !== positionLabel ? [`${path}.positionLabel`] : [];
}

/** What belongs to a crew cannot be said of nobody. */
function nobodysProperties(entry: EntryWrite, { crew }: RacingLane, path: string): string[] {
  if (crew !== null) return [];
  const isSaid = (name: keyof typeof NOBODYS) => (entry[name] ?? NOBODYS[name]) !== NOBODYS[name];
  return (['category', 'outOfCompetition', 'allowanceMillis'] as const)
    .filter(isSaid)
    .map((name) => `${path}.${name}`);
}

function writeEntry(race: RacingRace, lane: RacingLane, entry: EntryWrite): void {
  const { category, outOfCompetition, allowanceMillis, plannedStartAt } = entry;
  if (category !== undefined) lane.category = category?.normalize('NFC').trim() ?? null;
  if (outOfCompetition !== undefined) lane.outOfCompetition = outOfCompetition;
  if (allowanceMillis !== undefined) lane.allowanceMillis = allowanceMillis;
  if (plannedStartAt !== undefined) {
    const at = instant(plannedStartAt);
    lane.plannedMillis = at === null ? null : at - race.scheduledAt;
  }
  if (entry.startedAt !== undefined) lane.startedAt = instant(entry.startedAt);
  if (entry.finishedAt !== undefined) lane.finishedAt = instant(entry.finishedAt);
  if (entry.penaltyMillis !== undefined) lane.penaltyMillis = entry.penaltyMillis;
  judge(race, lane, entry);
}

function judge(race: RacingRace, lane: RacingLane, { status, penaltyMillis }: EntryWrite): void {
  if (status === undefined || status === 'finished') return;
  lane.status = status;
  if (status === 'dns') {
    const { plannedMillis } = lane;
    Object.assign(lane, NOTHING, { status, plannedMillis });
  }
  // With both times it is finished again; else nothing is left of a result.
  if (status === 'assigned' && differenceOf(race, lane) === null) {
    Object.assign(lane, { finishTimeMillis: null, finishPlace: null });
    lane.penaltyMillis = penaltyMillis ?? null;
  }
}

/** The first boat of a head race starts the race. */
function startWithFirst(before: RacingRace, race: RacingRace): void {
  if (kindOf(race) !== 'head' || race.startedAt !== null) return;
  const hadStart = ({ position }: RacingLane) =>
    before.lanes.some((lane) => lane.position === position && lane.startedAt !== null);
  const starts = race.lanes
    .filter((lane) => !hadStart(lane))
    .flatMap(({ startedAt }) => startedAt ?? []);
  if (starts.length > 0) race.startedAt = Math.min(...starts);
}

/** Each on the property that made it so. */
function impossibleTimes(race: RacingRace, body: Body, written: Written[]): string[] {
  const fields = race.lanes.flatMap((lane) => {
    const difference = differenceOf(race, lane);
    if (difference === null || (difference > 0 && difference <= MAX_MILLIS)) return [];
    const { entry, path } = written.find((each) => each.lane === lane) ?? {};
    if (entry?.finishedAt !== undefined) return [`${path}.finishedAt`];
    if (entry?.startedAt !== undefined) return [`${path}.startedAt`];
    const ofRace = ['startedAt', 'clockOffsetMillis', 'kind', 'startIntervalSeconds'] as const;
    return [ofRace.find((name) => body[name] !== undefined) ?? 'nothing'];
  });
  return [...new Set(fields)];
}

/** `PUT results`, by `/v1` or the office: each element replaces a result whole (rule 3). */
export function putResults(race: RacingRace, results: Element[]): Verdict {
  const wrong = wrongInResults(results);
  if (wrong.length > 0) return { status: 422, fields: wrong };
  const forbidden = race.resultMode === 'timed' ? 'finishPlace' : 'finishTimeMillis';
  const fields = results.some((each) => (each[forbidden] ?? null) !== null) ? ['results'] : [];
  const laneOf = (at: unknown) => race.lanes.find(({ position }) => position === at);
  results.forEach(({ position }, at) => {
    if (!laneOf(position)) fields.push(`results[${at}].position`);
  });
  if (fields.length > 0) return { status: 422, fields };
  const before = structuredClone(race);
  for (const result of results) replaceResult(race, laneOf(result.position), result);
  derive(before, race);
  return DONE;
}

function replaceResult(race: RacingRace, lane: RacingLane | undefined, result: Element): void {
  if (!lane) return;
  const status = (result.status as Status) ?? 'finished';
  const time = (result.finishTimeMillis as number | null) ?? null;
  if (status === 'assigned' || status === 'dns') lane.startedAt = lane.finishedAt = null;
  // Who is judged without a time keeps both, and their difference.
  else if (time === null && status !== 'finished') lane.finishTimeMillis = null;
  else if (time === null || time !== lane.finishTimeMillis) lane.finishedAt = null;
  lane.status = status;
  lane.finishTimeMillis = time ?? differenceOf(race, lane);
  lane.finishPlace = (result.finishPlace as number | null) ?? null;
  lane.penaltyMillis = (result.penaltyMillis as number | null) ?? null;
}

export interface DrawnLane {
  position: number;
  positionLabel?: string | null;
  teamExternalId: string | null;
}

/** `PUT entries`: what belongs to a crew moves with it, times stay with the lane. */
export function putEntries(race: RacingRace, drawn: DrawnLane[]): Verdict {
  const repeated = drawn.flatMap(({ position }, at) =>
    drawn.findIndex((each) => each.position === position) < at ? [`lanes[${at}].position`] : [],
  );
  if (repeated.length > 0) return { status: 422, fields: repeated };
  const crews = drawn.flatMap(({ teamExternalId }) => teamExternalId ?? []);
  const isLeftBehind = race.lanes.some(
    ({ position, crew }) =>
      crew !== null && crews.includes(crew) && !drawn.some((each) => each.position === position),
  );
  if (new Set(crews).size < crews.length || isLeftBehind) return { status: 409 };
  const before = structuredClone(race);
  race.lanes = drawn
    .map(({ position, positionLabel = null, teamExternalId: crew }) => {
      const lane = before.lanes.find((each) => each.position === position);
      const isEmptied = lane && lane.crew !== null && crew === null;
      const came = before.lanes.find((each) => crew !== null && each.crew === crew);
      const blank = emptyLane(position, positionLabel, crew);
      const stays = !lane || isEmptied ? blank : { ...lane, positionLabel, crew };
      const { category, allowanceMillis, outOfCompetition, withdrawn } = came ?? blank;
      return { ...stays, category, allowanceMillis, outOfCompetition, withdrawn };
    })
    .sort((a, b) => a.position - b.position);
  derive(before, race);
  return DONE;
}

/** The office postpones a race, or takes that back. */
export function setState(race: RacingRace, state: RacingRace['state']): Verdict {
  const before = structuredClone(race);
  race.state = state;
  if (state === 'postponed') Object.assign(race, { startedAt: null, closed: false });
  derive(before, race);
  return DONE;
}

/** The office takes the crew of a lane out of the race, or puts it back. */
export function setWithdrawn(race: RacingRace, position: number, withdrawn: boolean): Verdict {
  const lane = race.lanes.find((each) => each.position === position);
  if (!lane || lane.crew === null || lane.status !== 'assigned') return { status: 409 };
  lane.withdrawn = withdrawn;
  return DONE;
}

function instant(text: string | null): number | null {
  return text === null ? null : (parseInstant(text) ?? null);
}
