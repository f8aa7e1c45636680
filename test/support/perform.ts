/** Operations carried out by the command line, on the database of a test service. */
import assert from 'node:assert/strict';
import { Refusal } from '../../src/domain/refusal.ts';
import { commandLine } from '../../src/operations/actor.ts';
import { type Operation, perform } from '../../src/operations/operation.ts';
import type { TestService } from './service.ts';

/** @returns what came of it, a refusal included */
export function tryOn<Input, Stored, Result>(
  { database }: Pick<TestService, 'database'>,
  eventId: number,
  operation: Operation<Input, Stored, Result>,
  input: Input,
): Promise<Result | Refusal> {
  const actor = commandLine({ userId: null, keyPrefix: null, loginName: 'test' });
  const context = { database, settings: { notifySettleSeconds: 10 } };
  return perform(context, { operation, actor, eventId, input }, (result) => result);
}

/** The same, where a refusal fails the test. */
export async function performOn<Input, Stored, Result>(
  service: Pick<TestService, 'database'>,
  eventId: number,
  operation: Operation<Input, Stored, Result>,
  input: Input,
): Promise<Result> {
  const result = await tryOn(service, eventId, operation, input);
  assert.ok(!(result instanceof Refusal), result instanceof Refusal ? result.detail : '');
  return result;
}
