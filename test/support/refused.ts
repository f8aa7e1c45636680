/** Checks refusals, in tests of the API and the console. */
import assert from 'node:assert/strict';
import type { Reply } from './service.ts';

/** Asserts that a request was refused. @param field the first wrong property, where it was invalid */
export function refused(
  { status, headers, json, text }: Reply,
  expected: number,
  code: string,
  field?: string,
): void {
  assert.match(headers.get('content-type') ?? '', /^application\/problem\+json/, text);
  assert.equal(json?.status, expected, text);
  assert.deepEqual([status, json?.code, json?.field], [expected, code, field], text);
}
