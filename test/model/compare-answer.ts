/** Compares answers of a service with those that the model expects. */
import assert from 'node:assert/strict';
import type { Reply } from '../support/service.ts';
import type { Answer } from './reference-model.ts';
import { brief, differ } from './tell.ts';

/** Compares an answer of `/v1` with the model's. */
export function compare(what: string, reply: Reply, expected: Answer, eventId: number): void {
  const wanted = 'body' in expected ? expected.body : expected;
  const difference = differ(
    what,
    `${reply.status} ${brief(reply.text)}`,
    `${expected.status} ${brief(JSON.stringify(wanted))}`,
  );
  assert.equal(reply.status, expected.status, difference);
  if ('body' in expected) {
    assert.deepEqual(comparable(reply.json, expected.body, eventId), expected.body, difference);
    return;
  }
  const { code, status, field = null, errors = [] } = reply.json;
  const fields = [...new Set(errors.map((error: { field: string }) => error.field))];
  assert.deepEqual(
    { code, status, field, fields },
    {
      code: expected.code,
      status: expected.status,
      field: expected.fields?.[0] ?? null,
      fields: expected.fields ?? [],
    },
    difference,
  );
  assert.match(reply.headers.get('content-type') ?? '', /^application\/problem\+json/);
}

/** The body without `eventId` and `updatedAt`, which the model cannot know, once these have been checked. */
function comparable(json: Record<string, unknown>, wanted: unknown, eventId: number): unknown {
  if (typeof wanted !== 'object' || wanted === null) return json;
  if (!('status' in wanted || 'venueDay' in wanted)) return json;
  if (!('eventId' in json)) return json;
  const { eventId: id, ...rest } = json;
  assert.equal(id, eventId);
  if ('venueDay' in wanted) return rest;
  const { updatedAt, ...body } = rest;
  assert.match(String(updatedAt), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?Z$/);
  return body;
}
