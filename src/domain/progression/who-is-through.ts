/**
 * Who is through (around, "Who is through"): which rules of later races name a race, and where its crews are drawn by them.
 * A draw is public whatever the visibility of the results, so no result is read here.
 */
import type {
  BoardLane,
  BoardRace,
  BoardRule,
  LaneNext,
  LaneSource,
} from '../../contract/board.ts';
import { formatInstant } from '../../contract/instant.ts';
import type { Lane } from '../draw/lane.ts';
import { isSame } from '../history/changes.ts';
import { byRunningOrder, type Race } from '../races/race.ts';

/** A race with rules, and only those of its lanes that have one. */
export interface RuledRace extends Pick<Race, 'id' | 'raceNumber' | 'scheduledAt' | 'state'> {
  lanes: readonly {
    position: number;
    /** The crew that is drawn and has not withdrawn; `null`: none. */
    crewId: number | null;
    from: LaneSource;
  }[];
}

/** @returns `undefined` for a race without rules */
export function ruledRace(
  { id, raceNumber, scheduledAt, state }: Omit<RuledRace, 'lanes'>,
  lanes: readonly Pick<Lane, 'position' | 'team' | 'withdrawn' | 'from'>[],
): RuledRace | undefined {
  const ruled = lanes.flatMap(({ position, team, withdrawn, from }) =>
    from ? [{ position, crewId: withdrawn ? null : (team?.id ?? null), from }] : [],
  );
  return ruled.length > 0 ? { id, raceNumber, scheduledAt, state, lanes: ruled } : undefined;
}

/** What the rules and draws of later races mean for earlier ones, by the id of the earlier race. */
export interface Through {
  rules: ReadonlyMap<number, readonly BoardRule[]>;
  /** By the id of the earlier race, then by crew id. */
  next: ReadonlyMap<number, ReadonlyMap<number, LaneNext>>;
}

/** @param ruled the races of an event that have rules, in any order */
export function throughOf(ruled: Iterable<RuledRace>): Through {
  const rules = new Map<number, BoardRule[]>();
  const next = new Map<number, Map<number, LaneNext>>();
  // The earliest first: it is where a crew goes next.
  for (const race of [...ruled].sort(byRunningOrder)) {
    const [raceId, scheduledAt] = [race.id, formatInstant(race.scheduledAt)];
    for (const { position, crewId, from } of race.lanes) {
      const { races, place, fastest, category = null } = from;
      for (const source of races) {
        listOf(rules, source, () => []).push({ raceId, place, fastest, category });
        if (crewId === null || race.state === 'cancelled') continue;
        const ofSource = listOf(next, source, () => new Map<number, LaneNext>());
        if (!ofSource.has(crewId)) ofSource.set(crewId, { raceId, position, scheduledAt });
      }
    }
  }
  for (const ofSource of rules.values()) ofSource.sort(byRaceAndPlace);
  return { rules, next };
}

function listOf<Value>(lists: Map<number, Value>, key: number, make: () => Value): Value {
  const found = lists.get(key) ?? make();
  lists.set(key, found);
  return found;
}

function byRaceAndPlace(a: BoardRule, b: BoardRule): number {
  return (
    a.raceId - b.raceId ||
    a.place - b.place ||
    (a.fastest ?? 0) - (b.fastest ?? 0) ||
    byText(a.category ?? '', b.category ?? '')
  );
}

function byText(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

const NO_RULES: readonly BoardRule[] = [];

/** The race with its `rules` and the `next` of its lanes from `through`; the same object if it has them already. */
export function withThrough(race: BoardRace, through: Through): BoardRace {
  const rules = through.rules.get(race.id) ?? NO_RULES;
  // If no rule names the race, no rule has drawn a crew of it.
  if (rules.length === 0 && race.rules.length === 0) return race;
  const ofRace = through.next.get(race.id);
  const lanes = race.lanes.map((lane) => {
    const next = nextOf(lane, ofRace);
    return isSame(lane.next, next) ? lane : { ...lane, next };
  });
  const isSaid =
    isSame(race.rules, rules) && lanes.every((lane, index) => lane === race.lanes[index]);
  return isSaid ? race : { ...race, rules: [...rules], lanes };
}

function nextOf(
  { crewId, withdrawn }: BoardLane,
  ofRace: ReadonlyMap<number, LaneNext> | undefined,
): LaneNext | null {
  return crewId === null || withdrawn ? null : (ofRace?.get(crewId) ?? null);
}
