/** Places that a file gives beside its times: photo finishes, dead heats, contradictions. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { settlePlaces } from '../../src/exchange/reading/settle-places.ts';

test('places: which milliseconds are added, and which places contradict the times', () => {
  const cases: [
    string,
    [total: number, place: number | null][],
    number[] | { contradictory: number[] },
  ][] = [
    ['nobody', [], []],
    [
      'in order',
      [
        [100, 1],
        [200, 2],
      ],
      [0, 0],
    ],
    [
      'without places',
      [
        [200, null],
        [100, null],
      ],
      [0, 0],
    ],
    [
      'a dead heat',
      [
        [100, 1],
        [100, 1],
        [200, 3],
      ],
      [0, 0, 0],
    ],
    [
      'a photo verdict',
      [
        [100, 2],
        [100, 1],
      ],
      [1, 0],
    ],
    [
      'a verdict over three',
      [
        [100, 3],
        [100, 1],
        [100, 2],
      ],
      [2, 0, 1],
    ],
    [
      'a verdict that meets the next time',
      [
        [100, 1],
        [100, 2],
        [101, 3],
      ],
      [0, 1, 1],
    ],
    [
      'a verdict before a dead heat',
      [
        [100, 1],
        [100, 2],
        [100, 2],
      ],
      [0, 1, 1],
    ],
    [
      'places that count another race, too',
      [
        [100, 4],
        [200, 9],
      ],
      [0, 0],
    ],
    [
      'one without a place',
      [
        [300, null],
        [100, 1],
        [200, 2],
      ],
      [0, 0, 0],
    ],
    [
      'the slower one first',
      [
        [100, 2],
        [200, 1],
      ],
      { contradictory: [0] },
    ],
    [
      'one place for two times',
      [
        [100, 1],
        [200, 1],
      ],
      { contradictory: [1] },
    ],
  ];
  for (const [name, finishes, expected] of cases) {
    const read = finishes.map(([totalMillis, place]) => ({ totalMillis, place }));
    const settled = Array.isArray(expected) ? { addedMillis: expected } : expected;
    assert.deepEqual(settlePlaces(read), settled, name);
  }
});
