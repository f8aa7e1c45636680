/**
 * An event as the specification defines it, in memory: crews, a schedule, races with their lanes and results. It answers every
 * operation as the service must. It was written from the specification and its decisions alone, by somebody who had not read
 * the service.
 */
import {
  type Crew,
  canonical,
  isScored,
  NO_RESULT,
  newRace,
  type Outcome,
  printInstant,
  type Race,
  type Schedule,
  venueDay,
  viewRace,
} from './model-state.ts';
import {
  type LaneWrite,
  parseInstant,
  type ResultWrite,
  readDelay,
  readList,
  readSchedule,
} from './payload-rules.ts';

/** A success; bodies are compared without `eventId` and `updatedAt`, which the model cannot know. */
export interface Success {
  status: 200 | 201;
  body: unknown;
}

/** A refusal; `fields` are all wrong fields, in document order, and only a 422 has them. */
export interface Refusal {
  status: 404 | 409 | 422;
  code: string;
  fields?: string[];
}

export type Answer = Success | Refusal;

/** Whether `updatedAt` must have moved; `possible` where the specification does not say. */
export type Movement = 'none' | 'possible' | 'certain';

const NO_SCHEDULE: Refusal = { status: 404, code: 'schedule_not_found' };
const NO_RACE: Refusal = { status: 404, code: 'race_not_found' };
const CONFLICT: Refusal = { status: 409, code: 'conflict' };

export class ReferenceModel {
  readonly timezone: string | null;
  crews: Crew[] = [];
  races: Race[] = [];
  schedule: Schedule | null = null;
  /** Minutes by venue day; a day without a delay is not in it. */
  readonly delays = new Map<string, number>();
  /** Whether `updatedAt` must have moved since the last read. */
  movement: Movement = 'none';

  constructor(timezone: string | null) {
    this.timezone = timezone;
  }

  /**
   * Answers an operation of the API; the path continues `/v1/events/{eventId}`. Undefined, with
   * nothing changed, where the specification does not say what happens.
   */
  answer(method: string, path: string, body?: unknown): Answer | undefined {
    const before = canonical(this.readSchedule());
    const answer = this.#route(method, path, body);
    if (canonical(this.readSchedule()) !== before) this.movement = 'certain';
    return answer;
  }

  readSchedule(): Answer {
    if (!this.schedule) return NO_SCHEDULE;
    const summary = { ...this.schedule, eventName: 'Spring regatta', timezone: this.timezone };
    return { status: 200, body: { ...summary, races: this.viewRaces() } };
  }

  /** The running order as it is read. */
  viewRaces() {
    return this.#runningOrder().map((race) => viewRace(race, this.schedule));
  }

  readTeams(): Answer {
    const teams = this.crews.toSorted(
      (a, b) => a.sortOrder - b.sortOrder || (a.name < b.name ? -1 : 1),
    );
    return { status: 200, body: { teams } };
  }

  /** A crew entered by hand; false when the name is taken. */
  enterCrew(name: string): boolean {
    if (this.crews.some((crew) => crew.name === name)) return false;
    this.crews.push(this.#newCrew(null, name));
    return true;
  }

  /** A race entered by hand; false without a schedule or when the number is taken. */
  enterRace(raceNumber: number, at: string, title: string | null): boolean {
    const isTaken = this.races.some((race) => race.raceNumber === raceNumber);
    if (!this.schedule || isTaken) return false;
    const scheduledAt = parseInstant(at) ?? Number.NaN;
    const race = newRace(null, raceNumber, this.schedule.defaultResultMode, scheduledAt);
    this.races.push({ ...race, title });
    this.movement = 'certain';
    return true;
  }

  /** Puts a published schedule back to draft, which only the command line can. */
  unpublish(): void {
    if (!this.schedule) return;
    this.schedule.status = 'draft';
    this.movement = 'certain';
  }

  #route(method: string, path: string, body: unknown): Answer | undefined {
    const [, list, id = '', part] = path.split('/');
    if (list === 'teams') return method === 'GET' ? this.readTeams() : this.#putTeams(body);
    if (list === 'races' && id === '') return this.#putRaces(body);
    if (list === 'races' && part === 'entries')
      return this.#putEntries(decodeURIComponent(id), body);
    if (list === 'races') return this.#putResults(decodeURIComponent(id), body);
    if (method === 'GET') return this.readSchedule();
    if (id === 'publish') return this.#publish();
    return id === 'delay' ? this.#putDelay(body) : this.#createSchedule(body);
  }

  #createSchedule(body: unknown): Answer {
    const reading = readSchedule(body);
    if ('wrong' in reading) return invalid(reading.wrong);
    if (this.schedule) return { status: 200, body: { ...this.schedule } };
    this.schedule = {
      status: 'draft',
      laneScheme: reading.value.laneScheme ?? null,
      defaultResultMode: reading.value.defaultResultMode ?? 'timed',
      defaultResultVisibility: reading.value.defaultResultVisibility ?? 'full',
    };
    return { status: 201, body: { ...this.schedule } };
  }

  #publish(): Answer {
    if (!this.schedule) return NO_SCHEDULE;
    this.schedule.status = 'published';
    return { status: 200, body: { ...this.schedule } };
  }

  #putDelay(body: unknown): Answer {
    const reading = readDelay(body);
    if ('wrong' in reading) return invalid(reading.wrong);
    if (!this.schedule) return NO_SCHEDULE;
    const { venueDay: day, delayMinutes } = reading.value;
    const races = this.#runningOrder()
      .filter((race) => venueDay(race.scheduledAt, this.timezone) === day && !isScored(race))
      .map((race) => ({
        externalId: race.externalId,
        raceNumber: race.raceNumber,
        scheduledAt: printInstant(race.scheduledAt),
        estimatedAt: printInstant(race.scheduledAt + delayMinutes * 60_000),
      }));
    if (delayMinutes !== (this.delays.get(day) ?? 0)) {
      if (races.length > 0) this.movement = 'certain';
      else if (this.movement === 'none') this.movement = 'possible';
    }
    if (delayMinutes === 0) this.delays.delete(day);
    else this.delays.set(day, delayMinutes);
    return { status: 200, body: { venueDay: day, delayMinutes, races } };
  }

  #putTeams(body: unknown): Answer | undefined {
    const reading = readList('teams', body);
    if ('wrong' in reading) return invalid(reading.wrong);
    const plan = planUpserts(reading.value, this.crews, (write, crew) => write.name === crew.name);
    const touched = new Set(plan.map(({ row }) => row));
    const untouched = this.crews.filter((crew) => !touched.has(crew));
    if (repeats([...untouched, ...reading.value].map(({ name }) => name))) return CONFLICT;
    // Undecided: does a new crew go behind the highest `sortOrder` before or after an element lowers it?
    const highest = Math.max(...this.crews.map(({ sortOrder }) => sortOrder));
    const lowering = plan.findIndex(
      ({ write, row }) => row?.sortOrder === highest && (write.sortOrder ?? highest) < highest,
    );
    if (
      lowering >= 0 &&
      plan.slice(lowering).some(({ write, row }) => !row && !('sortOrder' in write))
    )
      return undefined;
    const teams = plan.map(({ write, row, outcome }) => {
      const crew = row ?? this.#newCrew(write.externalId, write.name);
      if (!row) this.crews.push(crew);
      Object.assign(crew, write);
      if (outcome === 'adopted') crew.adopted = true;
      return { ...crew, outcome };
    });
    return { status: 200, body: { teams } };
  }

  #putRaces(body: unknown): Answer {
    const reading = readList('races', body);
    if ('wrong' in reading) return invalid(reading.wrong);
    if (!this.schedule) return NO_SCHEDULE;
    const plan = planUpserts(
      reading.value,
      this.races,
      (write, race) => write.raceNumber === race.raceNumber,
    );
    const undated = plan.flatMap(({ write, row }, index) =>
      !row && write.scheduledAt === undefined ? [`races[${index}].scheduledAt`] : [],
    );
    if (undated.length > 0) return invalid(undated);
    const touched = new Set(plan.map(({ row }) => row));
    const untouched = this.races.filter((race) => !touched.has(race));
    if (repeats([...untouched, ...reading.value].map(({ raceNumber }) => raceNumber)))
      return CONFLICT;
    const outcomes = new Map<Race, Outcome>();
    for (const { write, row, outcome } of plan) {
      const { externalId, raceNumber } = write;
      const race = row ?? newRace(externalId, raceNumber, this.schedule.defaultResultMode, 0);
      if (!row) this.races.push(race);
      Object.assign(race, write);
      outcomes.set(race, outcome);
    }
    const races = this.#runningOrder().map((race) => ({
      ...viewRace(race, this.schedule),
      outcome: outcomes.get(race) ?? null,
    }));
    return { status: 200, body: { races } };
  }

  #putEntries(externalId: string, body: unknown): Answer {
    const reading = readList('lanes', body);
    if ('wrong' in reading) return invalid(reading.wrong);
    if (!this.schedule) return NO_SCHEDULE;
    const race = this.races.find((each) => each.externalId === externalId);
    if (!race) return NO_RACE;
    const crewOf = ({ teamExternalId: id }: LaneWrite): Crew | null =>
      (id && this.crews.find((crew) => crew.externalId === id)) || null;
    const unknown = reading.value.flatMap((write, index) =>
      write.teamExternalId && !crewOf(write) ? [`lanes[${index}].teamExternalId`] : [],
    );
    if (unknown.length > 0) return invalid(unknown);
    const drawn = reading.value.map(crewOf).filter((crew) => crew !== null);
    const positions = new Set(reading.value.map(({ position }) => position));
    const leftOut = race.lanes.filter(({ position }) => !positions.has(position));
    const isLeftBehind = leftOut.some(({ crew }) => crew && drawn.includes(crew));
    if (repeats(drawn) || isLeftBehind) return CONFLICT;
    race.lanes = reading.value.map((write) => {
      const crew = crewOf(write);
      const { position, positionLabel = null } = write;
      const lane = race.lanes.find((each) => each.position === position);
      const result = lane && !(lane.crew && !crew) ? lane : NO_RESULT;
      return { ...NO_RESULT, ...result, position, positionLabel, crew };
    });
    return { status: 200, body: viewRace(race, this.schedule) };
  }

  #putResults(externalId: string, body: unknown): Answer {
    const reading = readList('results', body);
    if ('wrong' in reading) return invalid(reading.wrong);
    if (!this.schedule) return NO_SCHEDULE;
    const race = this.races.find((each) => each.externalId === externalId);
    if (!race) return NO_RACE;
    const laneOf = ({ position }: ResultWrite) =>
      race.lanes.find((lane) => lane.position === position);
    const forbidden = race.resultMode === 'timed' ? 'finishPlace' : 'finishTimeMillis';
    const wrong = reading.value.some((write) => (write[forbidden] ?? null) !== null)
      ? ['results']
      : [];
    reading.value.forEach((write, index) => {
      if (!laneOf(write)) wrong.push(`results[${index}].position`);
    });
    if (wrong.length > 0) return invalid(wrong);
    for (const write of reading.value)
      Object.assign(laneOf(write) ?? {}, NO_RESULT, { status: 'finished' }, write);
    return { status: 200, body: viewRace(race, this.schedule) };
  }

  #newCrew(externalId: string | null, name: string): Crew {
    const highest = Math.max(...this.crews.map((crew) => crew.sortOrder));
    const sortOrder = this.crews.length === 0 ? 0 : Math.min(highest + 1, 2_147_483_647);
    return { externalId, name, clubId: null, boatIndex: null, sortOrder, adopted: false };
  }

  #runningOrder(): Race[] {
    return this.races.toSorted(
      (a, b) => a.scheduledAt - b.scheduledAt || a.raceNumber - b.raceNumber,
    );
  }
}

/** Finds each element's row: the caller's own, else an unclaimed one of the same natural key. */
function planUpserts<W extends { externalId: string }, R extends { externalId: string | null }>(
  writes: W[],
  rows: R[],
  isNamedAlike: (write: W, row: R) => boolean,
): { write: W; row: R | undefined; outcome: Outcome }[] {
  return writes.map((write) => {
    const own = rows.find((row) => row.externalId === write.externalId);
    if (own) return { write, row: own, outcome: 'matched' };
    const row = rows.find((each) => each.externalId === null && isNamedAlike(write, each));
    return { write, row, outcome: row ? 'adopted' : 'inserted' };
  });
}

function repeats(values: unknown[]): boolean {
  return new Set(values).size < values.length;
}

function invalid(fields: string[]): Refusal {
  return { status: 422, code: 'validation_failed', fields };
}
