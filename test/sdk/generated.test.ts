/** The generated files of the client are up to date with the OpenAPI description and the list of problems. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { PROBLEM_CLASSES } from '../../sdk/src/generated/problems.ts';
import * as client from '../../sdk/src/index.ts';
import { PROBLEM_CODES, PROBLEMS } from '../../src/contract/problem.ts';

test('npm run sdk would change nothing', () => {
  const folder = mkdtempSync(join(tmpdir(), 'running-order-sdk-'));
  try {
    execFileSync(process.execPath, ['scripts/generate-sdk.ts', folder]);
    const stored = 'sdk/src/generated';
    const names = readdirSync(stored).sort();
    assert.deepEqual(names, readdirSync(folder).sort());
    for (const name of names) {
      const [committed, made] = [stored, folder].map((each) =>
        readFileSync(join(each, name), 'utf8'),
      );
      assert.ok(committed === made, `${name} is out of date: npm run sdk`);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('each problem code of the service has a class of its own in the client', () => {
  const exported: Record<string, unknown> = { ...client };
  const named = PROBLEM_CODES.map((code) => {
    const name = code.replace(/(?:^|_)[a-z]/g, (start) => start.slice(-1).toUpperCase());
    const kind = exported[name] as typeof client.RunningOrderError | undefined;
    assert.ok(kind, `the client exports ${name}`);
    const error = new kind('why', { requestId: '1', status: PROBLEMS[code].status });
    assert.ok(error instanceof client.RunningOrderError);
    assert.equal(error.name, name);
    assert.equal(error instanceof client.NotFound, error.status === 404, name);
    assert.equal(error instanceof client.Unauthorized, error.status === 401, name);
    return [code, kind];
  });
  const { not_found: _, ...ofApi } = Object.fromEntries(named);
  assert.deepEqual({ ...PROBLEM_CLASSES }, ofApi, 'the API answers no other code');
});
