/**
 * The names of crews in an event, for their erasure: the present and former names of each crew, by rows and history, because
 * they are erased together; and the free texts of rows, in which a name may occur.
 */
import {
  MAX_LABEL_LENGTH,
  MAX_LINK_LABEL_LENGTH,
  MAX_NAME_LENGTH,
  MAX_NOTES_LENGTH,
  MAX_NOTICE_LENGTH,
  MAX_POSITION_LABEL_LENGTH,
  MAX_PRINTED_NUMBER_LENGTH,
  MAX_RACE_LABEL_LENGTH,
  MAX_REASON_LENGTH,
  MAX_SPONSOR_LENGTH,
  MAX_TITLE_LENGTH,
} from '../../contract/limits.ts';
import { LANE_TEXTS } from '../draw/lane.ts';
import type { EventFacts } from '../event/event-rules.ts';
import type { ScheduleState } from '../event/schedule.ts';
import type { Notice } from '../following/notice-rules.ts';
import {
  type Change,
  NAME_OF_TEAM,
  type OperationName,
  type Properties,
} from '../history/changes.ts';
import type { RaceFields } from '../races/race.ts';
import { isSameName } from '../text/names-in-texts.ts';

/** A crew that the event has now. */
interface PresentCrew {
  id: number;
  name: string;
}

/** The part of an entry of the history that is read here. */
interface Entry {
  operation: OperationName | string;
  changes: readonly Change[];
}

/** The present and former names of an event's crews. */
export class NamesOfCrews {
  /** By crew id, each name once, the one that was used last at the end. */
  private readonly names = new Map<number, Set<string>>();
  /** By the id of a crew that was merged into another one: the id of the other one. */
  private readonly mergedInto = new Map<number, number>();
  /** Former entries of `mergedInto`, of crews that were brought back: to undo that merges them again. */
  private readonly separated = new Map<number, number>();
  private readonly present: ReadonlyMap<number, string>;

  constructor(crews: readonly PresentCrew[]) {
    this.present = new Map(crews.map(({ id, name }) => [id, name]));
  }

  /** Reads an entry of the history; the oldest has to be the first. */
  note({ operation, changes }: Entry): void {
    for (const change of changes) {
      const { subject, id, name, before, after } = change;
      if (subject === 'lane') for (const side of [before, after]) this.noteLane(side);
      if (subject !== 'team' || id === undefined) continue;
      for (const called of [before?.name, name, after?.name]) this.add(id, called);
      if (before === null) moveKey(id, this.mergedInto, this.separated);
      else if (after === null && operation === 'undo') {
        moveKey(id, this.separated, this.mergedInto);
      }
    }
    if (operation !== 'merge-crews') return;
    const removed = changes.find(({ subject, after }) => subject === 'team' && after === null)?.id;
    const kept = removed === undefined ? undefined : keptOf(changes, removed);
    if (removed !== undefined && kept !== undefined) this.mergedInto.set(removed, kept);
  }

  /** The ids of the crews that the event has or had. */
  get crewIds(): number[] {
    return [...new Set([...this.present.keys(), ...this.names.keys()])];
  }

  /** What a crew is called now; `undefined` where it is gone. */
  nameNow(crewId: number): string | undefined {
    return this.present.get(crewId);
  }

  /** All names of a crew, the present or last one first. */
  namesOf(crewId: number): string[] {
    const now = this.present.get(crewId);
    const before = [...(this.names.get(crewId) ?? [])].reverse();
    return [...new Set([...(now === undefined ? [] : [now]), ...before])];
  }

  /** The ids of a crew and of those that were merged into it, directly or by way of others, and are gone. */
  mergedWith(crewId: number): number[] {
    const ids = [crewId];
    for (const id of ids) {
      for (const [removed, kept] of this.mergedInto) {
        if (kept === id && !this.present.has(removed) && !ids.includes(removed)) ids.push(removed);
      }
    }
    return ids;
  }

  /**
   * The id of the crew that somebody means by a name: the crew that has the name now, however its letters are written; else
   * the newest one that had it, a crew that is there before one that is gone. `undefined`: none.
   */
  crewCalled(name: string): number | undefined {
    const exact = [...this.present].find(([, called]) => called === name);
    const similar = [...this.present].find(([, called]) => isSameName(called, name));
    const before = this.crewIds
      .filter((id) => this.namesOf(id).some((called) => isSameName(called, name)))
      .sort((a, b) => Number(this.present.has(b)) - Number(this.present.has(a)) || b - a);
    return exact?.[0] ?? similar?.[0] ?? before[0];
  }

  private noteLane(side: Properties | null): void {
    if (typeof side?.teamId === 'number') this.add(side.teamId, side[NAME_OF_TEAM]);
  }

  private add(crewId: number, name: unknown): void {
    if (typeof name !== 'string') return;
    const known = this.names.get(crewId) ?? new Set<string>();
    // Deleted first, so that the name that was used last is the last one.
    known.delete(name);
    this.names.set(crewId, known.add(name));
  }
}

function moveKey(key: number, from: Map<number, number>, to: Map<number, number>): void {
  const value = from.get(key);
  if (value !== undefined) to.set(key, value);
  from.delete(key);
}

/** The id of the crew that a merge kept: the one that took over a lane, else the other crew that the entry names. */
function keptOf(changes: readonly Change[], removed: number): number | undefined {
  const lane = changes.find(
    ({ subject, before }) => subject === 'lane' && before?.teamId === removed,
  );
  if (typeof lane?.after?.teamId === 'number') return lane.after.teamId;
  return changes.find(({ subject, id }) => subject === 'team' && id !== removed)?.id;
}

/** By property: the length that a free text may have; `null`: no free text; `stays`: an id, in which a name stays. */
type TextLimits<Row> = Readonly<Record<keyof Row, number | null | 'stays'>>;

const OF_RACE = {
  title: MAX_TITLE_LENGTH,
  boatClass: MAX_RACE_LABEL_LENGTH,
  round: MAX_RACE_LABEL_LENGTH,
  divisionLabel: MAX_RACE_LABEL_LENGTH,
  laneScheme: MAX_POSITION_LABEL_LENGTH,
  notes: MAX_NOTES_LENGTH,
  printedNumber: MAX_PRINTED_NUMBER_LENGTH,
  reason: MAX_REASON_LENGTH,
  // Other software knows the race by it.
  externalId: 'stays',
  raceNumber: null,
  scheduledAt: null,
  distanceMeters: null,
  resultMode: null,
  resultVisibility: null,
  state: null,
  official: null,
  kind: null,
  startIntervalSeconds: null,
  startedAt: null,
  closed: null,
  clockOffsetMillis: null,
  firstPublishedAt: null,
  lastInAt: null,
} as const satisfies TextLimits<RaceFields>;

const OF_SCHEDULE = {
  laneScheme: MAX_POSITION_LABEL_LENGTH,
  status: null,
  defaultResultMode: null,
  defaultResultVisibility: null,
  provisionalResults: null,
  crewGapMinutes: null,
  followersTold: null,
} as const satisfies TextLimits<ScheduleState>;

const OF_EVENT = {
  name: MAX_NAME_LENGTH,
  sponsor: MAX_SPONSOR_LENGTH,
  // Of the labels of the links.
  links: MAX_LINK_LABEL_LENGTH,
  accent: null,
  logo: null,
  // The name of a town stays, whoever rows there.
  city: null,
  start: null,
  end: null,
  timezone: null,
  country: null,
  trial: null,
  archived: null,
  announced: null,
  noindex: null,
} as const satisfies TextLimits<EventFacts>;

const OF_NOTICE = {
  text: MAX_NOTICE_LENGTH,
  id: null,
  postedAt: null,
  until: null,
} as const satisfies TextLimits<Notice>;

const OF_WEBHOOK = { label: MAX_LABEL_LENGTH, kinds: null, enabled: null } as const;

/**
 * The free texts of each kind of thing, by the property names of rows and history, and how long each may be. Crews and
 * days have no free texts.
 */
export const TEXTS = {
  race: OF_RACE,
  lane: LANE_TEXTS,
  schedule: OF_SCHEDULE,
  event: OF_EVENT,
  notice: OF_NOTICE,
  webhook: OF_WEBHOOK,
} as const;
