/** Readings as readers give them, with defaults for what a test does not care about; and plans of them. */
import type { Team } from '../../../src/domain/crews/team.ts';
import { type Lane, NO_RESULT } from '../../../src/domain/draw/lane.ts';
import type { EventRows } from '../../../src/domain/event/event-rows.ts';
import { DEFAULT_SETTINGS } from '../../../src/domain/event/schedule.ts';
import type { Race } from '../../../src/domain/races/race.ts';
import { type WrittenResult, WrittenResults } from '../../../src/domain/results/written-results.ts';
import type {
  Answers,
  EventFacts,
  ReadCrew,
  ReadFile,
  Reading,
  ReadLane,
  ReadRace,
  ReadResult,
} from '../../../src/exchange/reading/reading.ts';
import { type ImportPlan, planImport } from '../../../src/operations/import/plan-import.ts';
import { withNewIds } from '../../../src/operations/import/write-readings.ts';

export const ONE_DAY: EventFacts = {
  timeZone: 'Europe/Berlin',
  startDate: '2026-06-13',
  endDate: '2026-06-13',
};

let rows = 0;

export function readCrew(name: string, fields: Partial<ReadCrew> = {}): ReadCrew {
  return { externalId: `csv:${name}`, name, clubId: null, row: ++rows, ...fields };
}

export function readResult(fields: Partial<ReadResult>): ReadResult {
  return { status: 'finished', finishMillis: null, penaltyMillis: null, place: null, ...fields };
}

/** @param crew its name; `null` for an empty lane */
export function readLane(
  label: string | null,
  crew: string | ReadCrew | null,
  result: Partial<ReadResult> | null = null,
): ReadLane {
  return {
    label,
    crew: typeof crew === 'string' ? readCrew(crew) : crew,
    result: result && readResult(result),
    row: ++rows,
  };
}

/** @param printed the race's number as the file prints it; `null` if it prints none */
export function readRace(printed: string | null, fields: Partial<ReadRace> = {}): ReadRace {
  const isNumber = /^[1-9]\d*$/.test(printed ?? '');
  return {
    externalId: `csv:${printed}`,
    printed,
    raceNumber: isNumber ? Number(printed) : null,
    title: null,
    boatClass: null,
    round: null,
    divisionLabel: null,
    distanceMeters: null,
    start: { date: null, time: '09:00:00', zone: null },
    notes: null,
    lanes: [],
    row: ++rows,
    ...fields,
  };
}

type Carries = Reading['carries'];
const EVERYTHING: Carries = { crews: true, races: true, draw: true, results: true };
export const RESULTS_ONLY: Carries = { crews: false, races: false, draw: false, results: true };

export function reading(races: readonly ReadRace[], fields: Partial<Reading> = {}): Reading {
  const nothing = { crews: [], skipped: [], wrong: [], notes: [] };
  return { carries: EVERYTHING, races, ...nothing, ...fields };
}

export function readFile(read: Reading, fields: Partial<ReadFile> = {}): ReadFile {
  return { format: 'csv', layout: 'csv:test', questions: [], reading: read, ...fields };
}

/** An event as it is stored: `lanes` by the id of their race, each with its crew as it is in `teams`. */
export interface StoredEvent {
  races?: readonly Race[];
  teams?: readonly Team[];
  lanes?: Record<number, readonly Lane[]>;
}

export function rowsFor({ races = [], teams = [], lanes = {} }: StoredEvent = {}): EventRows {
  return {
    schedule: { status: 'draft', ...DEFAULT_SETTINGS },
    races,
    teams,
    lanes: new Map(Object.entries(lanes).map(([id, ofRace]) => [Number(id), ofRace])),
    delays: new Map(),
  };
}

interface Case {
  stored?: StoredEvent | EventRows;
  answers?: Answers;
  facts?: Partial<EventFacts>;
  written?: readonly WrittenResult[];
  format?: ReadFile['format'];
}

export function plan(read: Reading, given: Case = {}): ImportPlan {
  const { stored, facts, written = [], format = 'csv' } = given;
  // Most tests are not about the question `raceNumbers`; those that are give `undefined`, so that it is asked.
  const answers = { raceNumbers: true, ...given.answers };
  const rows = stored && 'delays' in stored ? stored : rowsFor(stored);
  const event = { rows, facts: { ...ONE_DAY, ...facts }, likelyZone: null };
  const file = readFile(read, { format });
  return planImport(event, [
    { name: undefined, read: file, answers, written: new WrittenResults(written) },
  ]);
}

/** The items of one kind, each in short: race, position and crew, the outcome, and what changes. */
export function told({ items }: ImportPlan, kind: string): string[] {
  return items
    .filter((item) => item.kind === kind)
    .map(({ race, position, crew, outcome, changes }) =>
      [
        ...[race, position, crew].filter((part) => part !== undefined),
        outcome,
        ...(outcome === 'changed'
          ? changes.map(({ property, from, to }) => `${property} ${from}→${to}`)
          : []),
      ].join(' '),
    );
}

export function asked({ findings }: ImportPlan): string[] {
  return findings.questions.map(({ id }) => id);
}

export function wrong({ findings }: ImportPlan): string[] {
  return findings.wrong.map(({ reason }) => reason);
}

/** The planned lanes of a race, each as position, label and crew. */
export function drawn({ planned }: ImportPlan, raceNumber: number): string[] {
  const race = planned.races.find((each) => each.raceNumber === raceNumber);
  return (planned.lanes.get(race?.id ?? 0) ?? []).map(({ position, positionLabel, team }) =>
    [position, positionLabel, team?.name ?? '–'].filter((part) => part !== null).join(' '),
  );
}

/** The planned results of a race, each as position, status, time and penalty in milliseconds, and place. */
export function results({ planned }: ImportPlan, raceNumber: number): string[] {
  const race = planned.races.find((each) => each.raceNumber === raceNumber);
  return (planned.lanes.get(race?.id ?? 0) ?? [])
    .filter(({ status }) => status !== NO_RESULT.status)
    .map(({ position, status, finishTimeMillis, finishPlace, penaltyMillis }) =>
      [
        position,
        status,
        finishTimeMillis,
        finishPlace && `#${finishPlace}`,
        penaltyMillis && `+${penaltyMillis}`,
      ]
        .filter((part) => part !== null)
        .join(' '),
    );
}

/** The event once a plan has been written. */
export function written({ after }: ImportPlan): EventRows {
  const ids = Array.from({ length: 1000 }, (_, index) => index + 1000);
  return withNewIds(after, { races: ids, teams: ids });
}
