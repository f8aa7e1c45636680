/** The overlay: the options in its address, the cards that there are at a moment, and which of them is shown. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Board, BoardRace } from '../../src/contract/board.ts';
import { formatRunningTime } from '../../src/domain/results/finish-time.ts';
import { rowsOfPage } from '../../web/src/board/display/sizes.ts';
import { turnRows } from '../../web/src/board/display/turns.ts';
import {
  cardKey,
  cardOf,
  type Fresh,
  move,
  newResultOf,
  type Position,
  stepsOf,
} from '../../web/src/board/overlay/cards.ts';
import { type OverlayOptions, readOptions } from '../../web/src/board/overlay/options.ts';
import { boardOf, lane, ROWED, race } from './boards.ts';

const STEP_MILLIS = 20_000;

const USUAL: OverlayOptions = {
  show: 'auto',
  race: undefined,
  key: undefined,
  scale: 1,
  safe: 5,
  language: undefined,
};

const ASKED: [query: string, options: Partial<OverlayOptions>][] = [
  ['', {}],
  ['?show=now', { show: 'now' }],
  ['?show=Results', { show: 'results' }],
  ['?show=everything', {}],
  ['?show=', {}],
  ['?race=14', { race: 14 }],
  ['?race=14A', {}],
  ['?race=-1', {}],
  ['?key=00ff00', { key: '#00ff00' }],
  ['?key=00FF7f', { key: '#00FF7f' }],
  ['?key=0f0', {}],
  ['?key=%2300ff00', {}],
  ['?key=red', {}],
  ['?scale=0.5', { scale: 0.5 }],
  ['?scale=3', { scale: 3 }],
  ['?scale=3.1', {}],
  ['?scale=0.49', {}],
  ['?scale=1e0', {}],
  ['?scale=NaN', {}],
  ['?safe=0', { safe: 0 }],
  ['?safe=10', { safe: 10 }],
  ['?safe=11', {}],
  ['?safe=-1', {}],
  ['?lang=de', { language: 'de' }],
  ['?lang=xx', {}],
  ['?show=list&show=clock', { show: 'list' }],
];

for (const [query, options] of ASKED) {
  test(`the overlay reads ${query || 'nothing'}`, () => {
    assert.deepEqual(readOptions(query), { ...USUAL, ...options });
  });
}

const at = (time: string) => `2026-06-13T${time}:00Z`;
const millis = (time: string) => Date.parse(at(time));
const drawn = [lane(1), lane(2)];
const toCome = (number: number, time: string, given: Partial<BoardRace> = {}) =>
  race(number, at(time), { lanes: drawn, ...given });
const rowed = (number: number, time: string, given: Partial<BoardRace> = {}) =>
  race(number, at(time), { lanes: ROWED, ...given });

/** Race 1 has its results, race 2 is on the course, races 3 and 4 are still to start. */
const RUNNING = boardOf([
  rowed(1, '10:00', { resultsAt: at('10:07') }),
  toCome(2, '10:10', { startedAt: at('10:10') }),
  toCome(3, '10:20'),
  toCome(4, '10:30'),
]);
const MORNING = boardOf([toCome(1, '10:00'), toCome(2, '10:10')]);
const EVENING = boardOf([
  rowed(1, '10:00', { resultsAt: at('10:07') }),
  rowed(2, '10:10', { resultsAt: at('10:18') }),
]);
const BREAK = boardOf([race(1, at('09:00'), { lanes: [], notes: 'Opening' }), toCome(2, '10:00')]);
const CANCELLED = boardOf([
  rowed(1, '10:00'),
  toCome(2, '10:10', { state: 'cancelled' }),
  toCome(3, '10:20'),
]);
const TOLD = boardOf([toCome(1, '10:00')], {
  notices: [
    { id: 2, text: 'Wind', postedAt: at('09:00'), until: at('11:00') },
    { id: 1, text: 'Old', postedAt: at('08:00'), until: at('09:30') },
  ],
});
const TOO_MANY = Array.from({ length: 11 }, (_, index) => lane(index + 1));
const WIDE = boardOf([toCome(1, '10:00', { lanes: TOO_MANY, startedAt: at('10:00') })]);

type Asked = Partial<Pick<OverlayOptions, 'show' | 'race' | 'scale'>>;
const SHOWN: [what: string, board: Board, now: string, asked: Asked, cards: string[]][] = [
  ['next, on the course, result', RUNNING, '10:12', {}, ['next 3', 'now 2', 'results 1']],
  ['nothing before the first race', MORNING, '09:59', {}, []],
  ['nothing before the first race, whatever opens the day', BREAK, '09:30', {}, []],
  ['from its start on', MORNING, '10:00', {}, ['next 2', 'now 1']],
  ['nothing after the last race', EVENING, '10:30', {}, []],
  ['nothing on another day', RUNNING, '33:00', {}, []],
  ['nothing of a board without races', boardOf([]), '10:00', {}, []],
  ['no cancelled race', CANCELLED, '10:12', {}, ['next 3', 'results 1']],
  ['one race alone, also before the first one', MORNING, '09:30', { race: 1 }, ['next 1']],
  ['the only race there is', boardOf([toCome(1, '10:00')]), '09:30', { race: 1 }, ['next 1']],
  ['one race on the course', RUNNING, '10:12', { race: 2 }, ['now 2']],
  ['one race that is over', EVENING, '12:00', { race: 1 }, ['results 1']],
  [
    'all where there is no such race',
    RUNNING,
    '10:12',
    { race: 9 },
    ['next 3', 'now 2', 'results 1'],
  ],
  ['the next race, also a day before', MORNING, '00:00', { show: 'next' }, ['next 1']],
  ['the race on the course', RUNNING, '10:12', { show: 'now' }, ['now 2']],
  ['nothing on the course', MORNING, '09:00', { show: 'now' }, []],
  ['nothing of a race that is not on the course', RUNNING, '10:12', { show: 'now', race: 3 }, []],
  ['the last result', EVENING, '12:00', { show: 'results' }, ['results 2']],
  ['the result of a race', EVENING, '12:00', { show: 'results', race: 1 }, ['results 1']],
  ['no result', MORNING, '09:00', { show: 'results' }, []],
  ['the list of the next race', RUNNING, '10:12', { show: 'list' }, ['next 3 whole, then 4']],
  ['the list of a race', RUNNING, '10:12', { show: 'list', race: 1 }, ['results 1 whole']],
  ['a list in large letters', RUNNING, '10:12', { show: 'list', scale: 2 }, ['next 3 whole']],
  ['the last list of the day', EVENING, '12:00', { show: 'list' }, ['results 2 whole']],
  ['the clock at any time', boardOf([]), '03:00', { show: 'clock' }, ['clock']],
  ['notices whose time is not over', TOLD, '10:00', { show: 'notice' }, ['notice Wind']],
  ['no notice', RUNNING, '10:12', { show: 'notice' }, []],
  ['pages of many boats', WIDE, '10:05', { show: 'now' }, ['now 1 of 11, page 1/2', 'page 2/2']],
  [
    'more pages of large letters',
    WIDE,
    '10:05',
    { show: 'now', scale: 3 },
    ['now 1 of 11, page 1/3', 'page 2/3', 'page 3/3'],
  ],
];

function told(board: Board, now: number, asked: Asked, fresh?: Fresh): string[] {
  return stepsOf(board, { ...USUAL, ...asked }, { now, fresh }).flatMap(({ cards }) =>
    cards.map((card) => {
      if (card.kind === 'clock') return 'clock';
      if (card.kind === 'notice') return `notice ${card.notice.text}`;
      const { view, race: shown, page, pages } = card.turn;
      const many = pages > 1 ? `page ${page + 1}/${pages}` : '';
      if (page > 0) return many;
      const count = many && ` of ${shown.lanes.length}, ${many}`;
      const after = card.after.map(({ number }) => `, then ${number}`).join('');
      return `${view} ${shown.number}${count}${card.isWhole ? ' whole' : ''}${after}`;
    }),
  );
}

for (const [what, board, now, asked, cards] of SHOWN) {
  test(`the overlay shows ${what}`, () => {
    const [hours = 0, minutes = 0] = now.split(':').map(Number);
    const moment = millis('00:00') + (hours * 60 + minutes) * 60_000;
    assert.deepEqual(told(board, moment, asked), cards);
  });
}

test('the last result of the day is shown for as long as any', () => {
  const fresh = { raceId: EVENING.races[1]?.id ?? 0, at: millis('10:18') };
  assert.deepEqual(told(EVENING, fresh.at, {}, fresh), ['results 2']);
  assert.deepEqual(told(EVENING, fresh.at + STEP_MILLIS, {}, fresh), []);
});

test('who has started is no longer among those who start next', () => {
  const starts = ['10:00', '10:01', '10:02'];
  const lanes = starts.map((time, index) => lane(index + 1, { startsAt: at(time) }));
  const board = boardOf([toCome(1, '10:00', { kind: 'head', lanes })]);
  const positions = (now: string) =>
    stepsOf(board, { ...USUAL, show: 'now' }, { now: millis(now) }).flatMap(({ cards }) =>
      cards.map((card) => card.kind === 'race' && card.positions),
    );
  assert.deepEqual(positions('10:00'), [[2, 3]]);
  assert.deepEqual(positions('10:01'), [[3]]);
});

test('of a head race results are all boats; where views take turns the first ten', () => {
  const lanes = Array.from({ length: 19 }, (_, index) =>
    lane(index + 1, {
      ...{ status: 'finished', finishTimeMillis: 400_000 + index, finishPlace: index + 1 },
      ...{ category: index < 12 ? 'A' : 'B', categoryPlace: (index % 12) + 1 },
    }),
  );
  const categories = ['A', 'B'].map((name) => ({ name, entered: 12, scored: 12 }));
  const given = { kind: 'head', lanes, categories, resultsAt: at('10:30') } as const;
  const board = boardOf([race(1, at('10:00'), given), toCome(2, '11:00')]);
  const rows = (show: OverlayOptions['show']) =>
    stepsOf(board, { ...USUAL, show }, { now: millis('10:45') }).map(({ cards }) =>
      cards.map((card) => {
        assert.ok(card.kind === 'race');
        const { page, pages } = card.turn;
        const all = turnRows(card.turn, '.', millis('10:45')).length;
        const [from, to] = rowsOfPage(all, page, pages);
        assert.equal(card.positions.length, to - from, 'what is drawn is what was counted');
        return to - from;
      }),
    );
  assert.deepEqual(rows('results'), [[6, 6, 7], [6, 6], [7]]);
  assert.deepEqual(rows('auto').at(-1), [5, 5]);
});

/** The cards that are shown, second by second. @returns each card with the number of seconds that it was shown */
function watch(board: Board, from: number, seconds: number, fresh?: Fresh): string[] {
  let position: Position | undefined;
  const stood: [string, number][] = [];
  for (let second = 0; second < seconds; second++) {
    const now = from + second * 1000;
    const steps = stepsOf(board, USUAL, {
      now,
      fresh: fresh && now >= fresh.at ? fresh : undefined,
    });
    position = move(position, steps, { now, fresh: fresh && now >= fresh.at ? fresh : undefined });
    const card = position && cardOf(steps, position, now);
    const key = card ? cardKey(card) : '["nothing"]';
    const last = stood.at(-1);
    if (last?.[0] === key) last[1]++;
    else stood.push([key, 1]);
  }
  return stood.map(([key, count]) => `${JSON.parse(key)[0]} ${count}`);
}

test('each stands for 20 s, in turn', () => {
  assert.deepEqual(watch(RUNNING, millis('10:12'), 80), [
    ...['next 20', 'now 20', 'results 20', 'next 20'],
  ]);
});

test('a result that comes is shown at once, for 20 s, and then what follows it', () => {
  const from = millis('10:12');
  const fresh = { raceId: RUNNING.races[0]?.id ?? 0, at: from + 7000 };
  assert.deepEqual(watch(RUNNING, from, 67, fresh), ['next 7', 'results 20', 'next 20', 'now 20']);
});

test('a race that starts while it is announced is shown on the course next', () => {
  assert.deepEqual(watch(RUNNING, millis('10:20') - 5000, 45).slice(0, 2), ['next 5', 'now 20']);
});

test('a clock that is put back holds nothing', () => {
  const steps = stepsOf(RUNNING, USUAL, { now: millis('10:12') });
  const position = { key: steps[0]?.key ?? '', index: 0, since: millis('10:40') };
  assert.equal(move(position, steps, { now: millis('10:12') })?.index, 1);
});

test('which result came with a document', () => {
  const [first, second] = EVENING.races;
  assert.ok(first && second);
  assert.equal(newResultOf(EVENING, EVENING), undefined);
  const corrected = { ...EVENING, races: [{ ...first, resultsAt: at('10:30') }, second] };
  assert.equal(newResultOf(EVENING, corrected), first.id);
  const withdrawn = { ...EVENING, races: [{ ...first, resultsAt: null }, second] };
  assert.equal(newResultOf(EVENING, withdrawn), undefined);
  assert.equal(newResultOf(MORNING, EVENING), second.id);
});

test('a running time has whole seconds', () => {
  const cases = [0, 999, 59_999, 60_000, 402_690, 3_723_450];
  const texts = ['0:00', '0:00', '0:59', '1:00', '6:42', '1:02:03'];
  assert.deepEqual(cases.map(formatRunningTime), texts);
});
