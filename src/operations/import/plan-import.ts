/**
 * Plans an import: makes the event as it is to be, and the findings, from the event as it is, what the files say, and the
 * answers. The preview and the write use the same plan. (tools.md, "Import") Pure.
 */
import type { ImportItem } from '../../contract/import.ts';
import { formatInstant, formatInstantOrNull } from '../../contract/instant.ts';
import type { Team } from '../../domain/crews/team.ts';
import { crewOfLane, type Lane, NO_RESULT } from '../../domain/draw/lane.ts';
import type { EventRows } from '../../domain/event/event-rows.ts';
import { positionLabel, type Race } from '../../domain/races/race.ts';
import { numberShown } from '../../domain/races/race-name.ts';
import type { WrittenResults } from '../../domain/results/written-results.ts';
import type { Answers, EventFacts, ReadFile, Reading } from '../../exchange/reading/reading.ts';
import type { SkippedFile } from '../../exchange/reading/recognise.ts';
import { Draft, type ImportContext } from './context.ts';
import { Findings } from './findings.ts';
import { belongsHere } from './rules/belongs-here.ts';
import { Crews } from './rules/crews.ts';
import { enterEntries, timeLanes } from './rules/entries.ts';
import { findLanes } from './rules/find-lanes.ts';
import {
  drawRace,
  noteDraw,
  withdrawCrews,
  withKnownWithdrawals,
  withStoredLabels,
} from './rules/lanes.ts';
import { takeBack } from './rules/own-start-list.ts';
import type { PlacedLane } from './rules/place-lanes.ts';
import { asInEvent, reportJoined, type TakenRace, takeRaces } from './rules/races.ts';
import { enterResults } from './rules/results.ts';
import { enterStart, Starts } from './rules/starts.ts';

/** A file that has been read. */
export interface FileToImport {
  /** `undefined` when it is the only file. */
  name: string | undefined;
  read: ReadFile;
  /** The answers given with this import, over those remembered of the file's layout. */
  answers: Answers;
  /** What the last import of its layout wrote. */
  written: WrittenResults;
}

interface EventToImport {
  rows: EventRows;
  facts: EventFacts;
  /** For an event without a zone: a zone of its country, if all zones of that show the same time; else `null`. */
  likelyZone: string | null;
}

export interface ImportPlan {
  /** The event as it is to be; new rows have negative ids. Unchanged while a question is open or something is wrong. */
  after: EventRows;
  /** What the plan would do, also while a question is open or something is wrong. */
  items: ImportItem[];
  findings: Findings;
  /** The races that the files name, by id. */
  races: ReadonlySet<number>;
  /** The event as it would be, also while a question is open or something is wrong. */
  planned: EventRows;
  /** By race id: the id of the race in a file from which it gets results. */
  sources: ReadonlyMap<number, string>;
}

/** @param skipped files beside these that are not read */
export function planImport(
  event: EventToImport,
  files: readonly FileToImport[],
  skipped: readonly SkippedFile[] = [],
): ImportPlan {
  const draft = new Draft(event.rows);
  const findings = new Findings();
  for (const { name, reason } of skipped) {
    findings.about(name);
    findings.skip(null, reason);
  }
  const ofAllFiles = {
    findings,
    isFounding:
      event.rows.races.length === 0 && !files.some(({ read }) => read.reading?.carries.races),
    printedDates: files.flatMap(({ read }) => datesOf(read)),
    untimed: new Map<string, number>(),
    resultsFrom: new Map<number, string>(),
    drawnBy: new Map<number, string>(),
    startsFrom: new Map<number, { file: string | undefined; scheduledAt: number }>(),
    ownEvents: new Set(files.flatMap(({ read }) => ownEventsOf(read))),
  };
  for (const { name, read, answers, written } of files) {
    findings.about(name, answers);
    const { facts, likelyZone } = event;
    for (const question of read.questions) {
      // Readers do not know in which country the event is.
      findings.ask(question.id === 'zone' ? { ...question, proposed: likelyZone } : question);
    }
    if (!read.reading) continue;
    const lastWritten = written.from;
    const format = read.format;
    applyReading(
      draft,
      { event: facts, likelyZone, format, answers, file: name, lastWritten, ...ofAllFiles },
      read.reading,
    );
  }
  if (ofAllFiles.isFounding) findings.askFirst('times');
  const isClear = findings.questions.length === 0 && findings.wrong.length === 0;
  const planned = draft.rows();
  const { races, lanes, results } = draft.named;
  return {
    after: isClear ? planned : event.rows,
    planned,
    sources: draft.sources,
    items: itemsOf(draft),
    findings,
    races: new Set([...races, ...lanes.keys(), ...results.keys()]),
  };
}

/** Results for an event without races are taken as its programme, too; but a `.lif` never creates a race. */
function founding(reading: Reading, { isFounding, format }: ImportContext): Reading {
  const { carries } = reading;
  const isFounder = isFounding && carries.results && format !== 'finishlynx';
  return isFounder ? { ...reading, carries: { ...carries, races: true } } : reading;
}

function ownEventsOf({ reading }: ReadFile): number[] {
  const races = reading?.isOwnStartList ? reading.races : [];
  return races.flatMap(({ raceNumber }) => raceNumber ?? []);
}

function datesOf({ reading }: ReadFile): string[] {
  return (reading?.races ?? []).flatMap(({ start, day }) => start?.date ?? day ?? []);
}

function applyReading(draft: Draft, context: ImportContext, given: Reading): void {
  const { findings } = context;
  const back = given.isOwnStartList ? takeBack(draft, findings, given) : undefined;
  const reading = founding(back?.reading ?? given, context);
  for (const { row, reason } of reading.skipped) findings.skip(row, reason);
  for (const { row, column, reason } of reading.wrong) findings.reject(row, column, reason);
  for (const { row, text } of reading.notes) findings.note(row, text);
  // A timing computer's file in which anything is wrong is not used at all, so nothing is asked about it.
  if (context.format === 'finishlynx' && !reading.carries.races && reading.wrong.length > 0) return;
  const crews = new Crews(draft, context, reading);
  if (!belongsHere(draft, context, crews, reading)) return;
  const { crews: hasCrews, races, draw, results } = reading.carries;
  // The crews of a file with results only are drawn already, perhaps spelt differently, so none of them is added here.
  const isResultsOnly = results && !races && !draw;
  if (hasCrews && !isResultsOnly) for (const crew of reading.crews) crews.take(crew);
  const starts = new Starts(context);
  const known = back?.races ?? [];
  const unknown = back?.others ?? reading;
  const asRaces = { ...unknown, races: asInEvent(draft, context, unknown.races) };
  const others = takeRaces(draft, context, starts, asRaces);
  for (const taken of [...known, ...others]) {
    reportJoined(draft, context, taken);
    takeLanes(draft, { context, starts, crews }, { ...taken, hasDraw: draw });
  }
}

/** Takes lanes and results of one race. A race without a draw gets that of the file, whatever kind of file it is. */
function takeLanes(
  draft: Draft,
  { context, starts, crews }: { context: ImportContext; starts: Starts; crews: Crews },
  { race, read: given, hasDraw }: TakenRace & { hasDraw: boolean },
): void {
  if (given.lanes.length === 0) return;
  const read = withKnownWithdrawals(draft, context, crews, { race, read: given });
  const hasResults = read.lanes.some(({ result, startedAt }) => result !== null || startedAt);
  const isDrawn = draft.lanesOf(race.id).some(({ team }) => team !== null);
  if (!hasDraw && !hasResults) return;
  const isDrawing = !isDrawn || (hasDraw && !hasResults);
  const isStartList = hasDraw && context.format === 'finishlynx';
  const lanes = isDrawing
    ? drawRace(draft, context, crews, {
        race,
        read: isStartList ? withStoredLabels(draft, race, read) : read,
      })
    : findLanes(draft, context, crews, { race, read, hasDraw });
  if (!lanes) return;
  if (isDrawing && hasDraw) noteDraw(context, race, read);
  if (hasDraw) nameLanes(draft, crews, race.id, lanes);
  const { moments } = starts;
  const timed = timeLanes(draft, context, moments, { race, read, lanes });
  if (context.format === 'finishlynx') enterStart(draft, context, moments, { race, read });
  const entered = enterResults(draft, context, { race, read }, timed.lanes);
  enterEntries(draft, context, moments, { race, timed, entered });
  withdrawCrews(draft, context, race, lanes);
}

/** Notes that the file names these lanes of a race. A lane without a crew gets the crew of the file. */
function nameLanes(draft: Draft, crews: Crews, raceId: number, lanes: readonly PlacedLane[]): void {
  for (const { read, position } of lanes) {
    draft.nameLane('lanes', raceId, position);
    const stored = draft.lanesOf(raceId);
    const drawn = stored.find((lane) => lane.position === position)?.team;
    if (drawn) {
      draft.named.teams.add(drawn.id);
      continue;
    }
    const team = read.crew ? crews.take(read.crew) : undefined;
    if (!team || stored.some((lane) => lane.team?.id === team.id)) continue;
    const filled = stored.map((lane) =>
      lane.position === position ? { ...lane, team: crewOfLane(team) } : lane,
    );
    draft.lanes.set(raceId, filled);
  }
}

/** The properties of a crew, race, lane or result that an item compares, before and after the import. */
type Facts = Record<string, unknown>;

/** @returns crews by their order in the file, then races, lanes and results race by race */
function itemsOf(draft: Draft): ImportItem[] {
  const { named, before } = draft;
  const racesBefore = new Map(before.races.map((race) => [race.id, race]));
  const teamsBefore = new Map(before.teams.map((team) => [team.id, team]));
  const crews = [...named.teams].flatMap((id): ImportItem[] => {
    const team = draft.teams.get(id);
    if (!team) return [];
    const changes = compared(factsOfCrew(teamsBefore.get(id)), factsOfCrew(team));
    return [{ kind: 'crew', crew: team.name, ...changes }];
  });
  const raceIds = new Set([...named.races, ...named.lanes.keys(), ...named.results.keys()]);
  const races = [...raceIds].flatMap((id): ImportItem[] => {
    const race = draft.races.get(id);
    if (!race) return [];
    const compare = compared(factsOfRace(racesBefore.get(id)), factsOfRace(race));
    const isShown = named.races.has(id) || compare.outcome !== 'same';
    const item: ImportItem = { kind: 'race', race: numberShown(race), ...compare };
    return [...(isShown ? [item] : []), ...lanesOf(draft, race)];
  });
  return [...crews, ...races];
}

function lanesOf(draft: Draft, race: Race): ImportItem[] {
  const before = new Map(
    (draft.before.lanes.get(race.id) ?? []).map((lane) => [lane.position, lane]),
  );
  const after = new Map(draft.lanesOf(race.id).map((lane) => [lane.position, lane]));
  const items = (kind: 'lane' | 'result', facts: (lane: Lane | undefined) => Facts | null) =>
    [...(draft.named[kind === 'lane' ? 'lanes' : 'results'].get(race.id) ?? [])]
      .sort((a, b) => a - b)
      .flatMap((position): ImportItem[] => {
        const crew = (after.get(position) ?? before.get(position))?.team?.name;
        const changes = compared(facts(before.get(position)), facts(after.get(position)));
        const place = { kind, race: numberShown(race), position };
        return [{ ...place, ...(crew !== undefined && { crew }), ...changes }];
      });
  const scheme = [race.laneScheme, draft.settings.laneScheme] as const;
  const drawn = (lane: Lane | undefined) =>
    lane
      ? {
          crew: lane.team?.name ?? null,
          positionLabel: positionLabel(lane, ...scheme),
          withdrawn: lane.withdrawn || null,
          category: lane.category,
          allowanceMillis: lane.allowanceMillis,
          outOfCompetition: lane.outOfCompetition || null,
          plannedStartAt: startOf(lane, race),
        }
      : null;
  return [
    ...items('lane', drawn),
    ...items('result', (lane) => (lane ? factsOfResult(lane) : null)),
  ];
}

function startOf({ plannedStartMillis }: Lane, { scheduledAt }: Race): string | null {
  return plannedStartMillis === null ? null : formatInstant(scheduledAt + plannedStartMillis);
}

function factsOfCrew(team: Team | undefined): Facts | null {
  if (!team) return null;
  const { name, externalId, clubId } = team;
  return { name, externalId, clubId };
}

function factsOfRace(race: Race | undefined): Facts | null {
  if (!race) return null;
  const { raceNumber, printedNumber, title, scheduledAt, boatClass, round, divisionLabel } = race;
  const { distanceMeters, notes, resultMode, state, externalId } = race;
  const texts = {
    title,
    boatClass,
    round,
    divisionLabel,
    distanceMeters,
    notes,
    resultMode,
    state,
    externalId,
  };
  const { kind, startIntervalSeconds, startedAt, closed, clockOffsetMillis } = race;
  const racing = {
    kind,
    startIntervalSeconds,
    startedAt: formatInstantOrNull(startedAt),
    closed: closed || null,
    clockOffsetMillis: clockOffsetMillis || null,
  };
  return {
    raceNumber,
    printedNumber,
    scheduledAt: formatInstant(scheduledAt),
    ...texts,
    ...racing,
  };
}

/** @returns `null` when the lane has no result yet */
function factsOfResult({
  status,
  finishTimeMillis,
  finishPlace,
  penaltyMillis,
  startedAt,
  finishedAt,
}: Lane): Facts | null {
  if (status === NO_RESULT.status && startedAt === null && finishedAt === null) return null;
  const times = {
    startedAt: formatInstantOrNull(startedAt),
    finishedAt: formatInstantOrNull(finishedAt),
  };
  return { status, finishTimeMillis, finishPlace, penaltyMillis, ...times };
}

/** @param before `null` when it is new @param after `null` when it is removed */
function compared(
  before: Facts | null,
  after: Facts | null,
): Pick<ImportItem, 'outcome' | 'changes'> {
  const changes = Object.keys(after ?? before ?? {}).flatMap((property) => {
    const [from, to] = [before?.[property] ?? null, after?.[property] ?? null];
    return from === to ? [] : [{ property, from, to }];
  });
  if (before === null && after !== null) return { outcome: 'new', changes };
  return { outcome: changes.length > 0 ? 'changed' : 'same', changes };
}
