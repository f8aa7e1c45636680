/**
 * The state of an event in the reference model, and how the specification says that it is shown: labels, places, times and
 * days.
 */
import type { RaceSettings, ResultMode, Status } from './payload-rules.ts';

export interface Crew {
  externalId: string | null;
  name: string;
  clubId: string | null;
  boatIndex: number | null;
  sortOrder: number;
  adopted: boolean;
}

export interface Lane {
  position: number;
  positionLabel: string | null;
  crew: Crew | null;
  status: Status;
  finishTimeMillis: number | null;
  finishPlace: number | null;
  penaltyMillis: number | null;
}

export interface Race extends RaceSettings {
  externalId: string | null;
  raceNumber: number;
  lanes: Lane[];
}

export interface Schedule {
  status: 'draft' | 'published';
  laneScheme: string[] | null;
  defaultResultMode: ResultMode;
  defaultResultVisibility: string;
}

export type Outcome = 'matched' | 'adopted' | 'inserted';

export const NO_RESULT = {
  status: 'assigned',
  finishTimeMillis: null,
  finishPlace: null,
  penaltyMillis: null,
} as const;

export function newRace(
  externalId: string | null,
  raceNumber: number,
  resultMode: ResultMode,
  scheduledAt: number,
): Race {
  return {
    externalId,
    raceNumber,
    title: null,
    scheduledAt,
    distanceMeters: null,
    boatClass: null,
    round: null,
    divisionLabel: null,
    resultMode,
    resultVisibility: null,
    laneScheme: null,
    notes: null,
    lanes: [],
  };
}

/** A race as `/v1` shows it: labels and places are filled in, results of the other mode are hidden. */
export function viewRace(race: Race, schedule: Schedule | null) {
  const isTimed = race.resultMode === 'timed';
  const lanes = race.lanes.toSorted((a, b) => a.position - b.position);
  return {
    ...race,
    scheduledAt: printInstant(race.scheduledAt),
    lanes: lanes.map(({ crew, ...lane }) => ({
      ...lane,
      positionLabel:
        lane.positionLabel ??
        race.laneScheme?.[lane.position - 1] ??
        schedule?.laneScheme?.[lane.position - 1] ??
        String(lane.position),
      teamExternalId: crew?.externalId ?? null,
      teamName: crew?.name ?? null,
      ...(isTimed ? { finishPlace: derivedPlace(lane, lanes) } : { finishTimeMillis: null }),
    })),
  };
}

/** The calendar day of an instant where the regatta is, `YYYY-MM-DD` (decision A8). */
export function venueDay(at: number, timezone: string | null): string {
  return new Intl.DateTimeFormat('en-CA', {
    timeZone: timezone ?? 'UTC',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).format(at);
}

/** Whether a lane has a status other than `assigned` (decision A9). */
export function isScored(race: Race): boolean {
  return race.lanes.some(({ status }) => status !== 'assigned');
}

/** A text that is the same for equal values, whatever the order of their properties. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_, each) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  );
}

export function printInstant(at: number): string {
  return new Date(at).toISOString().replace('.000Z', 'Z');
}

/** 1 + the number of faster lanes; null for a lane that is not ranked (decision L10). */
function derivedPlace(lane: Omit<Lane, 'crew'>, field: Lane[]): number | null {
  const total = totalMillis(lane);
  if (total === null) return null;
  const faster = field.map(totalMillis).filter((other) => other !== null && other < total);
  return 1 + faster.length;
}

/** The time by which a lane is ranked, in milliseconds; null for a lane that is not ranked. */
function totalMillis({
  status,
  finishTimeMillis,
  penaltyMillis,
}: Omit<Lane, 'crew'>): number | null {
  if (status !== 'finished' || finishTimeMillis === null) return null;
  return finishTimeMillis + (penaltyMillis ?? 0);
}
