/**
 * The race office of the reference model: it gives the rows of the model ids of its own, keeps a history with the event after
 * each entry, and answers the writes of the office.
 */
import { type Crew, canonical } from './model-state.ts';
import { refusedMeanwhile } from './office-matters.ts';
import {
  CONFLICT,
  invalid,
  judge,
  type OfficeAnswer,
  type OfficeRefusal,
  type OfficeWrite,
  type TakeBack,
} from './office-payloads.ts';
import { carryOut, markOf } from './office-rules.ts';
import {
  type Change,
  diff,
  type Facts,
  factsOf,
  inTheWay,
  isSame,
  isSound,
  type OfficeLane,
  type OfficeRace,
  type OfficeState,
  ON_TIME,
  settle,
  stateOf,
} from './office-state.ts';
import { crewsOfMerge, type Entry, reliedOn, standing } from './office-undo.ts';
import {
  drawIn,
  inOrder,
  NO_TEXTS,
  officeView,
  pickCrew,
  pickRace,
  type Said,
  settingsOf,
} from './office-view.ts';
import type { ReferenceModel } from './reference-model.ts';

export class OfficeModel {
  /** Oldest first. */
  entries: Entry[] = [];
  private readonly model: ReferenceModel;
  private ids = new WeakMap<object, number>();
  private said = new Map<number, Said>();
  /** The lanes as last recorded, for what the model does not have of a lane: its rule and a withdrawal. */
  private lanes: OfficeState['lanes'] = new Map();
  private settings = { provisionalResults: false, crewGapMinutes: 40 };
  private lastId = 0;
  private last: Facts = new Map();

  constructor(model: ReferenceModel) {
    this.model = model;
  }

  get revision(): number {
    return this.entries.length;
  }

  /** The event as last recorded. */
  get facts(): Facts {
    return this.last;
  }

  /** Records in the history what `/v1` or the command line has done. */
  note(): void {
    const after = this.read();
    settle(stateOf(this.last), after);
    for (const [id, { official }] of after.races) this.sayOf(id).official = official;
    this.lanes = after.lanes;
    this.record(factsOf(after));
  }

  answer(write: OfficeWrite, seen: number): OfficeAnswer {
    const wrong = judge(write);
    if (wrong.length > 0) return invalid(...wrong);
    return this.attempt((state, later) => {
      const since = later(seen);
      const draft = stateOf(factsOf(state));
      const done = carryOut(state, write, {
        later: since,
        newId: () => ++this.lastId,
        proposalOf: (raceId) => this.drawOf(state, raceId),
      });
      const isMissing = 'code' in done && done.code === 'race_not_found';
      if (seen > this.revision && !isMissing) return invalid('seen');
      if ('code' in done) return refusedMeanwhile(done, write, draft, since);
      return { ...done, seen, body: (is) => this.bodyOf(write, is, done.shown) };
    });
  }

  takeBack(wish: TakeBack): OfficeAnswer {
    const entry = this.entries[wish.entry - 1];
    if (!entry) throw new Error('there is such an entry');
    if (wish.kind === 'undo') return this.undo(entry, wish.entry);
    const { raceId, seen } = wish;
    return this.attempt((state) => {
      if (seen > this.revision) return invalid('seen');
      const then = stateOf(entry.facts);
      const race = then.races.get(raceId);
      if (!race) return invalid('at');
      state.races.set(raceId, race);
      state.lanes.delete(raceId);
      const lanes = then.lanes.get(raceId);
      if (lanes) state.lanes.set(raceId, lanes);
      if (!isSound(state)) return CONFLICT;
      return { relied: [], seen, body: (is) => ({ race: this.viewOf(is, raceId) }) };
    });
  }

  private undo(entry: Entry, number: number): OfficeAnswer {
    const { changes } = entry;
    const answer = this.attempt((state) => {
      const isFinal = changes.some(
        ({ key, before, after }) => key === 'schedule' && (!before || !after || 'status' in after),
      );
      if (isFinal || entry.isUndone) return CONFLICT;
      const facts = factsOf(state);
      const obstacles = changes.flatMap(({ key, after }) => {
        const now = facts.get(key) ?? (key.startsWith('delay ') ? ON_TIME : undefined);
        if (!after) return now ? { key } : [];
        if (!now) return { key };
        const names = Object.keys(after).filter((name) => !isSame(now[name], after[name]));
        return names.length > 0 ? { key, names } : [];
      });
      const changed = inTheWay(standing(this.entries.slice(number)), [], reliedOn(changes, facts));
      if (changed.length > 0) return { ...CONFLICT, changed };
      if (obstacles.length > 0) return CONFLICT;
      for (const { key, before } of changes) {
        if (before) facts.set(key, { ...facts.get(key), ...before });
        else facts.delete(key);
      }
      for (const [key, { delayMinutes }] of facts) if (delayMinutes === 0) facts.delete(key);
      const undone = stateOf(facts);
      Object.assign(state, undone);
      if (!isSound(state)) return CONFLICT;
      return { relied: [], seen: undefined, oneCrew: crewsOfMerge(changes), body: () => ({}) };
    });
    if (answer.status !== 200) return answer;
    if (!answer.isWritten) return CONFLICT;
    entry.isUndone = true;
    const newest = this.entries.at(-1);
    if (newest) newest.undoes = entry;
    return answer;
  }

  /** All that the office shows of races, in running order, and of crews. */
  view(): { races: object[]; crews: object[] } {
    const state = stateOf(this.last);
    const { races, crews } = inOrder(state);
    return { races: races.map((id) => this.viewOf(state, id)), crews };
  }

  /**
   * Tries a write. If there is no schedule, one is made; if the write is refused, everything is as before.
   *
   * @param work changes the state that it is given
   */
  private attempt(
    work: (state: OfficeState, later: (seen: number) => Change[]) => OfficeRefusal | Attempted,
  ): OfficeAnswer {
    const [before, entries] = [this.last, [...this.entries]];
    const { movement } = this.model;
    const goBack = () => {
      this.entries = entries;
      this.load(before);
      this.last = before;
      this.model.movement = movement;
    };
    const refuse = (refusal: OfficeRefusal): OfficeRefusal => {
      goBack();
      return refusal;
    };
    if (!this.model.schedule) {
      this.model.answer('POST', '/schedule');
      this.note();
    }
    const was = this.last;
    // The schedule that was made for this write is no change by somebody else.
    const isNew = this.revision > entries.length;
    const known = (seen: number) => (isNew && seen === entries.length ? seen + 1 : seen);
    const later = (seen: number) =>
      this.entries.slice(known(seen)).flatMap(({ changes }) => changes);
    const state = stateOf(was);
    const done = work(state, later);
    if ('code' in done) return refuse(done);
    settle(stateOf(was), state, done.oneCrew);
    const after = factsOf(state);
    if (done.seen !== undefined && diff(was, after).length > 0) {
      const changed = inTheWay(later(done.seen), diff(was, after), done.relied);
      if (changed.length > 0) return refuse({ ...CONFLICT, changed });
    }
    const revision = this.revision;
    this.load(after);
    this.record(after);
    const isWritten = this.revision > revision;
    const body = done.body(state);
    // A write that changes nothing makes no schedule, either.
    if (isNew && !isWritten) goBack();
    return { status: 200, revision: this.revision, isWritten, body };
  }

  private record(facts: Facts): void {
    const changes = diff(this.last, facts);
    this.last = facts;
    if (changes.length > 0) this.entries.push({ changes, facts, isUndone: false });
  }

  /** The event as the model has it now. */
  private read(): OfficeState {
    const { crews, races, schedule, delays } = this.model;
    const lanes = new Map<number, Map<number, OfficeLane>>();
    for (const race of races) {
      if (race.lanes.length === 0) continue;
      const ofRace = race.lanes.map(({ position, crew, ...lane }): [number, OfficeLane] => {
        const { positionLabel, status, finishTimeMillis, finishPlace, penaltyMillis } = lane;
        const crewId = crew && this.idOf(crew);
        return [
          position,
          {
            ...{ positionLabel, crewId, status, finishTimeMillis, finishPlace, penaltyMillis },
            from: this.lanes.get(this.idOf(race))?.get(position)?.from ?? null,
            ...markOf(this.lanes.get(this.idOf(race)), crewId, status),
          },
        ];
      });
      lanes.set(this.idOf(race), new Map(ofRace));
    }
    return {
      schedule: schedule && { ...schedule, ...this.settings },
      crews: new Map(crews.map((crew) => [this.idOf(crew), pickCrew(crew)])),
      races: new Map(
        races.map((race) => {
          const id = this.idOf(race);
          const { lanes: _, ...fields } = race;
          return [id, { ...pickRace(fields as OfficeRace), ...this.sayOf(id) }];
        }),
      ),
      lanes,
      delays: new Map(delays),
    };
  }

  /** Replaces the event of the model by `facts`; rows keep their ids. */
  private load(facts: Facts): void {
    const shownBefore = canonical(this.model.readSchedule());
    const { schedule, crews, races, lanes, delays } = stateOf(facts);
    this.said.clear();
    this.lanes = lanes;
    const rows = new Map<number, Crew>();
    for (const [id, crew] of crews) rows.set(id, this.known(id, crew));
    this.model.crews = [...rows.values()];
    this.model.races = [...races].map(
      ([id, { printedNumber, state, reason, official, ...race }]) => {
        this.said.set(id, { printedNumber, state, reason, official });
        const ofRace = [...(lanes.get(id) ?? [])].map(
          ([position, { crewId, from: _, withdrawn: __, withdrawnReason: ___, ...lane }]) => ({
            position,
            ...lane,
            crew: crewId === null ? null : (rows.get(crewId) as Crew),
          }),
        );
        return this.known(id, { ...race, lanes: ofRace });
      },
    );
    this.model.schedule = null;
    if (schedule) {
      const { provisionalResults, crewGapMinutes, ...rest } = schedule;
      this.settings = { provisionalResults, crewGapMinutes };
      this.model.schedule = rest;
    }
    this.model.delays.clear();
    for (const [day, minutes] of delays) this.model.delays.set(day, minutes);
    const isShown = canonical(this.model.readSchedule()) !== shownBefore;
    if (isShown) this.model.movement = 'certain';
    // What only the board shows, such as a race's state, may or may not move `updatedAt`.
    else if (diff(this.last, facts).length > 0 && this.model.movement === 'none') {
      this.model.movement = 'possible';
    }
  }

  private known<Row extends object>(id: number, row: Row): Row {
    this.ids.set(row, id);
    return row;
  }

  private idOf(row: object): number {
    const id = this.ids.get(row) ?? ++this.lastId;
    this.ids.set(row, id);
    return id;
  }

  private sayOf(raceId: number): Said {
    const said = this.said.get(raceId) ?? { ...NO_TEXTS };
    this.said.set(raceId, said);
    return said;
  }

  /** What the rules of a race propose, in a state that the model shows. */
  private drawOf(state: OfficeState, raceId: number) {
    return drawIn(state, raceId, (id) => this.model.races.find((each) => this.idOf(each) === id));
  }

  private bodyOf(write: OfficeWrite, state: OfficeState, shown: number[]): object {
    if (write.kind === 'settings') return { settings: settingsOf(state) };
    if (write.kind === 'crews' || write.kind === 'merge') {
      return { crews: shown.map((id) => ({ id, ...state.crews.get(id) })) };
    }
    const races = shown.map((id) => this.viewOf(state, id));
    return write.kind === 'races' ? { races } : { race: races[0] };
  }

  private viewOf(state: OfficeState, id: number): object {
    const race = this.model.races.find((each) => this.idOf(each) === id);
    if (!race) throw new Error('the race is there');
    const draw = this.drawOf(state, id);
    const { timezone } = this.model;
    return officeView(race, { id, state, said: this.sayOf(id), timezone, draw });
  }
}

interface Attempted {
  relied: { key: string; names?: string[] }[];
  /** The revision that the page shows; `undefined` for an undo, which finds its conflicts itself. */
  seen: number | undefined;
  /** The ids of the two crews of a merge, which count as one. */
  oneCrew?: readonly unknown[];
  body(state: OfficeState): object;
}
