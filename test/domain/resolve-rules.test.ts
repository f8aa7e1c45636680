/** Which crews the rules of a race name, given the results of earlier races. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { LaneSource } from '../../src/contract/board.ts';
import type { DrawProposal, OfficeLane } from '../../src/contract/console/office.ts';
import {
  differsFromRules,
  proposalOf,
  resolveRules,
  type SourceRace,
} from '../../src/domain/progression/resolve-rules.ts';
import { categoryPlaces, shownResults } from '../../src/domain/results/standings.ts';
import { PLAIN_OFFICE_LANE } from '../support/racing.ts';

type Result = Partial<Omit<OfficeLane, 'position' | 'from'>>;

/** A race with crew ids made of 100 times the race id plus the position: crew 102 is in lane 2 of race 1. */
function source(
  id: number,
  results: Result[],
  more: Partial<SourceRace> & { mode?: 'placesOnly' } = {},
) {
  const { mode = 'timed', ...rest } = more;
  const raced = results.map((result, index) => ({
    position: index + 1,
    positionLabel: `${index + 1}`,
    crewId: id * 100 + index + 1,
    status: 'assigned' as const,
    finishTimeMillis: null,
    finishPlace: null,
    penaltyMillis: null,
    withdrawn: false,
    withdrawnReason: null,
    from: null,
    ...PLAIN_OFFICE_LANE,
    ...result,
  }));
  const shown = shownResults(mode, raced);
  const places = categoryPlaces(raced, shown);
  const lanes = shown.map((lane, index) => ({ ...lane, categoryPlace: places[index] ?? null }));
  return { id, official: null, ...rest, lanes };
}

const time = (finishTimeMillis: number, penaltyMillis: number | null = null): Result => ({
  status: 'finished',
  finishTimeMillis,
  penaltyMillis,
});
const at = (finishPlace: number): Result => ({ status: 'finished', finishPlace });
const out = (status: 'dns' | 'dnf' | 'dsq'): Result => ({ status });
const EMPTY: Result = { crewId: null };

const place = (race: number, ofRace: number): LaneSource => ({
  races: [race],
  place: ofRace,
  fastest: null,
});
const fastest = (rank: number, ofRace: number, ...races: number[]): LaneSource => ({
  races,
  place: ofRace,
  fastest: rank,
});

type Case = [
  name: string,
  sources: SourceRace[],
  rules: LaneSource[],
  crews: (number | null)[],
  problem?: 'incomplete' | 'tie',
];

const heat = source(1, [time(300), time(100), time(200), time(400)]);
const other = source(2, [time(150), time(250), time(350)]);
const third = source(3, [time(90), time(340), time(345)]);

const masters = { category: 'Masters' };
const mixed = source(4, [
  { ...time(300), ...masters },
  time(100),
  { ...time(200), ...masters },
  { ...time(50), ...masters, outOfCompetition: true },
]);
const within = (race: number, ofCategory: number): LaneSource => ({
  ...place(race, ofCategory),
  ...masters,
});

const CASES: Case[] = [
  ['places within a category', [mixed], [within(4, 1), within(4, 2)], [403, 401]],
  ['a category beside the race', [mixed], [place(4, 1), within(4, 1)], [402, 403]],
  ['a place that a category does not have', [mixed], [within(4, 3)], [null]],
  [
    'the fastest of a category',
    [mixed, source(5, [{ ...time(150), ...masters }, time(80)])],
    [{ ...fastest(1, 1, 4, 5), ...masters }],
    [501],
  ],
  ['places of one race', [heat], [place(1, 1), place(1, 3)], [102, 101]],
  ['places of two', [heat, other], [place(1, 1), place(2, 1), place(2, 2)], [102, 201, 202]],
  ['a penalty counts', [source(1, [time(100, 50), time(120)])], [place(1, 1)], [102]],
  [
    'who did not finish holds no place',
    [source(1, [out('dns'), time(200), out('dsq'), out('dnf')])],
    [place(1, 1), place(1, 2)],
    [102, null],
  ],
  ['a place beyond the lanes is nobody’s', [heat], [place(1, 5), place(1, 4)], [null, 104]],
  [
    'a lane without a crew does not hold it up',
    [source(1, [time(1), EMPTY])],
    [place(1, 1)],
    [101],
  ],
  ['a crew without a result does', [source(1, [time(1), {}])], [place(1, 1)], [null], 'incomplete'],
  [
    'what is known is said while the rest is not',
    [heat, source(2, [{}, {}])],
    [place(1, 1), place(2, 1), place(1, 2)],
    [102, null, 103],
    'incomplete',
  ],
  [
    'a race with nobody in it is not complete',
    [source(1, [EMPTY])],
    [place(1, 1)],
    [null],
    'incomplete',
  ],
  ['nor is one that is gone', [], [place(1, 1)], [null], 'incomplete'],
  [
    'provisional results do not count',
    [source(1, [time(1)], { official: false })],
    [place(1, 1)],
    [null],
    'incomplete',
  ],
  ['official ones do', [source(1, [time(1)], { official: true })], [place(1, 1)], [101]],
  [
    'a time that nobody took leaves open who holds the places behind',
    [source(1, [{ status: 'finished' }, time(2)])],
    [place(1, 1), place(1, 2)],
    [102, null],
    'incomplete',
  ],
  [
    'finishes without any time say nothing at all',
    [source(1, [{ status: 'finished' }, { status: 'finished' }])],
    [place(1, 1), place(1, 2)],
    [null, null],
    'incomplete',
  ],
  [
    'as do finishes without a place where places count',
    [source(1, [at(1), { status: 'finished' }, out('dnf')], { mode: 'placesOnly' })],
    [place(1, 1), place(1, 2)],
    [101, null],
    'incomplete',
  ],
  [
    'the fastest third may be one of those without a time',
    [heat, source(2, [time(1), { status: 'finished' }, { status: 'finished' }])],
    [fastest(1, 3, 1, 2)],
    [null],
    'incomplete',
  ],
  [
    'who has withdrawn is not waited for, and holds no place',
    [source(1, [time(2), { withdrawn: true }, time(1)])],
    [place(1, 1), place(1, 2), place(1, 3)],
    [103, 101, null],
  ],
  [
    'places by hand',
    [source(1, [at(2), at(1), at(3)], { mode: 'placesOnly' })],
    [place(1, 1), place(1, 2)],
    [102, 101],
  ],
  [
    'a dead heat across the cut is for a person',
    [source(1, [time(1), time(2), time(2)])],
    [place(1, 1), place(1, 2)],
    [101, null],
    'tie',
  ],
  [
    'a dead heat that goes on as a whole takes its lanes in order',
    [source(1, [time(3), time(2), time(2)])],
    [place(1, 2), place(1, 1)],
    [103, 102],
  ],
  [
    'of one whose other place leads elsewhere nobody is chosen',
    [source(1, [time(2), time(2), time(3)])],
    [place(1, 2), place(1, 3)],
    [null, 103],
    'tie',
  ],
  [
    'a dead heat by hand',
    [source(1, [at(1), at(1), at(3)], { mode: 'placesOnly' })],
    [place(1, 1), place(1, 2), place(1, 3)],
    [101, 102, 103],
  ],
  [
    'repeated places by hand without a gap leave one crew over',
    [source(1, [at(1), at(1), at(2)], { mode: 'placesOnly' })],
    [place(1, 1), place(1, 2)],
    [null, 103],
    'tie',
  ],
  [
    'the fastest thirds by their times',
    [heat, other, third],
    [fastest(1, 3, 1, 2, 3), fastest(2, 3, 1, 2, 3)],
    [101, 303],
  ],
  [
    'more of the fastest than there are',
    [heat, source(2, [time(1), time(2)])],
    [fastest(1, 3, 1, 2), fastest(2, 3, 1, 2)],
    [101, null],
  ],
  [
    'equal times across the cut',
    [heat, source(2, [time(1), time(2), time(300)])],
    [fastest(1, 3, 1, 2)],
    [null],
    'tie',
  ],
  [
    'equal times that both go on',
    [heat, source(2, [time(1), time(2), time(300)])],
    [fastest(2, 3, 1, 2), fastest(1, 3, 1, 2)],
    [203, 101],
  ],
  [
    'a dead heat for third: both are thirds',
    [source(1, [time(1), time(2), time(300), time(300)]), other],
    [fastest(1, 3, 1, 2), fastest(2, 3, 1, 2)],
    [103, 104],
  ],
  [
    'a dead heat for second: which of them is the third is open',
    [source(1, [time(1), time(2), time(2), time(9)]), other],
    [place(1, 1), fastest(1, 3, 1, 2)],
    [101, null],
    'tie',
  ],
  [
    'races by places have no times to compare',
    [source(1, [at(1)], { mode: 'placesOnly' }), other],
    [fastest(1, 1, 1, 2)],
    [null],
    'tie',
  ],
  [
    'one alone needs no comparison',
    [source(1, [at(1), at(2)], { mode: 'placesOnly' }), source(2, [time(1)])],
    [fastest(1, 2, 1, 2)],
    [102],
  ],
  [
    'the fastest wait for all races',
    [heat, source(2, [time(1), {}])],
    [fastest(1, 2, 1, 2)],
    [null],
    'incomplete',
  ],
  [
    'a crew that two lanes would take is for a person',
    [heat, source(2, [{ ...time(1), crewId: 102 }])],
    [place(1, 1), place(2, 1), place(1, 2)],
    [null, null, 103],
    'tie',
  ],
  [
    'incomplete is said before a tie',
    [source(1, [time(1), time(1)]), source(2, [{}])],
    [place(1, 1), place(2, 1)],
    [null, null],
    'incomplete',
  ],
];

/** By the name of the case: the dead heats in which only the order of lanes decides which crew gets which lane. */
const DEAD_HEATS: Record<string, DrawProposal['deadHeats']> = {
  'a dead heat that goes on as a whole takes its lanes in order': [
    { positions: [1, 2], crewIds: [103, 102] },
  ],
  'a dead heat by hand': [{ positions: [1, 2], crewIds: [101, 102] }],
  'equal times that both go on': [{ positions: [1, 2], crewIds: [203, 101] }],
  'a dead heat for third: both are thirds': [{ positions: [1, 2], crewIds: [103, 104] }],
};

/** By the name of the case: in a tie, the positions that a person has to fill, and the crews to choose from. */
const TIES: Record<string, DrawProposal['ties']> = {
  'a dead heat across the cut is for a person': [{ positions: [2], crewIds: [102, 103] }],
  'of one whose other place leads elsewhere nobody is chosen': [
    { positions: [1], crewIds: [101, 102] },
  ],
  'repeated places by hand without a gap leave one crew over': [
    { positions: [1], crewIds: [101, 102] },
  ],
  'equal times across the cut': [{ positions: [1], crewIds: [101, 203] }],
  'a dead heat for second: which of them is the third is open': [
    { positions: [2], crewIds: [102, 103, 203] },
  ],
  'races by places have no times to compare': [{ positions: [1], crewIds: [101, 201] }],
  'a crew that two lanes would take is for a person': [{ positions: [1, 2], crewIds: [102] }],
  'incomplete is said before a tie': [{ positions: [1], crewIds: [101, 102] }],
};

function ruled(rules: LaneSource[], drawn: (number | null)[] = []) {
  return rules.map((from, index) => ({ position: index + 1, crewId: drawn[index] ?? null, from }));
}

function finder(sources: SourceRace[]) {
  return (id: number) => sources.find((each) => each.id === id);
}

describe('the draw that rules propose', () => {
  for (const [name, sources, rules, crews, problem = null] of CASES) {
    test(name, () => {
      const outcomes = resolveRules(ruled(rules), finder(sources));
      assert.deepEqual(proposalOf(outcomes), {
        ready: problem === null,
        lanes: crews.map((crewId, index) => ({ position: index + 1, crewId })),
        problem,
        deadHeats: DEAD_HEATS[name] ?? [],
        ties: TIES[name] ?? [],
      });
    });
  }

  test('is none where no lane has a rule', () => {
    const lanes = [{ position: 1, crewId: 5, from: null }];
    assert.equal(proposalOf(resolveRules(lanes, finder([heat]))), null);
  });
});

type Drawn = [
  name: string,
  sources: SourceRace[],
  rules: LaneSource[],
  drawn: (number | null)[],
  differs: boolean,
];

const tied = source(1, [time(1), time(2), time(2)]);
const unsigned = source(1, [time(2), time(1)], { official: false });
const DRAWN: Drawn[] = [
  ['nobody is drawn yet', [heat], [place(1, 1)], [null], false],
  ['as the rules say', [heat], [place(1, 1), place(1, 2)], [102, 103], false],
  ['another crew', [heat], [place(1, 1), place(1, 2)], [102, 101], true],
  ['a lane is free that should not be', [heat], [place(1, 1), place(1, 2)], [102, null], true],
  [
    'a crew whose place nobody holds any more',
    [heat],
    [place(1, 1), place(1, 9)],
    [102, 104],
    true,
  ],
  ['a tie that a person has decided', [tied], [place(1, 1), place(1, 2)], [101, 103], false],
  ['a tie that is still open', [tied], [place(1, 1), place(1, 2)], [101, null], false],
  [
    'a dead heat whose lanes a person has swapped',
    [tied],
    [place(1, 2), place(1, 3)],
    [103, 102],
    false,
  ],
  ['somebody who is not in the dead heat', [tied], [place(1, 2), place(1, 3)], [103, 101], true],
  ['somebody who is not in the tie', [tied], [place(1, 1), place(1, 2)], [101, 109], true],
  ['results that are provisional', [unsigned], [place(1, 1)], [101], true],
  ['provisional results that name the same crew', [unsigned], [place(1, 1)], [102], false],
  ['results that were taken back', [source(1, [{}])], [place(1, 1)], [101], false],
];

describe('whether a draw differs from its rules', () => {
  for (const [name, sources, rules, drawn, differs] of DRAWN) {
    test(name, () => {
      const lanes = ruled(rules, drawn);
      assert.equal(differsFromRules(lanes, resolveRules(lanes, finder(sources))), differs);
    });
  }
});
