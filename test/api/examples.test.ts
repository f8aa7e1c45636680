/** The examples of the interface description are true: the service gives the same answers. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OPERATIONS } from '../../src/contract/routes.ts';
import { addTeam } from '../../src/operations/pushes/teams.ts';
import { performOn } from '../support/perform.ts';
import { startTestService } from '../support/service.ts';

const service = await startTestService();
const event = await service.provision({ timezone: 'America/New_York' });
// The crew that the example's push adopts.
await performOn(service, event.eventId, addTeam, { name: 'Riverview' });

/** The operations in the order in which a regatta uses them, with the status of each answer. */
const STORY: [operationId: string, status: number][] = [
  ['createSchedule', 201],
  ['pushTeams', 200],
  ['listTeams', 200],
  ['pushRaces', 200],
  ['pushEntries', 200],
  ['publishSchedule', 200],
  ['createSchedule', 200],
  ['pushResults', 200],
  ['setDelay', 200],
  ['getSchedule', 200],
];

for (const [operationId, status] of STORY) {
  test(`${operationId}, ${status}`, async () => {
    const operation = OPERATIONS.find(({ id }) => id === operationId);
    assert.ok(operation);
    const path = operation.path
      .replace('/events/{eventId}', '')
      .replace('{externalId}', 'race-16A');
    const reply = await event.send(operation.method, path, operation.body?.example);
    assert.equal(reply.status, status, reply.text);
    const success = operation.success.find((candidate) => candidate.status === status);
    assert.deepEqual(comparable(reply.json), comparable(success?.example));
  });
}

/** The answer without the values that depend on the moment and on the event of this test. */
function comparable(answer: object | undefined): object {
  return { ...answer, eventId: 0, updatedAt: '', eventName: '' };
}
