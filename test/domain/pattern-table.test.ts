/** The table of patterns: what each row of it promises, and that random results keep these promises. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { LaneSource } from '../../src/contract/board.ts';
import type { OfficeLane } from '../../src/contract/console/office.ts';
import { fromTheMiddle } from '../../src/domain/draw/lane-order.ts';
import {
  type KnownPattern,
  listPatterns,
  PATTERNS,
} from '../../src/domain/progression/patterns/pattern-table.ts';
import {
  patternTree,
  type RaceRef,
  rulesOf,
} from '../../src/domain/progression/patterns/plan-pattern.ts';
import { planRules } from '../../src/domain/progression/progression-rules.ts';
import {
  proposalOf,
  resolveRules,
  type SourceRace,
} from '../../src/domain/progression/resolve-rules.ts';
import { isRowed, shownResults } from '../../src/domain/results/standings.ts';
import { PLAIN_OFFICE_LANE } from '../support/racing.ts';
import { accepted, race } from './builders.ts';

const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, n) => from + n);

/** The heats of a pattern with the ids 1, 2, …, and its targets with ids from 101 on. */
function numbered(pattern: KnownPattern) {
  const heats = range(1, pattern.heats);
  const tree = patternTree(pattern, heats);
  const ids = new Map<RaceRef, number>(tree.map(({ key }, index) => [key, 101 + index]));
  const lanes = fromTheMiddle(range(1, pattern.lanes));
  const targets = tree.map((target) => ({
    id: ids.get(target.key) ?? 0,
    name: target.name,
    rules: rulesOf(target, lanes).map((rule) => ({
      ...rule,
      races: rule.races.map((each) => ids.get(each) ?? Number(each)),
    })),
  }));
  return { heats, targets };
}

const finalsOf = ({ id }: KnownPattern): string[] =>
  listPatterns().find((each) => each.id === id)?.finals ?? [];

/** How many crews row in each heat, as even as possible. */
const inHeats = (crews: number, heats: number) =>
  range(1, heats).map((heat) => Math.ceil((crews - heat + 1) / heats));

test('about 20 patterns: 2 to 8 heats, 4, 6 and 8 lanes, finals A to D, repechages up to five', () => {
  const all = listPatterns();
  assert.ok(all.length >= 18 && all.length <= 28, String(all.length));
  assert.deepEqual(
    all.map(({ id }) => id),
    range(1, all.length),
  );
  const kinds = <Value>(of: (pattern: (typeof all)[number]) => Value) =>
    [...new Set(all.map(of))].sort();
  assert.deepEqual(
    kinds(({ heats }) => heats),
    range(2, 8),
  );
  assert.deepEqual(
    kinds(({ lanes }) => lanes),
    [4, 6, 8],
  );
  assert.deepEqual(
    kinds(({ finals }) => finals.join('')),
    ['A', 'AB', 'ABC', 'ABCD'],
  );
  assert.deepEqual(
    kinds(({ repechage }) => repechage),
    range(0, 5),
  );
  const sources = all.flatMap(({ source }) => (source ? [source] : []));
  assert.ok(sources.length > 0 && sources.length < all.length);
  for (const { name, paragraph } of sources) assert.ok(name !== '' && paragraph !== '');
  const names = all.map(({ name, crews }) => `${name} ${crews.from}`);
  assert.equal(new Set(names).size, all.length);
});

describe('every row of the table', () => {
  for (const pattern of PATTERNS) {
    const { id, crews, eliminated, lanes } = pattern;
    const { heats, targets } = numbered(pattern);
    const title = listPatterns().find((each) => each.id === id)?.name;

    test(`${id}, ${title}: each place leads to one race, or is eliminated`, () => {
      const boats = new Map<number, number>([
        ...heats.map((heat) => [heat, Math.ceil(crews.to / pattern.heats)] as const),
        ...targets.map(({ id: target, rules }) => [target, rules.length] as const),
      ]);
      const finals = new Set(targets.slice(-finalsOf(pattern).length).map((final) => final.id));
      const places = [...boats].flatMap(([source, count]) =>
        finals.has(source) ? [] : range(1, count).map((place) => `${source}.${place}`),
      );
      const rules = targets.flatMap((target) => target.rules);
      const taken = rules
        .filter(({ fastest }) => fastest === null)
        .map(({ races, place }) => `${races[0]}.${place}`);
      const pools = Map.groupBy(
        rules.filter(({ fastest }) => fastest !== null),
        ({ races, place }) => races.map((source) => `${source}.${place}`).join(),
      );
      let out = places.length - taken.length;
      for (const [pool, ofPool] of pools) {
        const ranks = ofPool.map(({ fastest }) => fastest ?? 0).sort((a, b) => a - b);
        assert.deepEqual(ranks, range(1, ranks.length), pool);
        const members = pool.split(',');
        assert.ok(ranks.length <= members.length, pool);
        assert.ok(
          members.every((place) => !taken.includes(place)),
          pool,
        );
        out -= ranks.length;
      }
      assert.equal(new Set(taken).size, taken.length, 'no place twice');
      assert.ok(taken.every((place) => places.includes(place)));
      assert.equal(out, eliminated);
    });

    test(`${id}, ${title}: its races have lanes enough, and the office could set its rules`, () => {
      assert.ok(Math.ceil(crews.to / pattern.heats) <= lanes);
      const races = [...heats, ...targets.map((target) => target.id)].map((raceId) =>
        race({ id: raceId, raceNumber: raceId }),
      );
      for (const { id: target, rules } of targets) {
        assert.ok(rules.length > 0 && rules.length <= lanes, String(rules.length));
        accepted(planRules({ races, lanes: new Map() }, target, rules));
      }
    });

    test(`${id}, ${title}: ${crews.from} to ${crews.to} crews fit`, () => {
      assert.ok(crews.from <= crews.to);
      for (const count of range(crews.from, crews.to)) {
        const { drawn, lost } = rowed(pattern, count, (_, position) => ({
          status: 'finished',
          finishTimeMillis: 400_000 + 7000 * position,
        }));
        assert.ok(lost.length <= eliminated, `${count}: ${lost.length} are lost`);
        for (const { name, rules, crewIds } of drawn) {
          assert.ok(crewIds.length > 0, `${count}: nobody rows in ${name}`);
          if (name === 'A') assert.equal(crewIds.length, rules.length, `${count}: final A`);
        }
      }
    });
  }
});

type Outcome = Pick<OfficeLane, 'status'> &
  Partial<Pick<OfficeLane, 'finishTimeMillis' | 'withdrawn'>>;

/** A rowed race as the race office shows it. */
function rowedRace(
  id: number,
  crewIds: readonly (number | null)[],
  outcomeOf: (raceId: number, position: number) => Outcome,
): SourceRace {
  const lanes = crewIds.map((crewId, index) => ({
    position: index + 1,
    positionLabel: `${index + 1}`,
    crewId,
    finishTimeMillis: null,
    finishPlace: null,
    penaltyMillis: null,
    withdrawn: false,
    withdrawnReason: null,
    from: null,
    ...PLAIN_OFFICE_LANE,
    ...(crewId === null ? { status: 'assigned' as const } : outcomeOf(id, index + 1)),
  }));
  return { id, official: null, lanes: [...shownResults('timed', lanes)] };
}

/**
 * Rows a pattern from its heats to its finals.
 *
 * @returns `drawn`: the targets and the crews that rowed in them; `lost`: crews that finished and go no further, though no
 *   race that takes crews from theirs is left to a person; `undecided`: the crews of ties, of which a person had to choose
 */
function rowed(
  pattern: KnownPattern,
  crews: number,
  outcomeOf: (raceId: number, position: number) => Outcome,
) {
  const { heats, targets } = numbered(pattern);
  const races = new Map<number, SourceRace>();
  let next = 1;
  for (const [index, count] of inHeats(crews, pattern.heats).entries()) {
    const heat = heats[index] ?? 0;
    races.set(heat, rowedRace(heat, range(next, next + count - 1), outcomeOf));
    next += count;
  }
  const undecided = new Set<number>();
  const drawn: ((typeof targets)[number] & { crewIds: number[]; isReady: boolean })[] = [];
  // The crews that have gone on, and the races that they came from.
  const gone: { crewId: number; races: readonly number[] }[] = [];
  const goneOn = (races: readonly number[]) =>
    gone.filter((each) => each.races.some((id) => races.includes(id))).map(({ crewId }) => crewId);
  for (const target of targets) {
    const lanes = target.rules.map(({ position, ...from }) => ({
      position,
      crewId: null,
      from: from as LaneSource,
    }));
    const proposal = proposalOf(resolveRules(lanes, (raceId) => races.get(raceId)));
    assert.ok(proposal);
    const sources = new Set(target.rules.flatMap((rule) => rule.races));
    if (proposal.problem === 'incomplete') {
      // In a source race nobody rowed: all its crews have withdrawn, or a person has to choose its crews first.
      assert.ok([...sources].some((raceId) => !isRowed(races.get(raceId)?.lanes ?? [])));
    }
    const tied = new Set(proposal.ties.flatMap(({ positions }) => positions));
    if (tied.size > 0) assert.ok(!proposal.ready, 'a tie is never ready to be drawn');
    const chosen = new Map(proposal.lanes.map(({ position, crewId }) => [position, crewId]));
    for (const position of tied) assert.equal(chosen.get(position), null, 'nobody is chosen');
    // In place of the person, take the crews of the tie that have not gone on from these races yet.
    for (const { positions, crewIds } of proposal.ties) {
      for (const crewId of crewIds) undecided.add(crewId);
      const taken = [...goneOn([...sources]), ...chosen.values()];
      const free = crewIds.filter((crewId) => !taken.includes(crewId));
      for (const [index, position] of positions.entries()) {
        chosen.set(position, free[index] ?? null);
      }
    }
    const crewIds = [...chosen.values()];
    races.set(target.id, rowedRace(target.id, crewIds, outcomeOf));
    const isReady = proposal.ready;
    drawn.push({ ...target, isReady, crewIds: crewIds.flatMap((crewId) => crewId ?? []) });
    for (const { position, races: of } of target.rules) {
      const crewId = chosen.get(position) ?? null;
      if (crewId !== null) gone.push({ crewId, races: of });
    }
  }
  const finals = new Set<string>(finalsOf(pattern));
  const sources = [...heats, ...drawn.flatMap(({ id, name }) => (finals.has(name) ? [] : id))];
  // A race that is not ready is drawn by a person, who may choose any crew of its source races.
  const isOpen = (raceId: number) =>
    drawn.some(
      ({ isReady, rules }) => !isReady && rules.some((rule) => rule.races.includes(raceId)),
    );
  const lost = sources.flatMap((raceId) => {
    const on = goneOn([raceId]);
    return (races.get(raceId)?.lanes ?? []).flatMap(({ crewId, status }) => {
      if (crewId === null || status !== 'finished') return [];
      const times = on.filter((each) => each === crewId).length;
      assert.ok(times <= 1, `crew ${crewId} of race ${raceId} would row twice`);
      return times === 0 && !isOpen(raceId) ? [crewId] : [];
    });
  });
  return { drawn, lost, undecided };
}

/** Boats that finish, some of them in the same time, and boats that do not. */
const outcomes = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: fc.integer({ min: 400_000, max: 500_000 }).map(finishedIn) },
    { weight: 3, arbitrary: fc.integer({ min: 40, max: 49 }).map((n) => finishedIn(n * 10_000)) },
    {
      weight: 1,
      arbitrary: fc.constantFrom<Outcome>(
        { status: 'dns' },
        { status: 'dnf' },
        { status: 'dsq' },
        { status: 'assigned', withdrawn: true },
      ),
    },
  ),
  { minLength: 40, maxLength: 120 },
);

function finishedIn(finishTimeMillis: number): Outcome {
  return { status: 'finished', finishTimeMillis };
}

describe('random outcomes: no crew twice, none lost beyond those who are eliminated, no dead heat decided', () => {
  for (const pattern of PATTERNS) {
    test(`pattern ${pattern.id}`, () => {
      const { crews, eliminated } = pattern;
      let ties = 0;
      fc.assert(
        fc.property(outcomes, fc.integer({ min: crews.from, max: crews.to }), (results, count) => {
          const { lost, undecided } = rowed(
            pattern,
            count,
            (raceId, position) => results[(raceId * 7 + position) % results.length] as Outcome,
          );
          ties += undecided.size;
          assert.ok(lost.length <= eliminated, `${lost.length} crews are lost`);
        }),
        { seed: 20260613, numRuns: 150 },
      );
      assert.ok(ties > 0, 'some outcomes have a dead heat across the cut');
    });
  }
});
