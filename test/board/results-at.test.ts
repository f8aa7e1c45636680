/** `resultsAt` of a race on the board: when its results last changed, whoever changed them and by whichever way. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { changeSettings } from '../../src/operations/pushes/schedule.ts';
import { removeRace } from '../../src/operations/remove.ts';
import { restoreRace, undo } from '../../src/operations/undo.ts';
import { newestNumber } from '../../src/storage/history/history.ts';
import { draw, published, times } from '../support/board.ts';
import { performOn } from '../support/perform.ts';
import { startTestService } from '../support/service.ts';

const service = await startTestService();
const event = await published(service);

/** `resultsAt` of the first race, and `updatedAt` of the board; the second race has no results. */
async function read(): Promise<{ at: string | null; updatedAt: string }> {
  const { races, updatedAt } = (await event.board()).json;
  assert.equal(races[1].resultsAt, null);
  return { at: races[0].resultsAt, updatedAt };
}

/** Asserts that an act sets `resultsAt` to the time of the write, or leaves it. @param does whether it changes the results */
async function assertMoves(does: boolean, what: string, act: () => Promise<unknown>) {
  const earlier = await read();
  await act();
  const now = await read();
  assert.equal(now.at, does ? now.updatedAt : earlier.at, what);
  if (does) assert.notEqual(now.updatedAt, earlier.updatedAt, what);
}

const results = (list: object[]) => async () => {
  assert.equal((await event.send('PUT', '/races/r1/results', list)).status, 200);
};
const race = (fields: object) => async () => {
  const body = [{ externalId: 'r1', raceNumber: 1, ...fields }];
  assert.equal((await event.send('PUT', '/races', body)).status, 200);
};
const settings = (defaultResultVisibility: 'hidden' | 'full') => () =>
  performOn(service, event.eventId, changeSettings, { defaultResultVisibility });

describe('when the results of a race last changed', () => {
  test('pushes', async () => {
    assert.equal((await read()).at, null);
    await assertMoves(true, 'the first results', results(times(400_000, 410_000)));
    await assertMoves(false, 'the same results', results(times(400_000, 410_000)));
    await assertMoves(true, 'one more', results([{ position: 3, status: 'dns' }]));
    await assertMoves(false, 'another title', race({ title: 'Heat one' }));
    await assertMoves(false, 'another draw', async () => {
      await event.send('PUT', '/races/r1/entries', draw('c2', 'c1', 'c3'));
    });
    await assertMoves(false, 'a delay', async () => {
      await event.send('PUT', '/schedule/delay', { venueDay: '2026-06-13', delayMinutes: 5 });
    });
    await assertMoves(true, 'another mode', race({ resultMode: 'placesOnly' }));
    await assertMoves(true, 'the mode before', race({ resultMode: 'timed' }));
  });

  test('what the public may see', async () => {
    await race({ resultVisibility: 'hidden' })();
    assert.equal((await read()).at, null);
    await results([{ position: 1, finishTimeMillis: 399_000 }])();
    assert.equal((await read()).at, null, 'nobody learns that something has changed');
    await assertMoves(true, 'shown again', race({ resultVisibility: null }));
    await assertMoves(false, 'what was so by default', race({ resultVisibility: 'full' }));
    await race({ resultVisibility: null })();
    await settings('hidden')();
    assert.equal((await read()).at, null);
    await assertMoves(true, 'shown by default', settings('full'));
  });

  test('what is stored and not seen', async () => {
    await race({ resultVisibility: 'placesOnly' })();
    const correct = (finishTimeMillis: number) => results([{ position: 1, finishTimeMillis }]);
    await assertMoves(false, 'a time that changes no place', correct(398_500));
    await assertMoves(true, 'one that does', correct(800_000));
    await correct(399_000)();
    await race({ resultVisibility: null })();
  });

  test('undo, removal and restoring', async () => {
    const { eventId } = event;
    const at = Date.now();
    await assertMoves(true, 'a correction', results([{ position: 1, finishTimeMillis: 398_000 }]));
    await assertMoves(true, 'the correction undone', async () => {
      const entry = await newestNumber(service.database.reads, eventId);
      const { id } = await service.database.reads
        .selectFrom('history')
        .where('event_id', '=', eventId)
        .where('number', '=', entry)
        .select('id')
        .executeTakeFirstOrThrow();
      await performOn(service, eventId, undo, { entryId: id });
    });
    await performOn(service, eventId, removeRace, { raceNumber: 1 });
    await performOn(service, eventId, restoreRace, { raceNumber: 1, at });
    const { at: restored, updatedAt } = await read();
    assert.equal(restored, updatedAt);
    await results([1, 2, 3].map((position) => ({ position, status: 'assigned' })))();
    assert.equal((await read()).at, null, 'none are left');
  });
});
