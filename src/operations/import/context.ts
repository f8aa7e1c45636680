/**
 * What the rules of an import work on: a draft of the event (the stored rows, changed by what the files say), and the context
 * that they only read.
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
  /** For an event without a zone: a zone of its country, if all zones of that show the same time; else `null`. */
  likelyZone: string | null;
  format: Format;
  /** The answers given with this import, over those that are remembered. */
  answers: Answers;
  findings: Findings;
  /** Whether the event has no races and no file has a programme, so that races are made from results alone. */
  isFounding: boolean;
  /** All dates that the files print for races, YYYY-MM-DD. */
  printedDates: readonly string[];
  /** By day: how many races have got their time from the answer `times`, over all files of the import. */
  untimed: Map<string, number>;
  /** The name of the file; `undefined` when it is the only one. */
  file: string | undefined;
  /** By race id: the row and file of its results, over all files of the import that have only results. */
  resultsFrom: Map<number, string>;
  /** By race id: the first file of the import that draws the race. */
  drawnBy: Map<number, string>;
  /** By race id: when it starts, and which file of the import says so. */
  startsFrom: Map<number, { file: string | undefined; scheduledAt: number }>;
  /** The numbers of the events in start lists that Running Order wrote, in all files of the import. */
  ownEvents: ReadonlySet<number>;
  /** The result that the last import of this layout wrote into a lane, if it came from the file's race with the id `source`. */
  lastWritten(raceId: number, position: number, source: string): LaneResult | undefined;
}

/** The answer to a question with fixed options. When none of these was answered, the question is asked: `undefined`. */
export function answerTo<const Option>(
  { answers, findings }: Pick<ImportContext, 'answers' | 'findings'>,
  question: Omit<Question, 'options'> & { options: readonly Option[] },
): Option | undefined {
  const answer = question.options.find((option) => option === answers[question.id]);
  if (answer === undefined) findings.ask(question);
  return answer;
}

/** The rows and lanes that the files name, whether they change or not. */
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
  /** By race id: the id of the race in a file from which it got results. */
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

  /** Replaces a crew, also in the lanes that it is drawn in. */
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
