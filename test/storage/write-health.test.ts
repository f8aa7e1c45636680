/** What the outcomes of writes and the free space of the disk say about the writes to come. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Trouble, Unavailable } from '../../src/storage/engine/dialect.ts';
import { WriteHealth } from '../../src/storage/engine/write-health.ts';
import { troubleOf } from '../../src/storage/postgres/connection.ts';

const MIB = 1024 * 1024;

/** At which second a write was made (`ok`), failed by a mistake of ours (`bug`), or by a trouble. */
type Outcome = [second: number, what: 'ok' | 'bug' | Trouble];

const HISTORIES: [name: string, outcomes: Outcome[], expected: Trouble | undefined][] = [
  ['nothing has been written yet', [], undefined],
  ['all is well', [[0, 'ok']], undefined],
  [
    'the last write had no space',
    [
      [0, 'ok'],
      [1, 'full'],
    ],
    'full',
  ],
  [
    'a small one got through soon after',
    [
      [1, 'full'],
      [9, 'ok'],
    ],
    'full',
  ],
  [
    'one got through later',
    [
      [1, 'full'],
      [12, 'ok'],
    ],
    undefined,
  ],
  [
    'it failed again since',
    [
      [1, 'full'],
      [8, 'full'],
      [12, 'ok'],
    ],
    'full',
  ],
  [
    'the latest trouble counts',
    [
      [1, 'full'],
      [2, 'unconfirmed'],
    ],
    'unconfirmed',
  ],
  ['a commit without an answer', [[0, 'unconfirmed']], 'unconfirmed'],
  ['a disk that fails', [[0, 'unwritable']], 'unwritable'],
  ['others were in the way', [[0, 'busy']], undefined],
  [
    'others were in the way of a disk that is full',
    [
      [0, 'full'],
      [60, 'busy'],
    ],
    'full',
  ],
  ['the server was away, which /readyz sees by itself', [[0, 'unreachable']], undefined],
  ['a mistake of ours', [[0, 'bug']], undefined],
  [
    'a mistake of ours says nothing about the disk',
    [
      [0, 'full'],
      [60, 'bug'],
    ],
    'full',
  ],
];

for (const [name, outcomes, expected] of HISTORIES) {
  test(`what is known of the writes to come: ${name}`, () => {
    let now = 0;
    const health = new WriteHealth({ troubleOf }, () => now);
    for (const [second, what] of outcomes) {
      now = second * 1000;
      if (what === 'ok') health.note();
      else health.note(what === 'bug' ? new TypeError() : new Unavailable(what, what));
    }
    assert.equal(health.trouble(), expected);
    health.requireSpace();
  });
}

const DISKS: [freeBytes: number | undefined, isShort: boolean][] = [
  [undefined, false],
  [65 * MIB, false],
  [64 * MIB, false],
  [64 * MIB - 1, true],
  [0, true],
];

for (const [freeBytes, isShort] of DISKS) {
  test(`${freeBytes ?? 'unknown'} bytes free with 64 MiB in reserve: ${isShort ? 'refused' : 'written'}`, () => {
    const disk = { freeBytes: () => freeBytes, reserveBytes: 64 * MIB };
    const health = new WriteHealth({ troubleOf, disk });
    assert.equal(health.trouble(), isShort ? 'full' : undefined);
    if (!isShort) return health.requireSpace();
    assert.throws(
      () => health.requireSpace(),
      (error) => error instanceof Unavailable && error.trouble === 'full',
    );
  });
}
