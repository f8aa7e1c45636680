/** The checks by which the fault tests judge: correct histories pass, and each kind of wrong history is found. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Ledger, type Read, registerFaults, versionFaults, type Write } from './ledger.ts';

function write(value: string, startedAt: number, endedAt: number, fate: Write['fate']): Write {
  return { register: 'title', value, startedAt, endedAt, fate };
}

function read(value: string, startedAt: number, endedAt: number): Read {
  return { register: 'title', value, startedAt, endedAt };
}

const first = write('first', -Infinity, -Infinity, 'acknowledged');
const a = write('a', 10, 20, 'acknowledged');
const b = write('b', 30, 40, 'acknowledged');

test('faults: histories that one order explains', () => {
  const right: [Write[], Read[]][] = [
    [[first], []],
    [
      [first, a, b],
      [read('first', 0, 5), read('a', 21, 29), read('b', 41, 50)],
    ],
    // While a write is under way, either value may be read.
    [
      [first, a],
      [read('first', 12, 13), read('a', 15, 16)],
    ],
    [
      [first, a],
      [read('a', 12, 13), read('a', 21, 22)],
    ],
    // Two writes at once may take effect in either order.
    [[a, write('c', 12, 18, 'acknowledged')], [read('a', 21, 22)]],
    [[a, write('c', 12, 18, 'acknowledged')], [read('c', 21, 22)]],
    // The write of c may have happened at any time, or never.
    [
      [a, write('c', 12, Infinity, 'unknown')],
      [read('a', 21, 22), read('c', 50, 51)],
    ],
    [[a, write('c', 12, Infinity, 'unknown')], [read('a', 21, 22)]],
    [[a, write('c', 12, Infinity, 'refused')], [read('a', 21, 22)]],
  ];
  for (const [writes, reads] of right) assert.deepEqual(registerFaults(writes, reads), []);
});

test('faults: histories that no order explains', () => {
  const wrong: [fault: RegExp, Write[], Read[]][] = [
    [/x was read and never written/, [a], [read('x', 21, 22)]],
    [/c was refused and read/, [a, write('c', 12, 15, 'refused')], [read('c', 21, 22)]],
    [/a was read before it was written/, [a], [read('a', 1, 2)]],
    [/b was lost/, [a, b], [read('a', 50, 60)]],
    [/b was lost/, [a, b], [read('a', 25, 26), read('a', 50, 60)]],
    [/a was seen again/, [a, b], [read('b', 35, 36), read('a', 37, 38), read('b', 50, 60)]],
    [
      /first was seen again/,
      [first, a],
      [read('a', 12, 13), read('first', 15, 16), read('a', 21, 22)],
    ],
    [/c was lost/, [first, a, write('c', 22, 23, 'acknowledged')], [read('a', 25, 26)]],
    // Only one of two writes at once can be the last.
    [
      /seen again/,
      [a, write('c', 12, 18, 'acknowledged')],
      [read('a', 21, 22), read('c', 23, 24), read('a', 25, 26)],
    ],
  ];
  for (const [fault, writes, reads] of wrong) {
    assert.match(registerFaults(writes, reads).join(), fault);
  }
});

test('faults: a document goes forward only, and one moment has one text', () => {
  const version = (updatedAt: string, startedAt: number, endedAt: number) => ({
    document: 'schedule',
    updatedAt,
    startedAt,
    endedAt,
  });
  const [early, late] = ['2026-06-13T09:00:00Z', '2026-06-13T09:00:00.001Z'];
  assert.deepEqual(versionFaults([version(late, 1, 5), version(early, 4, 6)]), [], 'at once');
  assert.deepEqual(versionFaults([version(early, 1, 2), version(late, 3, 4)]), []);
  assert.equal(versionFaults([version(late, 1, 2), version(early, 3, 4)]).length, 1);
  const ledger = new Ledger();
  ledger.readVersion({ ...version(early, 1, 2), text: 'one' });
  ledger.readVersion({ ...version(early, 3, 4), text: 'one' });
  assert.equal(ledger.faults.size, 0);
  ledger.readVersion({ ...version(early, 5, 6), text: 'two' });
  assert.equal(ledger.faults.size, 1);
});
