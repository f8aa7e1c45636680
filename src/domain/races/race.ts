/** A race as it is stored and as answers show it, the decision behind PUT /races, and the running order. */
import type { RaceKind, RaceState } from '../../contract/board.ts';
import type { ResultMode, ResultVisibility, UpsertOutcome } from '../../contract/fields.ts';
import { formatInstant } from '../../contract/instant.ts';
import type { Violation } from '../../contract/problem.ts';
import type { Race as RaceAnswer, RaceWrite } from '../../contract/race.ts';
import { type Lane, laneView } from '../draw/lane.ts';
import { findCollisions, matchRows, sentOrStored } from '../event/upsert.ts';
import { invalid, type Refusal, taken } from '../refusal.ts';
import { shownResults } from '../results/standings.ts';

/** A race of a schedule, without its row number, lanes and results. */
export interface RaceFields {
  externalId: string | null;
  raceNumber: number;
  title: string | null;
  /** Epoch milliseconds. */
  scheduledAt: number;
  distanceMeters: number | null;
  boatClass: string | null;
  round: string | null;
  divisionLabel: string | null;
  resultMode: ResultMode;
  resultVisibility: ResultVisibility | null;
  laneScheme: string[] | null;
  notes: string | null;
  /** What is printed in place of `raceNumber`. */
  printedNumber: string | null;
  state: RaceState;
  /** Why it is cancelled or postponed. */
  reason: string | null;
  /** Whether somebody has made its results official. */
  official: boolean;
  /** As it was set; `null`: it follows from the start interval (`raceKind`). */
  kind: RaceKind | null;
  /** Between two boats of a head race. */
  startIntervalSeconds: number | null;
  /** Epoch milliseconds; `null`: the race has not started, or nobody has entered its start. */
  startedAt: number | null;
  /** Whether no more results are to come. */
  closed: boolean;
  /** Milliseconds that are added to every `finishedAt`, because the clock at the finish differs from that at the start. */
  clockOffsetMillis: number;
  /**
   * The planned start when the race was first published, in epoch milliseconds; `null`: it never was. The frame of the
   * operations sets it, and no write changes it.
   */
  firstPublishedAt: number | null;
  /** When a boat of the race last came in, in epoch milliseconds; `null`: none has. The frame sets it, too. */
  lastInAt: number | null;
}

/** The properties that `/v1` neither shows nor changes, with their values in a new race. */
export const RACE_DEFAULTS = {
  printedNumber: null,
  state: 'planned',
  reason: null,
  official: false,
  kind: null,
  startIntervalSeconds: null,
  startedAt: null,
  closed: false,
  clockOffsetMillis: 0,
  firstPublishedAt: null,
  lastInAt: null,
} as const satisfies Partial<RaceFields>;

export interface Race extends RaceFields {
  id: number;
}

export interface RaceStep {
  outcome: UpsertOutcome;
  /** The stored race; `null` when it is to be inserted. */
  before: Race | null;
  after: RaceFields;
}

/**
 * Decides what a push of races does. (Specification, "PUT races"; decisions L1 to L4.)
 *
 * @param stored all races of the schedule
 * @param payload elements with distinct externalIds and distinct raceNumbers
 * @param defaultResultMode the mode of a new race that names none
 * @returns one step per element, in the payload's order; a 422 naming every new race without
 *   scheduledAt; or a conflict that lists the numbers that are taken
 */
export function planRaces(
  stored: readonly Race[],
  payload: readonly RaceWrite[],
  defaultResultMode: ResultMode,
): RaceStep[] | Refusal {
  const matches = matchRows(stored, payload, numberOf);
  const violations: Violation[] = [];
  const steps = matches.map(({ outcome, write, row }, index): RaceStep => {
    const scheduledAt = write.scheduledAt ?? row?.scheduledAt;
    if (scheduledAt === undefined) {
      const detail = 'is required when the race is new';
      violations.push({ field: `races[${index}].scheduledAt`, detail });
    }
    const after = changedRace(row, write, scheduledAt ?? 0, defaultResultMode);
    return { outcome, before: row, after };
  });
  if (violations.length > 0) return invalid(violations);
  return refuseTaken(findCollisions(stored, matches, numberOf)) ?? steps;
}

function refuseTaken(collisions: ReturnType<typeof findCollisions<Race, RaceWrite, number>>) {
  const [first] = collisions;
  if (!first) return undefined;
  const { externalId, raceNumber } = first.row;
  const holder =
    externalId === null
      ? 'a race that was entered by hand'
      : `the race with externalId ${JSON.stringify(externalId)}`;
  return taken(
    `Race number ${raceNumber} is held by ${holder}, which is not in this push.`,
    collisions.map(({ row, index }) => ({
      element: `races[${index}]`,
      property: 'raceNumber',
      value: row.raceNumber,
      heldBy: { externalId: row.externalId, title: row.title },
    })),
  );
}

function changedRace(
  row: Race | null,
  write: RaceWrite,
  scheduledAt: number,
  defaultResultMode: ResultMode,
): RaceFields {
  const { raceNumber } = write;
  const kept = row ?? newRace({ raceNumber, scheduledAt, resultMode: defaultResultMode });
  return {
    ...kept,
    externalId: write.externalId,
    raceNumber,
    title: sentOrStored(write.title, kept.title),
    scheduledAt,
    distanceMeters: sentOrStored(write.distanceMeters, kept.distanceMeters),
    boatClass: sentOrStored(write.boatClass, kept.boatClass),
    round: sentOrStored(write.round, kept.round),
    divisionLabel: sentOrStored(write.divisionLabel, kept.divisionLabel),
    resultMode: sentOrStored(write.resultMode, kept.resultMode),
    resultVisibility: sentOrStored(write.resultVisibility, kept.resultVisibility),
    laneScheme: sentOrStored(write.laneScheme, kept.laneScheme),
    notes: sentOrStored(write.notes, kept.notes),
  };
}

/** A new race; all its other properties have their defaults. */
export function newRace(
  known: Pick<RaceFields, 'raceNumber' | 'scheduledAt' | 'resultMode'>,
): RaceFields {
  return {
    externalId: null,
    raceNumber: known.raceNumber,
    title: null,
    scheduledAt: known.scheduledAt,
    distanceMeters: null,
    boatClass: null,
    round: null,
    divisionLabel: null,
    resultMode: known.resultMode,
    resultVisibility: null,
    laneScheme: null,
    notes: null,
    ...RACE_DEFAULTS,
  };
}

/** The natural key of a race: by it a push finds a race without an `externalId`. */
export function numberOf(race: { raceNumber: number }): number {
  return race.raceNumber;
}

/** What the running order depends on; `scheduledAt` in epoch milliseconds. */
export interface Placed {
  scheduledAt: number;
  raceNumber: number;
}

/**
 * Compares two races for the order in which they are rowed (decision A3): by planned start, then by number, which is
 * unique. `listRaces` asks the database for the same order.
 */
export function byRunningOrder(a: Placed, b: Placed): number {
  return a.scheduledAt - b.scheduledAt || a.raceNumber - b.raceNumber;
}

/**
 * A race as answers show it: its lanes labelled, its places derived.
 *
 * @param lanes the race's lanes, by position
 * @param scheduleLaneScheme labels where the race has no scheme of its own (decision L23)
 */
export function raceView(
  race: RaceFields,
  lanes: readonly Lane[],
  scheduleLaneScheme: readonly string[] | null,
): RaceAnswer {
  const results = shownResults(race.resultMode, lanes);
  return {
    externalId: race.externalId,
    raceNumber: race.raceNumber,
    title: race.title,
    scheduledAt: formatInstant(race.scheduledAt),
    distanceMeters: race.distanceMeters,
    boatClass: race.boatClass,
    round: race.round,
    divisionLabel: race.divisionLabel,
    resultMode: race.resultMode,
    resultVisibility: race.resultVisibility,
    laneScheme: race.laneScheme,
    notes: race.notes,
    lanes: lanes.map((lane, index) => {
      const label = positionLabel(lane, race.laneScheme, scheduleLaneScheme);
      return laneView(lane, results[index] ?? lane, label);
    }),
  };
}

/** The label given with the draw, else the race's scheme, else the schedule's, else the number. */
export function positionLabel(
  { positionLabel, position }: Pick<Lane, 'positionLabel' | 'position'>,
  raceScheme: readonly string[] | null,
  scheduleScheme: readonly string[] | null,
): string {
  return (
    positionLabel ??
    raceScheme?.[position - 1] ??
    scheduleScheme?.[position - 1] ??
    String(position)
  );
}
