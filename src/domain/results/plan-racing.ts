/**
 * The decision behind `PATCH` of `/timing/v1` and of the race office, for what happens between start and finish of one race
 * (racing, "Interface for timing software").
 */
import type { Violation } from '../../contract/problem.ts';
import type { TimingEntryWrite, TimingWrite } from '../../contract/timing.ts';
import { type Lane, NO_RESULT, NOT_WITHDRAWN } from '../draw/lane.ts';
import { positionLabel, type Race } from '../races/race.ts';
import { raceKind } from '../races/racing.ts';
import { invalid, type Refusal } from '../refusal.ts';
import { elapsedMillis, isPossibleTime, withDerivedTimes } from './derived-times.ts';

/** A stored race, and what the labels of its lanes depend on. */
interface StoredRace {
  race: Race;
  /** By position. */
  lanes: readonly Lane[];
  /** Of the schedule. */
  laneScheme: readonly string[] | null;
}

interface PlannedRacing {
  race: Race;
  lanes: readonly Lane[];
}

/**
 * What is wrong with a write, whatever the race: an entry that is named twice or not at all, and times of a boat that did not
 * start. This needs no stored state, so its 422 comes before the 404 for an unknown race (decision R2).
 */
export function judgeRacing({ entries = [] }: TimingWrite): Refusal | undefined {
  const names = new Set<number | string>();
  const violations = entries.flatMap((entry, index) =>
    objectionsByItself(entry, names).map((objection) => ofEntry(index, objection)),
  );
  return violations.length > 0 ? invalid(violations) : undefined;
}

/** @param names of the entries before: positions, or labels in place of them; that of `entry` is added */
function objectionsByItself(entry: TimingEntryWrite, names: Set<number | string>): Objection[] {
  const objections: Objection[] = [];
  const by = entry.position === undefined ? 'positionLabel' : 'position';
  const name = entry[by];
  if (name === undefined)
    objections.push({ property: 'position', detail: 'is required, or positionLabel' });
  else if (names.has(name))
    objections.push({ property: by, detail: `names ${JSON.stringify(name)} a second time` });
  else names.add(name);
  for (const property of ['startedAt', 'finishedAt'] as const) {
    if (entry.status !== 'dns' || entry[property] == null) continue;
    const detail = 'must be left out with status dns, which clears the times';
    objections.push({ property, detail });
  }
  return objections;
}

/**
 * Decides what a write does to a race and its entries. The times that follow from times of day are derived by the frame.
 *
 * @returns the race and its lanes as the write sets them; or a 422 on every entry that has no lane, is named twice, cannot
 *   have what is sent, or would have an impossible time, in the order of the table of the interface
 */
export function planRacing(
  stored: StoredRace,
  { entries = [], ...ofRace }: TimingWrite,
): PlannedRacing | Refusal {
  const refusal = judgeRacing({ entries });
  if (refusal) return refusal;
  const { race, lanes } = stored;
  const planned = { ...race, ...writtenOfRace(ofRace), ...startKept(race, { entries, ...ofRace }) };
  const named = new NamedLanes(stored);
  const targets = entries.map((entry) => named.find(entry));
  const writes = new Map(targets.map(({ lane }, index) => [lane?.position, entries[index]]));
  const after = lanes.map((lane) => {
    const entry = writes.get(lane.position);
    return entry ? writtenLane(planned, lane, entry) : lane;
  });
  const derived = new Map(
    withDerivedTimes({ race, lanes }, { race: planned, lanes: after }).map((lane) => [
      lane.position,
      lane,
    ]),
  );
  const impossible = [...derived.values()].filter((lane) => isImpossible(planned, lane));
  const violations = [
    ...impossibleForAll(ofRace, impossible, ({ position }) => writes.get(position)),
    ...entries.flatMap((entry, index) => {
      const { lane, objection } = targets[index] as Target;
      const objections = objection ? [objection] : [];
      if (lane) {
        const result = derived.get(lane.position) ?? lane;
        objections.push(...objectionsTo(entry, result, impossible.includes(result)));
      }
      return objections.map((each) => ofEntry(index, each));
    }),
  ];
  return violations.length > 0 ? invalid(violations) : { race: planned, lanes: after };
}

/**
 * The values that a write sends, by the property names of the history, to find conflicts with what its page has not seen.
 *
 * @returns the values for the race, and those for each named lane, also for a position without a lane
 */
export function sentOfRacing(
  stored: StoredRace,
  { entries = [], ...ofRace }: TimingWrite,
): { ofRace: object; ofLanes: { position: number; values: object }[] } {
  const named = new NamedLanes(stored);
  const ofLanes = entries.flatMap((entry) => {
    const { position = named.find(entry).lane?.position, status } = entry;
    if (position === undefined) return [];
    return { position, values: { ...writtenOfEntry(stored.race, entry), status } };
  });
  return { ofRace: writtenOfRace(ofRace), ofLanes };
}

/**
 * Keeps the start of a head race if a write clears it but has the start of the boat that set it: the same write has set it
 * before, and sent a second time it changes nothing (racing, "Interface for timing software").
 */
function startKept(race: Race, { entries = [], startedAt: sent }: TimingWrite) {
  const { startedAt } = race;
  if (sent !== null || startedAt === null || raceKind(race) !== 'head') return {};
  const starts = entries.flatMap((entry) => entry.startedAt ?? []);
  return starts.length > 0 && Math.min(...starts) === startedAt ? { startedAt } : {};
}

function writtenOfRace({
  kind,
  startIntervalSeconds,
  startedAt,
  closed,
  clockOffsetMillis,
}: TimingWrite) {
  return {
    ...(kind !== undefined && { kind }),
    ...(startIntervalSeconds !== undefined && { startIntervalSeconds }),
    ...(startedAt !== undefined && { startedAt }),
    ...(closed !== undefined && { closed }),
    ...(clockOffsetMillis !== undefined && { clockOffsetMillis: clockOffsetMillis ?? 0 }),
  };
}

interface Objection {
  property: keyof TimingEntryWrite;
  detail: string;
}

function ofEntry(index: number, { property, detail }: Objection): Violation {
  return { field: `entries[${index}].${property}`, detail };
}

/** The lane that an entry names, or why it names none. */
interface Target {
  lane?: Lane;
  objection?: Objection;
}

/** Finds lanes by position, or by a label that is unique in the race; each lane may be named once. */
class NamedLanes {
  private readonly byPosition: ReadonlyMap<number, Lane>;
  private readonly byLabel = new Map<string, Lane[]>();
  private readonly found = new Set<Lane>();

  constructor({ race, lanes, laneScheme }: StoredRace) {
    this.byPosition = new Map(lanes.map((lane) => [lane.position, lane]));
    for (const lane of lanes) {
      const label = positionLabel(lane, race.laneScheme, laneScheme);
      this.byLabel.set(label, [...(this.byLabel.get(label) ?? []), lane]);
    }
  }

  find({ position, positionLabel: label }: TimingEntryWrite): Target {
    const lane = position === undefined ? undefined : this.byPosition.get(position);
    if (position !== undefined && !lane)
      return unnamed('position', `names no lane of this race: ${position}; draw the lane first`);
    if (lane && label === undefined) return this.once(lane, 'position');
    const labelled = this.byLabel.get(label as string) ?? [];
    const [only, another] = labelled;
    if (!only)
      return unnamed('positionLabel', `names no lane of this race: ${JSON.stringify(label)}`);
    if (lane)
      return labelled.includes(lane)
        ? this.once(lane, 'position')
        : unnamed('positionLabel', `is not that of position ${position}: ${JSON.stringify(label)}`);
    if (another)
      return unnamed(
        'positionLabel',
        `names several lanes: ${JSON.stringify(label)}; send position`,
      );
    return this.once(only, 'positionLabel');
  }

  private once(lane: Lane, property: Objection['property']): Target {
    if (this.found.has(lane))
      return unnamed(property, `names position ${lane.position} a second time`);
    this.found.add(lane);
    return { lane };
  }
}

function unnamed(property: Objection['property'], detail: string): Target {
  return { objection: { property, detail } };
}

/** The properties of a lane that an entry sets, without the status. */
function writtenOfEntry({ scheduledAt }: Race, entry: TimingEntryWrite) {
  const { plannedStartAt, penaltyMillis } = entry;
  return {
    ...(entry.category !== undefined && { category: entry.category }),
    ...(entry.outOfCompetition !== undefined && { outOfCompetition: entry.outOfCompetition }),
    ...(entry.allowanceMillis !== undefined && { allowanceMillis: entry.allowanceMillis }),
    ...(plannedStartAt !== undefined && {
      plannedStartMillis: plannedStartAt === null ? null : plannedStartAt - scheduledAt,
    }),
    ...(entry.startedAt !== undefined && { startedAt: entry.startedAt }),
    ...(entry.finishedAt !== undefined && { finishedAt: entry.finishedAt }),
    ...(penaltyMillis !== undefined && { penaltyMillis }),
  };
}

/** A lane as an entry of the write sets it. @param race as the write sets it */
function writtenLane(race: Race, lane: Lane, entry: TimingEntryWrite): Lane {
  const judged = judgedLane(race, { ...lane, ...writtenOfEntry(race, entry) }, entry);
  return judged.status === NO_RESULT.status ? judged : { ...judged, ...NOT_WITHDRAWN };
}

function judgedLane(
  race: Race,
  lane: Lane,
  { status, penaltyMillis = null }: TimingEntryWrite,
): Lane {
  switch (status) {
    case 'dns':
      return { ...lane, ...NO_RESULT, status, startedAt: null, finishedAt: null };
    case 'dnf':
    case 'dsq':
      return { ...lane, status };
    case 'assigned':
      // With start and finish, the frame derives time and status again.
      if (elapsedMillis(race, lane) !== null) return { ...lane, status };
      return { ...lane, ...NO_RESULT, penaltyMillis };
    default:
      return lane;
  }
}

/** What is wrong with an entry. @param result the lane as it would be after the write */
function objectionsTo(entry: TimingEntryWrite, result: Lane, isImpossible: boolean): Objection[] {
  const objections: Objection[] = [];
  const refuse = (property: Objection['property'], detail: string) => {
    objections.push({ property, detail });
  };
  if (result.team === null) {
    for (const property of ['category', 'outOfCompetition', 'allowanceMillis'] as const) {
      const value = entry[property];
      if (value !== undefined && value !== null && value !== false)
        refuse(property, 'belongs to a crew, and the lane has none');
    }
  }
  const cause = isImpossible ? timeSent(entry) : undefined;
  if (cause) refuse(cause, impossibleTime(result));
  if (entry.status === 'finished' && result.status !== 'finished')
    refuse('status', 'is only for an entry that has a start and a finish; send its finishedAt');
  return objections;
}

/** The time of day that an entry sends. A start that is cleared counts as sent: the boat then starts with its race. */
function timeSent({ startedAt, finishedAt }: TimingEntryWrite) {
  if (finishedAt !== undefined) return 'finishedAt';
  return startedAt === undefined ? undefined : 'startedAt';
}

function isImpossible(race: Race, lane: Lane): boolean {
  const elapsed = elapsedMillis(race, lane);
  return elapsed !== null && !isPossibleTime(elapsed);
}

/** An impossible time of which no entry has sent a part: a property of the race makes it so. @returns at most one */
function impossibleForAll(
  ofRace: TimingWrite,
  impossible: readonly Lane[],
  entryOf: (lane: Lane) => TimingEntryWrite | undefined,
): Violation[] {
  const lane = impossible.find((one) => timeSent(entryOf(one) ?? {}) === undefined);
  if (!lane) return [];
  const causes = ['startedAt', 'clockOffsetMillis', 'kind', 'startIntervalSeconds'] as const;
  const field = causes.find((property) => ofRace[property] !== undefined) ?? 'entries';
  return [{ field, detail: impossibleTime(lane) }];
}

function impossibleTime({ position }: Lane): string {
  return `would let position ${position} finish before it started, or more than 24 days later`;
}
