/** Operations performed by the command line, on the database of a test service. */
import assert from 'node:assert/strict';
import { Refusal } from '../../src/domain/refusal.ts';
import { commandLine } from '../../src/operations/actor.ts';
import {
  type Operation,
  type PerformNext,
  perform,
  performTogether,
} from '../../src/operations/operation.ts';
import type { TestService } from './service.ts';

const actor = commandLine({ userId: null, keyPrefix: null, loginName: 'test' });
const settings = { notifySettleSeconds: 10 };

/** By whom and how, for operations that run others. */
export const TEST_TERMS = { actor, settings };

/** @returns what came of it, a refusal included */
export function tryOn<Input, Stored, Result>(
  { database }: Pick<TestService, 'database'>,
  eventId: number,
  operation: Operation<Input, Stored, Result>,
  input: Input,
): Promise<Result | Refusal> {
  const call = { operation, actor, eventId, input };
  return perform({ database, settings }, call, (result) => result);
}

/** Several operations in one transaction; or none of them, where it is a preview. */
export function tryTogether<Result>(
  { database }: Pick<TestService, 'database'>,
  terms: { eventId: number; isPreview?: boolean },
  work: (performNext: PerformNext) => Promise<Result | Refusal>,
): Promise<Result | Refusal> {
  return performTogether({ database, settings }, { actor, ...terms }, work);
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
