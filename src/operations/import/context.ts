/**
 * What the rules of an import work on: the event as the import is making it (the rows that are stored, and on top what the
 * files say), and what they look at besides.
 */
import {
  highestSortOrder,
  orderAfter,
  type Team,
  type TeamFields,
} from '../../domain/crews/team.ts';
import { crewOfLane, type Lane, type LaneResult } from '../../domain/draw/lane.ts';
import type { EventRows } from '../../domain/event/event-rows.ts';
import { DEFAULT_SETTINGS, type ScheduleSettings } from '../../domain/event/schedule.ts';
import type { Race, RaceFields } from '../../domain/races/race.ts';
import type { Answers, EventFacts, Format, Question } from '../../exchange/reading/reading.ts';
import type { Findings } from './findings.ts';

export interface ImportContext {
  event: EventFacts;
  /** Where the event has no zone: the one of its country, if that has only one. */
  likelyZone: string | null;
  format: Format;
  /** Those that were given, on top of those that are remembered. */
  answers: Answers;
  findings: Findings;
  /** The event has no races, and no file has a programme: results alone found the races. */
  isFounding: boolean;
  /** All dates that the files print for races, YYYY-MM-DD. */
  printedDates: readonly string[];
  /** How many races of each day have got their time from the answer `times`, in all files together. */
  untimed: Map<string, number>;
  /** Of the file; `undefined` where it is the only one. */
  file: string | undefined;
  /** Where the results of a race stand, in all files together that only have results; by its id. */
  resultsFrom: Map<number, string>;
  /** The first file that draws a race, in all files together; by its id. */
  drawnBy: Map<number, string>;
  /** When a race starts, and which file says so, in all files together; by its id. */
  startsFrom: Map<number, { file: string | undefined; scheduledAt: number }>;
  /** The numbers of the events in start lists of ours that are imported together with the file. */
  ownEvents: ReadonlySet<number>;
  /** The result that the last import of this layout wrote into a lane, from the race of a file with that id. */
  lastWritten(raceId: number, position: number, source: string): LaneResult | undefined;
}

/** The answer to a question that has only so many; where there is none, or another one, it is asked. */
export function answerTo<const Option>(
  { answers, findings }: Pick<ImportContext, 'answers' | 'findings'>,
  question: Omit<Question, 'options'> & { options: readonly Option[] },
): Option | undefined {
  const answer = question.options.find((option) => option === answers[question.id]);
  if (answer === undefined) findings.ask(question);
  return answer;
}

/** What the files name, whether it changes or not. */
interface Named {
  races: Set<number>;
  teams: Set<number>;
  /** By race id. */
  lanes: Map<number, Set<number>>;
  results: Map<number, Set<number>>;
}

export class Draft {
  readonly before: EventRows;
  readonly settings: ScheduleSettings;
  readonly races = new Map<number, Race>();
  readonly teams = new Map<number, Team>();
  readonly lanes = new Map<number, readonly Lane[]>();
  readonly named: Named = {
    races: new Set(),
    teams: new Set(),
    lanes: new Map(),
    results: new Map(),
  };
  /** The race of a file from which a race got results, by its id. */
  readonly sources = new Map<number, string>();
  /** New rows have negative ids until they are written. */
  private lastId = 0;
  private lastOrder: number | undefined;

  constructor(rows: EventRows) {
    this.before = rows;
    this.settings = rows.schedule ?? DEFAULT_SETTINGS;
    for (const race of rows.races) this.races.set(race.id, race);
    for (const team of rows.teams) this.teams.set(team.id, team);
    this.lastOrder = highestSortOrder(rows.teams);
    for (const [raceId, lanes] of rows.lanes) this.lanes.set(raceId, lanes);
  }

  addRace(fields: RaceFields): Race {
    const race = { ...fields, id: --this.lastId };
    this.races.set(race.id, race);
    return race;
  }

  addTeam(fields: Omit<TeamFields, 'boatIndex' | 'sortOrder' | 'adopted'>): Team {
    const sortOrder = orderAfter(this.lastOrder);
    this.lastOrder = sortOrder;
    const team = { ...fields, boatIndex: null, sortOrder, adopted: false, id: --this.lastId };
    this.teams.set(team.id, team);
    return team;
  }

  /** Also under its new name in the lanes that it is drawn in. */
  changeTeam(team: Team): void {
    const { id } = team;
    this.teams.set(id, team);
    for (const [raceId, lanes] of this.lanes) {
      if (!lanes.some((lane) => lane.team?.id === id)) continue;
      const renamed = lanes.map((lane) =>
        lane.team?.id === id ? { ...lane, team: crewOfLane(team) } : lane,
      );
      this.lanes.set(raceId, renamed);
    }
  }

  lanesOf(raceId: number): readonly Lane[] {
    return this.lanes.get(raceId) ?? [];
  }

  nameLane(kind: 'lanes' | 'results', raceId: number, position: number): void {
    const positions = this.named[kind].get(raceId) ?? new Set();
    this.named[kind].set(raceId, positions.add(position));
  }

  rows(): EventRows {
    const { before, races, teams, lanes } = this;
    return { ...before, races: [...races.values()], teams: [...teams.values()], lanes };
  }
}
