/** Whatever is sent is stored and comes back as it was, one row or thousands, in the same order everywhere. */
import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { type Provisioned, startTestService } from '../support/service.ts';

const MAX_INTEGER = 2_147_483_647;
const MAX_ELEMENTS = 5000;
const MAX_LANES = 1000;

/** Characters that have a special meaning in statements, JSON or encodings. */
const TEXTS = [
  `O'Brien`,
  `''; drop table teams; --`,
  `"quoted" \\"half`,
  '\\',
  '\\\\u0041 \\n \\x00 \\',
  '$1 $$ ?1 ? :name @name {id}',
  '%s %% _ % 100%',
  'null',
  '{"a":[1,null]}',
  'Ä ö ß ñ ﬁ Å',
  'Ελλάς Россия 日本語 한국어 עברית ‏العربية',
  '🚣🏽‍♀️ 🏴󠁧󠁢󠁷󠁬󠁳󠁿 👩‍👩‍👧',
  'line\u2028and paragraph\u2029separators',
  'zero\u200bwidth, \ufeffmark, \ufffd, \uffff',
  'tab\there, line\nbreak, return\r\nand \u0001\u001f\u007f\u0085.',
  'last \u{10ffff}',
];

let event: Provisioned;

const service = await startTestService();
beforeEach(async () => {
  event = await service.provision();
  assert.equal((await event.send('POST', '/schedule')).status, 201);
});

/** A text that no other number has. */
function textOf(n: number): string {
  return `${n} ${TEXTS[n % TEXTS.length]}`.normalize('NFC');
}

/** The first `count` code points of a text; half a surrogate pair is no text. */
function first(count: number, text: string): string {
  return [...text].slice(0, count).join('');
}

/** An id may hold everything but control characters. */
function idOf(n: number): string {
  return textOf(n).replace(/\p{Cc}/gu, '·');
}

/** An integer of the whole range, `null` now and then. */
function integerOf(n: number, minimum: number): number | null {
  return [null, minimum, MAX_INTEGER, minimum + n, MAX_INTEGER - n][n % 5] as number | null;
}

for (const count of [1, MAX_ELEMENTS]) {
  describe(`${count} rows at once`, () => {
    const numbers = Array.from({ length: count }, (_, n) => n);

    test('crews, inserted and then all changed', async () => {
      const crewOf = (n: number, round: number) => ({
        externalId: idOf(n),
        name: textOf(n + round),
        clubId: n % 3 === round ? null : first(60, textOf(n + round)),
        boatIndex: integerOf(n + round, 1),
        sortOrder: integerOf(n + round, -MAX_INTEGER - 1) ?? 0,
      });
      // In the second round each crew takes the name that another one had.
      for (const round of [0, 1]) {
        const crews = numbers.map((n) => crewOf(n, round));
        const pushed = await event.send('PUT', '/teams', crews);
        assert.equal(pushed.status, 200, pushed.text.slice(0, 300));
        const { teams } = (await event.send('GET', '/teams')).json;
        const expected = crews
          .map((crew) => ({ ...crew, adopted: false }))
          .sort((a, b) => a.sortOrder - b.sortOrder || byBytes(a.name, b.name));
        assertSame(teams, expected);
      }
    });

    test('races, inserted and then all changed', async () => {
      const raceOf = (n: number, round: number) => ({
        externalId: idOf(n),
        // In the second round the races swap their numbers.
        raceNumber: n === 0 ? MAX_INTEGER : round === 0 ? n : count - n,
        scheduledAt: new Date(Date.UTC(2026, 5, 13) + (n + round) * 1000)
          .toISOString()
          .replace('.000Z', 'Z'),
        title: n % 4 === round ? null : textOf(n + round),
        distanceMeters: integerOf(n + round, 1),
        boatClass: first(30, textOf(n + round)),
        round: n % 5 === round ? null : first(30, textOf(n)),
        divisionLabel: '',
        notes:
          n % 7 === round
            ? null
            : TEXTS.slice(n % 3)
                .join(' ')
                .slice(0, 400),
        resultVisibility: n % 2 === round ? null : 'full',
        laneScheme: n % 100 === 0 ? [first(30, textOf(n)), '\\"'] : null,
      });
      for (const round of [0, 1]) {
        const races = numbers.map((n) => raceOf(n, round));
        const pushed = await event.send('PUT', '/races', races);
        assert.equal(pushed.status, 200, pushed.text.slice(0, 300));
        const schedule = (await event.send('GET', '/schedule')).json;
        assertSame(
          schedule.races.map((race: Record<string, unknown>) =>
            Object.fromEntries(Object.keys(races[0] ?? {}).map((name) => [name, race[name]])),
          ),
          races,
        );
      }
    });

    test('lanes, drawn, scored, and all but one taken away', async () => {
      const race = { externalId: 'r', raceNumber: 1, scheduledAt: '2026-06-13T09:00:00Z' };
      assert.equal((await event.send('PUT', '/races', [race])).status, 200);
      const lanes = numbers.slice(0, MAX_LANES).map((n) => ({
        position: n === 0 ? MAX_INTEGER : n,
        positionLabel: first(35, textOf(n)),
      }));
      const drawn = await event.send('PUT', '/races/r/entries', lanes);
      assert.equal(drawn.status, 200, drawn.text.slice(0, 300));
      const results = lanes.map(({ position }, n) => ({
        position,
        finishTimeMillis: integerOf(n, 1) ?? 1,
        penaltyMillis: n % 2 === 0 ? null : 1,
      }));
      const scored = await event.send('PUT', '/races/r/results', results);
      assert.equal(scored.status, 200, scored.text.slice(0, 300));
      const lanesOf = async () => (await event.send('GET', '/schedule')).json.races[0].lanes;
      const byPosition = (a: { position: number }, b: { position: number }) =>
        a.position - b.position;
      const picked = (lane: Record<string, unknown>) => ({
        position: Number(lane.position),
        positionLabel: lane.positionLabel,
        finishTimeMillis: lane.finishTimeMillis,
        penaltyMillis: lane.penaltyMillis,
      });
      assertSame(
        (await lanesOf()).map(picked),
        lanes.map((lane, n) => picked({ ...lane, ...results[n] })).sort(byPosition),
      );
      // The results are taken back first, so that the lane that is kept has none.
      const unscored = lanes.map(({ position }) => ({ position, status: 'assigned' }));
      assert.equal((await event.send('PUT', '/races/r/results', unscored)).status, 200);
      const [kept] = lanes;
      assert.equal((await event.send('PUT', '/races/r/entries', [kept])).status, 200);
      const left = (await lanesOf()).map((lane: object) => picked({ ...lane }));
      assert.deepEqual(left, [picked({ ...kept, finishTimeMillis: null, penaltyMillis: null })]);
    });
  });
}

test('A3: crews of the same sortOrder are in the order of their names’ bytes', async () => {
  // By code units of UTF-16 the emoji would stand before U+FF21, by a dictionary "a" before "Z".
  const inOrder = [
    'Z',
    'Zz',
    '_',
    'a',
    'a b',
    'aZ',
    'ab',
    'z',
    'Ä',
    'ä',
    'é',
    'Ω',
    'я',
    '漢',
    '漢字',
  ];
  inOrder.push('한', 'Ａ', '🚣', '🚣🚣', '\u{10ffff}');
  assert.deepEqual(inOrder, inOrder.toSorted(byBytes));
  const crews = inOrder
    .toReversed()
    .map((name, n) => ({ externalId: `c${n}`, name, sortOrder: 7 }));
  crews.push({ externalId: 'first', name: 'ÿ', sortOrder: -1 });
  crews.push({ externalId: 'last', name: '!', sortOrder: 8 });
  assert.equal((await event.send('PUT', '/teams', crews)).status, 200);
  const { teams } = (await event.send('GET', '/teams')).json;
  assert.deepEqual(
    teams.map((team: { name: string }) => team.name),
    ['ÿ', ...inOrder, '!'],
  );
});

test('names that differ by case, accent or width only are different crews', async () => {
  const names = [
    'Saline',
    'saline',
    'SALINE',
    'Sálíne',
    'Ｓaline',
    'Saline\u200b',
    'Sal ine',
    'ﬁn',
    'fin',
  ];
  const crews = names.map((name) => ({ externalId: `id ${name}`, name }));
  assert.equal((await event.send('PUT', '/teams', crews)).status, 200);
  assert.equal((await event.send('GET', '/teams')).json.teams.length, names.length);
});

test('the crew after the one with the highest sortOrder there is', async () => {
  const highest = [{ externalId: 'a', name: 'A', sortOrder: MAX_INTEGER }];
  assert.equal((await event.send('PUT', '/teams', highest)).status, 200);
  const next = await event.send('PUT', '/teams', [{ externalId: 'b', name: 'B' }]);
  assert.equal(next.status, 200, next.text);
  const { teams } = (await event.send('GET', '/teams')).json;
  assert.deepEqual(
    teams.map((team: { name: string; sortOrder: number }) => [team.name, team.sortOrder]),
    [
      ['A', MAX_INTEGER],
      ['B', MAX_INTEGER],
    ],
  );
});

test('an event that is too large for any database is one that nobody can see', async () => {
  for (const id of ['9007199254740993', '9223372036854775807', '9223372036854775808']) {
    const reply = await service.send('GET', `/v1/events/${id}/schedule`, { key: event.key });
    assert.equal(reply.status, 404, reply.text);
  }
});

function byBytes(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

/** Compares row by row, so that what differs can be read. */
function assertSame(rows: readonly object[], expected: readonly object[]): void {
  assert.equal(rows.length, expected.length);
  for (const [index, row] of rows.entries()) assert.deepEqual(row, expected[index]);
}
