/**
 * Finds the lane of a drawn race that a result of a file is for: by the label, else by the crew. A result does not change
 * who is drawn where. (tools.md, "Results", "Lanes")
 */
import { nameKey } from '../../../domain/crews/similar-names.ts';
import { emptyLane, type Lane, type LaneTeam } from '../../../domain/draw/lane.ts';
import type { Race } from '../../../domain/races/race.ts';
import { numberShown } from '../../../domain/races/race-name.ts';
import { MAX_NAME_LENGTH } from '../../../exchange/finishlynx/write-start-list.ts';
import type { ReadLane, ReadRace } from '../../../exchange/reading/reading.ts';
import { answerTo, type Draft, type ImportContext } from '../context.ts';
import type { Crews } from './crews.ts';
import { lanesOfNumbers } from './lanes.ts';
import { hasLaneNumber, isNobodys, labelOf, NOBODYS, type PlacedLane } from './place-lanes.ts';

interface DrawnRace {
  race: Race;
  read: ReadRace;
}

/**
 * @param hasDraw whether the file says who is drawn where, as start lists do
 * @returns the lanes of the file that the race has; the others are reported in the findings
 */
export function findLanes(
  draft: Draft,
  context: ImportContext,
  crews: Crews,
  { race, read, hasDraw }: DrawnRace & { hasDraw: boolean },
): PlacedLane[] {
  const { findings, format } = context;
  const stored = draft.lanesOf(race.id);
  const isTimingComputer = format === 'finishlynx' && read.lanes.every(hasLaneNumber);
  const labelled = isTimingComputer
    ? lanesOfNumbers(draft, race, read)
    : lanesByLabel(draft, race, read);
  const number = numberShown(race);
  const names = new Set(read.lanes.map(({ crew }) => crew && crews.nameOf(crew)));
  const taken = new Set<number>();
  const unknown = new UnknownLanes(draft, context, race);
  const placed = read.lanes.flatMap((lane): PlacedLane[] => {
    const { label, crew, result, row } = lane;
    if (isNobodys(lane)) {
      findings.reject(row, null, NOBODYS);
      return [];
    }
    const name = crew ? crews.nameOf(crew) : undefined;
    const ofCrew = name === undefined ? undefined : laneOfCrew(stored, name, names);
    const found =
      lane.position === undefined
        ? laneOf(lane, labelled, ofCrew)
        : stored.find(({ position }) => position === lane.position);
    if (!found) {
      if (!result && !(hasDraw && crew)) return [];
      const isByCrew = (label === null || (lane.isBib && crew)) && lane.position === undefined;
      const what = isByCrew ? JSON.stringify(name ?? '') : `lane ${label ?? lane.position}`;
      // A crew that is drawn in another lane is not unknown: lanes were swapped.
      if (!hasDraw && !ofCrew) return unknown.take(lane, isByCrew ? null : label, what);
      findings.reject(
        row,
        label === null || lane.isBib ? 'crew' : 'lane',
        `${what} is not in the draw of race ${number}: correct the draw in the race office, or import the start list first`,
      );
      return [];
    }
    if (taken.has(found.position)) {
      findings.reject(
        row,
        'lane',
        `lane ${labelOf(found, race, draft)} stands twice in race ${number}`,
      );
      return [];
    }
    taken.add(found.position);
    if (name !== undefined && found.team && !isSameCrew(name, found.team)) {
      const text = `lane ${labelOf(found, race, draft)} of race ${number} is drawn for ${JSON.stringify(found.team.name)}, and the file has ${JSON.stringify(name)} there`;
      if (hasDraw || ofCrew) {
        findings.reject(row, 'crew', text);
        return [];
      }
      findings.note(row, text);
    }
    return [{ read: lane, position: found.position }];
  });
  const isOther = isTimingComputer && !hasDraw && isOtherRace(stored, placed, crews);
  if (isOther) {
    const text = `none of the crews of the file is drawn in race ${number}: it may be of another race`;
    findings.reject(read.row, 'crew', text);
  }
  return unknown.isRefused || isOther ? [] : placed;
}

/** Whether all lanes for which a file names a crew are drawn for others. A single lane proves nothing: names change. */
function isOtherRace(
  stored: readonly Lane[],
  placed: readonly PlacedLane[],
  crews: Crews,
): boolean {
  const teams = new Map(stored.flatMap(({ position, team }) => (team ? [[position, team]] : [])));
  const named = placed.flatMap(({ read: { crew }, position }) => {
    const [name, team] = [crew && crews.nameOf(crew), teams.get(position)];
    return name && team ? [isSameCrew(name, team)] : [];
  });
  return named.length > 1 && !named.includes(true);
}

/** Finds a lane by its label; by the crew when it has none, or when it is a bow number that the draw does not print. */
function laneOf(
  { label, isBib, crew }: ReadLane,
  labelled: ReadonlyMap<string, Lane>,
  ofCrew: Lane | undefined,
): Lane | undefined {
  if (label === null) return ofCrew;
  const printed = labelled.get(label);
  return isBib && crew && !printed?.positionLabel ? ofCrew : printed;
}

/** @param names of the file for this race: a drawn crew with exactly one of these is not another crew spelt differently */
function laneOfCrew(
  lanes: readonly Lane[],
  name: string,
  names: ReadonlySet<string | null | undefined>,
): Lane | undefined {
  const exact = lanes.find(({ team }) => team?.name === name);
  return exact ?? lanes.find(({ team }) => team && !names.has(team.name) && isSameCrew(name, team));
}

/**
 * The lanes of a race by the labels of a file: the printed labels, or the numbers of positions where the race has labels
 * other than numbers. Decided once for the whole race; else lanes from 0 on would be one boat off (formats.md §0.4).
 */
function lanesByLabel(draft: Draft, race: Race, { lanes }: ReadRace): Map<string, Lane> {
  const stored = draft.lanesOf(race.id);
  const printed = new Map(stored.map((lane) => [labelOf(lane, race, draft), lane]));
  const hasNumbers = [...printed.keys()].every((label) => /^\d+$/.test(label));
  const isPrinted = lanes.every(({ label }: ReadLane) => label === null || printed.has(label));
  if (isPrinted || hasNumbers) return printed;
  return new Map(stored.map((lane) => [String(lane.position), lane]));
}

/** Whether a name is that of a crew, apart from its spelling and from the letters that timing computers cut off. */
export function isSameCrew(name: string, team: LaneTeam): boolean {
  if (name === team.name || nameKey(name) === nameKey(team.name)) return true;
  return name.length >= MAX_NAME_LENGTH - 1 && team.name.startsWith(name);
}

/**
 * The answers for boats in results that are not in the draw. One question for all files of an import, because a single boat in
 * a single race would hold up all others (formats.md §9).
 */
const ANSWERS = ['add', 'skip', 'refuse'] as const;

class UnknownLanes {
  /** Whether the results of the race are left out for such a boat. */
  isRefused = false;
  private readonly draft: Draft;
  private readonly context: ImportContext;
  private readonly race: Race;

  constructor(draft: Draft, context: ImportContext, race: Race) {
    this.draft = draft;
    this.context = context;
    this.race = race;
  }

  /**
   * @param label of the lane; `null` where the file only names the crew, so that nobody knows which lane it was in
   * @param what the lane or crew that is not in the draw, in words
   * @returns the lane, if the race gets it; else none
   */
  take(read: ReadLane, label: string | null, what: string): PlacedLane[] {
    const { findings } = this.context;
    const where = `${what} of race ${numberShown(this.race)}`;
    const answer = this.ask(where);
    if (answer === 'add') return [this.add(read, label)];
    if (answer === 'refuse') this.isRefused = true;
    const left = answer === 'skip' ? 'its result is' : 'the results of the race are';
    findings.skip(read.row, `${where} is not in the draw: ${left} left out, as answered`);
    return [];
  }

  private ask(where: string): (typeof ANSWERS)[number] {
    const given = answerTo(this.context, {
      id: 'unknownLanes',
      text: 'Some results are of boats that are not in the draw. Does the race get a lane without a crew for each (add), are these results left out (skip), or all results of such races (refuse)?',
      proposed: ANSWERS[0],
      options: ANSWERS,
      where,
    });
    return given ?? ANSWERS[0];
  }

  /** Adds a lane at the position of its number if free, else last: without it the boats placed behind would move up. */
  private add(read: ReadLane, label: string | null): PlacedLane {
    const { draft, race } = this;
    const stored = draft.lanesOf(race.id);
    const positions = stored.map(({ position }) => position);
    const isFree = /^[1-9]\d{0,3}$/.test(label ?? '') && !positions.includes(Number(label));
    const position = isFree ? Number(label) : Math.max(0, ...positions) + 1;
    const usual = labelOf({ position, positionLabel: null }, race, draft);
    const lane = { ...emptyLane(position), positionLabel: usual === label ? null : label };
    draft.lanes.set(
      race.id,
      [...stored, lane].sort((a, b) => a.position - b.position),
    );
    draft.nameLane('lanes', race.id, position);
    const named = label === null && read.crew ? `: the file has "${read.crew.name}" there` : '';
    const text = `lane ${label ?? usual} of race ${numberShown(race)} is new, and without a crew${named}`;
    this.context.findings.note(read.row, text);
    return { read, position };
  }
}
