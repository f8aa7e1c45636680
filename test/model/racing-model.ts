/**
 * One race as the contract of racing defines it: its properties, how times of day become finish times, what crews take along
 * to another lane, and the answer to each write. Written from the contract alone, by somebody who had not read the service.
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
  /** As stored: derived from times of day, or typed. */
  finishTimeMillis: number | null;
  finishPlace: number | null;
  penaltyMillis: number | null;
  startedAt: number | null;
  finishedAt: number | null;
  /** A planned start of its own, in milliseconds from the planned start of the race. */
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
  state: 'planned' | 'cancelled' | 'postponed';
  reason: string | null;
  kind: Kind | null;
  startIntervalSeconds: number | null;
  startedAt: number | null;
  closed: boolean;
  clockOffsetMillis: number;
  /** In the order of their positions. */
  lanes: RacingLane[];
}

/** The parts of a write that may conflict with what a page has not seen. */
export interface Sent {
  /** The race with the values that are sent in place of the stored ones, before anything is derived. */
  said?: RacingRace;
  /** The positions of the lanes whose crews the write means, also of lanes that do not exist. */
  positions?: number[];
}

/** A write is done, or refused with all that is wrong, in the order of the document. */
export type Verdict =
  /** `written` is the race before times are derived; left out where none are. */
  | (Sent & { status: 200; written?: RacingRace })
  /** `changed` are the keys of what others have changed since the page was shown. */
  | { status: 409; changed?: string[] }
  | (Sent & { status: 422; fields: string[] });

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
    ...{ scheduledAt, delayMinutes: 0, resultMode: 'timed', resultVisibility },
    ...{ state: 'planned', reason: null, kind: null, startIntervalSeconds: null },
    ...{ startedAt: null, closed: false, clockOffsetMillis: 0 },
    lanes: crews.map((crew, index) => emptyLane(index + 1, null, crew)),
  };
}

export function emptyLane(
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

/** The milliseconds between the times of day of a lane; null when one of them is missing. */
function differenceOf(race: RacingRace, lane: RacingLane): number | null {
  const start = startOf(race, lane);
  if (start === null || lane.finishedAt === null) return null;
  return lane.finishedAt + race.clockOffsetMillis - start;
}

/** Applies rules 1, 2 and 4 of times of day after a write. @returns the race as it was written, without derived times */
export function derive(before: RacingRace, race: RacingRace): RacingRace {
  const written = structuredClone(race);
  for (const lane of race.lanes) {
    const was = before.lanes.find(({ position }) => position === lane.position);
    const difference = differenceOf(race, lane);
    if (difference !== null) {
      lane.finishTimeMillis = difference;
      if (lane.status === 'assigned' || lane.status === 'dns') lane.status = 'finished';
    } else if (was && differenceOf(before, was) !== null) {
      // A result was sent in place of the times of day, and stays.
      if (was.finishTimeMillis !== lane.finishTimeMillis) continue;
      lane.finishTimeMillis = null;
      const keepsPlace = race.resultMode === 'placesOnly' && lane.finishPlace !== null;
      if (lane.status === 'finished' && !keepsPlace)
        Object.assign(lane, { status: 'assigned', finishPlace: null });
    }
    if (lane.status !== 'assigned') lane.withdrawn = false;
  }
  return written;
}

/** `PATCH`, by timing software or the office. Nothing is changed when it is refused. */
export function patch(race: RacingRace, body: Body): Verdict {
  const wrong = wrongInBody(body);
  if (wrong.length > 0) return { status: 422, fields: wrong };
  const [after, said] = [structuredClone(race), structuredClone(race)];
  for (const each of [after, said]) writeRace(each, body);
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
    judge(after, lane, entry);
    const sent = laneAt(said, lane.position) as RacingLane;
    writeEntry(said, sent, entry);
    sent.status = entry.status ?? sent.status;
  }
  const positions = (body.entries ?? []).flatMap(
    (entry) => entry.position ?? laneNamed(race, entry)?.position ?? [],
  );
  startWithFirst(race, after);
  const asWritten = derive(race, after);
  for (const { entry, lane, path } of written) {
    const isDenied = entry.status === 'finished' && lane.status !== 'finished';
    if (isDenied) fields.push(`${path}.status`);
  }
  fields.push(...impossibleTimes(after, body, written));
  const sent = { said, positions };
  if (fields.length > 0) return { status: 422, fields: inOrder(fields), ...sent };
  Object.assign(race, after);
  return { status: 200, written: asWritten, ...sent };
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

export const laneAt = ({ lanes }: RacingRace, at: unknown) =>
  lanes.find(({ position }) => position === at);
const labelOf = ({ positionLabel, position }: RacingLane) => positionLabel ?? String(position);

function laneNamed(race: RacingRace, { position, positionLabel }: EntryWrite) {
  if (position !== undefined) return laneAt(race, position);
  const found = race.lanes.filter((lane) => labelOf(lane) === positionLabel);
  return found.length === 1 ? found[0] : undefined;
}

/** @param named the lanes that the elements up to this one name, this one's last */
function misnaming(entry: EntryWrite, named: (RacingLane | undefined)[], path: string): string[] {
  const { position, positionLabel } = entry;
  const lane = named.at(-1);
  if (!lane || named.indexOf(lane) < named.length - 1)
    return [`${path}.${position === undefined ? 'positionLabel' : 'position'}`];
  const disagree = position !== undefined && positionLabel !== undefined;
  return disagree && labelOf(lane) !== positionLabel ? [`${path}.positionLabel`] : [];
}

/** What belongs to a crew cannot be set in a lane without one. */
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
}

function judge(race: RacingRace, lane: RacingLane, { status, penaltyMillis }: EntryWrite): void {
  if (status === undefined || status === 'finished') return;
  lane.status = status;
  if (status === 'dns') {
    const { plannedMillis } = lane;
    Object.assign(lane, NOTHING, { status, plannedMillis });
  }
  // With both times of day the lane is finished again; else its result is cleared.
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

/** Times that are not possible (0 or less, or too long), each as the field that caused it. */
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
  results.forEach(({ position }, at) => {
    if (!laneAt(race, position)) fields.push(`results[${at}].position`);
  });
  const [before, said] = [structuredClone(race), structuredClone(race)];
  for (const result of results)
    Object.assign(laneAt(said, result.position) ?? {}, resultIn(result));
  const sent = { said, positions: results.map(({ position }) => position as number) };
  if (fields.length > 0) return { status: 422, fields, ...sent };
  for (const result of results) replaceResult(race, laneAt(race, result.position), result);
  return { status: 200, written: derive(before, race), ...sent };
}

/** An element replaces a result whole: what is left out is cleared. */
function resultIn({ status, finishTimeMillis, finishPlace, penaltyMillis }: Element) {
  return {
    status: (status as Status) ?? 'finished',
    finishTimeMillis: (finishTimeMillis as number | null) ?? null,
    finishPlace: (finishPlace as number | null) ?? null,
    penaltyMillis: (penaltyMillis as number | null) ?? null,
  };
}

function replaceResult(race: RacingRace, lane: RacingLane | undefined, result: Element): void {
  if (!lane) return;
  const { finishTimeMillis: time, ...rest } = resultIn(result);
  const { status } = rest;
  if (status === 'assigned' || status === 'dns') lane.startedAt = lane.finishedAt = null;
  // A boat that gets `dnf` or `dsq` without a time keeps its times of day, and the time between them.
  else if (time === null && status !== 'finished') lane.finishTimeMillis = null;
  else if (time === null || time !== lane.finishTimeMillis) lane.finishedAt = null;
  Object.assign(lane, rest, { finishTimeMillis: time ?? differenceOf(race, lane) });
}

function instant(text: string | null): number | null {
  return text === null ? null : (parseInstant(text) ?? null);
}
