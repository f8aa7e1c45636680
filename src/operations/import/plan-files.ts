/**
 * The plan of an import in a form that one thread can send to another: its document as text, and only the rows that
 * change, because serialising all rows of a large event would block the event loop as well. Pure.
 */
import type { ImportDocument } from '../../contract/import.ts';
import type { Team } from '../../domain/crews/team.ts';
import { wallTimeOf } from '../../domain/day/venue-clock.ts';
import { isTimezone, noonOf } from '../../domain/day/venue-day.ts';
import type { Lane } from '../../domain/draw/lane.ts';
import { type EventRows, upserted } from '../../domain/event/event-rows.ts';
import type { Race } from '../../domain/races/race.ts';
import { WrittenResults } from '../../domain/results/written-results.ts';
import { mergeAnswers } from '../../exchange/reading/inquiry.ts';
import type { Answers, EventFacts, ReadFile } from '../../exchange/reading/reading.ts';
import type { SkippedFile } from '../../exchange/reading/recognise.ts';
import type { RememberedImport } from '../../storage/event/imports.ts';
import { documentOf, headOf } from './import-document.ts';
import { type FileToImport, planImport } from './plan-import.ts';

/** What is to be imported, read already. */
export interface FilesToImport {
  files: readonly { name: string; read: ReadFile }[];
  /** Files beside these that are not read. */
  skipped?: readonly SkippedFile[] | undefined;
  /** As they were given with this import. */
  answers: Answers;
  /** Whether the answers that are remembered of the layouts are ignored. */
  forget: boolean;
}

/** The input of a plan. */
export interface PlanJob extends FilesToImport {
  eventId: number;
  /** Whether nothing is to be written. */
  dryRun: boolean;
  rows: EventRows;
  facts: EventFacts;
  /** ISO 3166-1 alpha-2, or empty. */
  country: string;
  /** What is remembered of earlier imports, one for each layout. */
  remembered: readonly RememberedImport[];
}

/** The result of planning. */
export interface PlannedFiles {
  /** An {@link ImportDocument} as JSON. */
  document: string;
  /** Whether no question is open and nothing is wrong. */
  isClear: boolean;
  changed: ChangedRows;
  /** By race id: the id of the race in a file from which it gets results. */
  sources: ReadonlyMap<number, string>;
}

/** Rows that are new or changed. New ones have negative ids. */
interface ChangedRows {
  races: readonly Race[];
  teams: readonly Team[];
  /** By race id. */
  lanes: readonly (readonly [number, readonly Lane[]])[];
}

export function planFiles(job: PlanJob): PlannedFiles {
  const { eventId, dryRun, rows, facts, country, files, skipped, answers, forget } = job;
  const ofLayout = new Map(job.remembered.map((each) => [each.layout, each]));
  const zone = facts.timeZone === null ? likelyZone(country, facts.startDate) : null;
  const toImport = files.map(({ name, read }): FileToImport => {
    const before = ofLayout.get(read.layout);
    return {
      name: files.length > 1 ? name : undefined,
      read,
      answers: mergeAnswers((!forget && before?.answers) || {}, answers),
      written: new WrittenResults(before?.results ?? []),
    };
  });
  // Starts are written in the zone of the event, else in the zone that was answered.
  const answered = toImport.map(({ answers: given }) => given.zone).find(isZone);
  const plan = planImport({ rows, facts, likelyZone: zone }, toImport, skipped);
  const head = headOf(eventId, files, dryRun);
  const document: ImportDocument = documentOf(head, plan, facts.timeZone ?? answered ?? null);
  const { questions, wrong } = plan.findings;
  return {
    document: JSON.stringify(document),
    isClear: questions.length === 0 && wrong.length === 0,
    changed: changedRows(rows, plan.after),
    sources: plan.sources,
  };
}

function isZone(zone: unknown): zone is string {
  return typeof zone === 'string' && isTimezone(zone);
}

/** Compares by identity, because rows that a plan does not change are the same objects. */
function changedRows(before: EventRows, after: EventRows): ChangedRows {
  const were = new Set<object>([...before.races, ...before.teams]);
  return {
    races: after.races.filter((race) => !were.has(race)),
    teams: after.teams.filter((team) => !were.has(team)),
    lanes: [...after.lanes].filter(([raceId, lanes]) => before.lanes.get(raceId) !== lanes),
  };
}

/** The event as it is to be: its rows, with those that a plan changes. */
export function withChanged(rows: EventRows, { races, teams, lanes }: ChangedRows): EventRows {
  return {
    ...rows,
    races: upserted(rows.races, races),
    teams: upserted(rows.teams, teams),
    lanes: new Map([...rows.lanes, ...lanes]),
  };
}

/**
 * @param countryCode ISO 3166-1 alpha-2, or empty
 * @param day YYYY-MM-DD, a day of the event
 * @returns a zone of the country where all of its zones show the same time on that day, else `null`
 */
function likelyZone(countryCode: string, day: string): string | null {
  const [first, ...others] = zonesOf(countryCode);
  if (first === undefined) return null;
  const noon = noonOf(day);
  const isSame = others.every((zone) => wallTimeOf(noon, zone) === wallTimeOf(noon, first));
  return isSame ? first : null;
}

function zonesOf(region: string): string[] {
  if (!/^[A-Za-z]{2}$/.test(region)) return [];
  const locale = new Intl.Locale('und', { region }) as Intl.Locale & {
    getTimeZones?(): string[] | undefined;
  };
  return locale.getTimeZones?.() ?? [];
}
