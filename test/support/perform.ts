/** Operations performed by the command line, on the database of a test service. */
import assert from 'node:assert/strict';
import { Refusal } from '../../src/domain/refusal.ts';
import { commandLine } from '../../src/operations/actor.ts';
import {
  type LoadedRows,
  type Operation,
  type OperationOutcome,
  type PerformNext,
  performTogether,
} from '../../src/operations/operation.ts';
import type { TestService } from './service.ts';

const actor = commandLine({ userId: null, keyPrefix: null, loginName: 'test' });
const settings = { notifySettleSeconds: 10 };

/** The actor and the settings, for operations that perform others. */
export const TEST_TERMS = { actor, settings };

/** Performs an operation. @param seen the revision that a page showed @returns what came of it, or the refusal */
export function tryOn<Input, Stored extends LoadedRows, Result>(
  { database }: Pick<TestService, 'database'>,
  eventId: number,
  operation: Operation<Input, Stored, Result>,
  input: Input,
  seen?: number,
): Promise<OperationOutcome<Stored['rows'], Result> | Refusal> {
  return performTogether({ database, settings }, { actor, eventId }, (performNext) =>
    performNext(operation, input, seen),
  );
}

/** Performs several operations in one transaction, which is rolled back where it is a preview. */
export function tryTogether<Result>(
  { database }: Pick<TestService, 'database'>,
  terms: { eventId: number; isPreview?: boolean },
  work: (performNext: PerformNext) => Promise<Result | Refusal>,
): Promise<Result | Refusal> {
  return performTogether({ database, settings }, { actor, ...terms }, work);
}

/** Performs an operation as `tryOn` does; a refusal fails the test. */
export async function performOn<Input, Stored extends LoadedRows, Result>(
  service: Pick<TestService, 'database'>,
  eventId: number,
  operation: Operation<Input, Stored, Result>,
  input: Input,
  seen?: number,
): Promise<OperationOutcome<Stored['rows'], Result>> {
  const done = await tryOn(service, eventId, operation, input, seen);
  assert.ok(!(done instanceof Refusal), done instanceof Refusal ? done.detail : '');
  return done;
}
