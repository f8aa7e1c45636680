/** The rules that say where the crews of a race's lanes come from (console, "Progression"). */
import type { LaneSource } from '../../contract/board.ts';
import type { Violation } from '../../contract/problem.ts';
import { emptyLane, type Lane } from '../draw/lane.ts';
import type { EventRows } from '../event/event-rows.ts';
import type { Race } from '../races/race.ts';
import { invalid, type Refusal } from '../refusal.ts';

/** A rule of one lane, as it is sent. */
export interface LaneRule extends LaneSource {
  position: number;
}

type Rules = Pick<EventRows, 'races' | 'lanes'>;

/**
 * Replaces the rules of a race. A position without a lane gets an empty lane; a lane whose rule is left out stays, without
 * a rule.
 *
 * @param raceId of a race that the event has
 * @param rules in the order in which they were sent
 * @param at the text before `rules` in the names of fields, such as `races[3].`
 * @returns the lanes of the race, by position; or a 422 on each invalid rule
 */
export function planRules(
  event: Rules,
  raceId: number,
  rules: readonly LaneRule[],
  at = '',
): Lane[] | Refusal {
  const violations = violationsOf(event, raceId, rules).map(({ field, detail }) => ({
    field: at + field,
    detail,
  }));
  if (violations.length > 0) return invalid(violations);
  const before = event.lanes.get(raceId) ?? [];
  const sources = new Map(
    rules.map(({ position, races, place, fastest, category }): [number, LaneSource] => [
      position,
      { races, place, fastest, ...(category != null && { category }) },
    ]),
  );
  const kept = before.map((lane) => ({ ...lane, from: sources.get(lane.position) ?? null }));
  const held = new Set(before.map(({ position }) => position));
  const added = [...sources]
    .filter(([position]) => !held.has(position))
    .map(([position, from]) => ({ ...emptyLane(position), from }));
  return [...kept, ...added].sort((a, b) => a.position - b.position);
}

function violationsOf(event: Rules, raceId: number, rules: readonly LaneRule[]): Violation[] {
  const races = new Map(event.races.map((race) => [race.id, race]));
  const leadsTo = listTargets(event.lanes, raceId);
  const earlier = new EarlierRules();
  return rules.flatMap((rule, index) => {
    const rival = earlier.add(rule);
    const detail = wrongSource(rule, raceId, races) ?? circle(rule, raceId, leadsTo) ?? rival;
    return detail === undefined ? [] : [{ field: `rules[${index}]`, detail }];
  });
}

/** What is wrong with the races that a rule names, whatever the other rules are. */
function wrongSource(
  { races: ids, fastest }: LaneRule,
  raceId: number,
  races: ReadonlyMap<number, Race>,
): string | undefined {
  const [first] = ids;
  if (first === undefined) return 'must name a race';
  if (new Set(ids).size < ids.length) return 'names a race twice';
  if (ids.length > 1 && fastest === null) {
    return 'names several races: say which of the fastest, or name one race';
  }
  if (ids.length === 1 && fastest !== null) return 'has `fastest`, which takes several races';
  const target = races.get(raceId);
  for (const id of ids) {
    const source = races.get(id);
    if (!source || !target) return `names no race of this event: ${id}`;
    if (id === raceId) return 'names the race itself';
    if (source.scheduledAt > target.scheduledAt) {
      return `names race ${source.raceNumber}, which starts later`;
    }
  }
  return undefined;
}

function circle(
  { races }: LaneRule,
  raceId: number,
  leadsTo: ReadonlySet<number>,
): string | undefined {
  return races.some((id) => id !== raceId && leadsTo.has(id))
    ? 'goes in a circle: the race leads to the one that it would come from'
    : undefined;
}

/** The rules of a race so far, by what they take, so that a rule is compared only with those that may take the same crew. */
class EarlierRules {
  private readonly positions = new Set<number>();
  /** By race, place and category, in the order in which they were sent. */
  private readonly takers = new Map<string, Taker[]>();

  /** Adds a rule. @returns an objection if an earlier rule has the same lane, or may take the same crew */
  add({ position, races, place, fastest, category = null }: LaneRule): string | undefined {
    const isRepeated = this.positions.has(position);
    this.positions.add(position);
    // Rules with the same races in another order choose from the same boats.
    const taker = { position, fastest, field: races.toSorted((a, b) => a - b).join() };
    const rivals = races.flatMap(
      (id) => this.take(JSON.stringify([id, place, category]), taker) ?? [],
    );
    if (isRepeated) return `repeats position ${position}`;
    return rivals[0] && `takes a crew that position ${rivals[0].position} takes already`;
  }

  /** @returns the first earlier rule that may take the same crew */
  private take(key: string, taker: Taker): Taker | undefined {
    const others = this.takers.get(key);
    if (others) others.push(taker);
    else this.takers.set(key, [taker]);
    return others?.find(
      (other) =>
        other !== taker && (other.field !== taker.field || other.fastest === taker.fastest),
    );
  }
}

interface Taker {
  position: number;
  fastest: number | null;
  /** The ids of its races, sorted. */
  field: string;
}

/** The races to which the crews of a race may go on by rules, directly or by way of other races. */
function listTargets(lanes: EventRows['lanes'], raceId: number): Set<number> {
  const targets = new Map<number, number[]>();
  for (const [target, ofRace] of lanes) {
    for (const source of sourcesOf(ofRace)) {
      const ofSource = targets.get(source);
      if (ofSource) ofSource.push(target);
      else targets.set(source, [target]);
    }
  }
  const found = new Set<number>();
  const open = [raceId];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    for (const target of targets.get(id) ?? []) {
      if (found.has(target)) continue;
      found.add(target);
      open.push(target);
    }
  }
  return found;
}

/** The races that the rules of some lanes name. */
function sourcesOf(lanes: readonly Lane[]): Set<number> {
  return new Set(lanes.flatMap(({ from }) => from?.races ?? []));
}

/**
 * The id of a race whose rules lead back to it, if there is one. A depth-first search from each race that was not visited
 * before; without recursion, because a chain of rules may go through all races of an event.
 */
export function findCircle(lanes: EventRows['lanes']): number | undefined {
  const done = new Set<number>();
  for (const start of lanes.keys()) {
    const path = new Set<number>();
    const steps: Step[] = [];
    const enter = (id: number) => {
      path.add(id);
      steps.push({ id, sources: sourcesOf(lanes.get(id) ?? []).values() });
    };
    if (!done.has(start)) enter(start);
    for (let step = steps.at(-1); step !== undefined; step = steps.at(-1)) {
      const { value: source } = step.sources.next();
      if (source === undefined) {
        done.add(step.id);
        path.delete(step.id);
        steps.pop();
      } else if (path.has(source)) return source;
      else if (!done.has(source)) enter(source);
    }
  }
  return undefined;
}

/** A race on the path of the search, and its sources that are still to be searched. */
interface Step {
  id: number;
  sources: SetIterator<number>;
}
