/**
 * All that was typed for one race: the result that each lane would have, the order of finish as somebody calls it out, the
 * places that follow, what is wrong, and what is sent. Pure. What has not been typed stays as stored, and is not sent.
 */
import type { OfficeRace } from '../../../../../../src/contract/console/office.ts';
import type { OfficeResultsWrite } from '../../../../../../src/contract/console/office-writes.ts';
import type { ResultMode } from '../../../../../../src/contract/fields.ts';
import type { LaneResult } from '../../../../../../src/domain/draw/lane.ts';
import {
  type FieldLane,
  fieldOf,
  isAwaited,
  isEntered,
  shownResults,
  totalMillis,
} from '../../../../../../src/domain/results/standings.ts';
import type { IsDropped } from '../../conflicts/conflicts.ts';
import { readTyped, type Typed } from './typed-result.ts';

interface OrderLane {
  position: number;
  positionLabel: string;
}

interface FinishOrder {
  /** Places by position: one more than the number of lanes before; level lanes share one. */
  places: ReadonlyMap<number, number>;
  /** The first thing that is wrong. */
  trouble?: { kind: 'unknown' | 'twice'; label: string };
}

/** @param lanes those with a crew */
export function readFinishOrder(text: string, lanes: readonly OrderLane[]): FinishOrder {
  const positions = new Map(lanes.map((lane) => [plain(lane.positionLabel), lane.position]));
  const places = new Map<number, number>();
  let trouble: FinishOrder['trouble'];
  for (const group of groupsOf(plain(text), positions)) {
    const place = places.size + 1;
    for (const label of group) {
      const position = positions.get(label);
      if (position === undefined) trouble ??= { kind: 'unknown', label };
      else if (places.has(position)) trouble ??= { kind: 'twice', label };
      else places.set(position, place);
    }
  }
  return trouble ? { places, trouble } : { places };
}

/** The order with one more lane at its end, as a tap on the lane adds it. */
export function withNext(text: string, label: string): string {
  const before = text.trim().replace(/,$/, '');
  return before === '' ? label : `${before} ${label}`;
}

/** Lanes in their order of finish, then the others by position. */
function inFinishOrder<Lane extends { position: number }>(
  lanes: readonly Lane[],
  { places }: FinishOrder,
): Lane[] {
  const place = ({ position }: Lane) => places.get(position) ?? Number.MAX_SAFE_INTEGER;
  return [...lanes].sort((a, b) => place(a) - place(b) || a.position - b.position);
}

/** Labels in the order typed; lanes that were level form one group. */
function groupsOf(text: string, known: ReadonlyMap<string, number>): string[][] {
  const isShort = [...known.keys()].every((label) => label.length === 1);
  return text
    .replace(/\s*=\s*/g, '=')
    .split(/[\s,;]+/)
    .filter((word) => word !== '')
    .flatMap((word) => {
      if (word.includes('=')) return [word.split('=').filter((label) => label !== '')];
      // `314` where every lane has one digit.
      return isShort && !known.has(word) ? [...word].map((label) => [label]) : [[word]];
    });
}

function plain(text: string): string {
  return text.normalize('NFKC').trim().toLowerCase();
}

export type EntryLane = OfficeRace['lanes'][number];

interface LaneEntry {
  lane: EntryLane;
  /** `undefined` where nothing was typed. */
  typed: Typed | undefined;
  /** The result as it would be stored; the stored one where the typed text is not valid. */
  result: LaneResult;
  /** The place as it would be; the order of finish gives it until there is a time. */
  place: number | null;
  /** Its time is better than that of a crew that finished before it. */
  isOutOfOrder: boolean;
}

export interface FieldEntry {
  /** Lanes with a crew, in the order in which they are typed. */
  lanes: readonly LaneEntry[];
  order: ReturnType<typeof readFinishOrder>;
  /** Positions with a text that cannot be sent, in the order of the lanes. */
  wrong: readonly number[];
  /** How many lanes would change. */
  changes: number;
  /** How many crews row, without those that have withdrawn (console, "Withdrawn"). */
  entered: number;
  /** How many of them would have a result. */
  scored: number;
}

/** What was typed, by position, and the order of finish as it was typed. */
interface TypedTexts {
  lanes: ReadonlyMap<number, string>;
  order: string;
}

/** The lanes that results can be typed for. */
export function crewedLanes({ lanes }: Pick<OfficeRace, 'lanes'>): EntryLane[] {
  return lanes.filter(({ crewId }) => crewId !== null);
}

/** The results that the typed texts give a race. */
export function fieldEntry(
  race: Pick<OfficeRace, 'lanes' | 'resultMode'>,
  texts: TypedTexts,
): FieldEntry {
  const { resultMode } = race;
  const order = readFinishOrder(texts.order, crewedLanes(race));
  const ofOrder = resultMode === 'placesOnly' ? order.places : new Map<number, number>();
  const rows = inFinishOrder(crewedLanes(race), order).map((lane) => {
    const text = texts.lanes.get(lane.position);
    const place = ofOrder.get(lane.position);
    const typed =
      text !== undefined
        ? readTyped(text, resultMode, lane)
        : place === undefined
          ? undefined
          : readTyped(String(place), resultMode, lane);
    return { lane, typed, result: typed?.kind === 'result' ? typed.result : resultOf(lane) };
  });
  const shown = shownResults(
    resultMode,
    rows.map(({ lane, result }) => ranked(lane, result)),
  );
  const lanes = rows.map((row, index) => {
    const isOpen = row.result.status === 'assigned';
    const place = shown[index]?.finishPlace ?? null;
    return {
      ...row,
      place: isOpen ? (order.places.get(row.lane.position) ?? null) : place,
      isOutOfOrder: resultMode === 'timed' && isFasterThanBefore(row, rows, order.places),
    };
  });
  return {
    lanes,
    order,
    wrong: lanes.flatMap(({ lane, typed }) =>
      typed && typed.kind !== 'result' ? [lane.position] : [],
    ),
    changes: lanes.filter(
      ({ lane, typed, result }) => typed && !isSame(resultOf(lane), result, resultMode),
    ).length,
    ...fieldOf(lanes.map(laneAfter)),
  };
}

/** A result with the other values that decide its place (racing, "Categories, allowance, out of competition"). */
export function ranked<Result extends LaneResult>(
  { allowanceMillis, outOfCompetition }: Pick<EntryLane, 'allowanceMillis' | 'outOfCompetition'>,
  result: Result,
) {
  return { ...result, allowanceMillis, outOfCompetition };
}

/** The four values of a lane that are its result. */
export function resultOf({
  status,
  finishTimeMillis,
  finishPlace,
  penaltyMillis,
}: LaneResult): LaneResult {
  return { status, finishTimeMillis, finishPlace, penaltyMillis };
}

/**
 * The body of `PUT results` without `seen`: the whole result of each lane that was typed, unless it is as stored.
 *
 * @param stored the lanes as they are stored now
 * @param isDropped lanes that the person has given up for what others have stored
 * @returns `undefined` when nothing is left to send
 */
export function resultsBody(
  raceId: number,
  stored: Pick<OfficeRace, 'lanes' | 'resultMode'>,
  results: ReadonlyMap<number, LaneResult>,
  isDropped: IsDropped,
): Omit<OfficeResultsWrite, 'seen'> | undefined {
  const sent = [...results].flatMap(([position, typed]): [number, LaneResult][] => {
    if (isDropped({ subject: 'lane', id: raceId, position }, '')) return [];
    const lane = stored.lanes.find((each) => each.position === position);
    const isNew = !lane || !isSame(resultOf(lane), typed, stored.resultMode);
    return isNew ? [[position, typed]] : [];
  });
  if (sent.length === 0) return undefined;
  return {
    results: sent.map(([position, result]) => ({
      position,
      status: result.status,
      penaltyMillis: result.penaltyMillis,
      ...(stored.resultMode === 'timed'
        ? { finishTimeMillis: result.finishTimeMillis }
        : { finishPlace: result.finishPlace }),
    })),
  };
}

/**
 * The position after one, in the order of the lanes: the next with a crew that rows, even if it has a result, because a person
 * who types a whole race counts the lanes and does not look where the cursor is; else the next lane; else `undefined`.
 */
export function nextPosition(lanes: readonly LaneEntry[], position: number): number | undefined {
  const index = lanes.findIndex(({ lane }) => lane.position === position);
  const later = lanes.slice(index + 1);
  return (later.find((row) => isEntered(laneAfter(row))) ?? later[0])?.lane.position;
}

/** The lane where typing begins: the first without a result, else the first. */
export function firstPosition(lanes: readonly LaneEntry[]): number | undefined {
  return (lanes.find(isOpen) ?? lanes[0])?.lane.position;
}

/** Whether a result is waited for. */
export function isOpen(row: LaneEntry): boolean {
  return isAwaited(laneAfter(row));
}

/** A lane as it would be: any status but `assigned` ends the withdrawal of its crew (console, "Withdrawn"). */
function laneAfter({ lane, result: { status } }: LaneEntry): FieldLane {
  return { crewId: lane.crewId, status, withdrawn: lane.withdrawn && status === 'assigned' };
}

function isFasterThanBefore(
  row: { lane: EntryLane; result: LaneResult },
  rows: readonly { lane: EntryLane; result: LaneResult }[],
  places: ReadonlyMap<number, number>,
): boolean {
  const [place, total] = [places.get(row.lane.position), totalMillis(row.result)];
  if (place === undefined || total === null) return false;
  return rows.some(({ lane, result }) => {
    const other = totalMillis(result);
    return other !== null && other > total && (places.get(lane.position) ?? place) < place;
  });
}

/** Whether two results are the same; in a timed race without the place, which is derived. */
function isSame(a: LaneResult, b: LaneResult, resultMode: ResultMode): boolean {
  const isMark = a.status === b.status && (a.penaltyMillis ?? 0) === (b.penaltyMillis ?? 0);
  return resultMode === 'timed'
    ? isMark && a.finishTimeMillis === b.finishTimeMillis
    : isMark && a.finishPlace === b.finishPlace;
}
