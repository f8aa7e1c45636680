/** The primary dies and its standby takes over. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { failOver } from './fail-over.ts';

for (const isSynchronous of [true, false]) {
  test(`faults: fail-over ${isSynchronous ? 'with' : 'without'} synchronous replication`, async () => {
    assert.deepEqual((await failOver({ isSynchronous, isQuiet: false, processes: 1 })).broken, []);
  });
}
