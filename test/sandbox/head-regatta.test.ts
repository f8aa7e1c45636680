/** The simulated head regatta: when each boat starts, and which times of day are sent. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { headRaces, headRegatta, headSteps } from '../../src/sandbox/head-regatta.ts';
import { stepsFrom } from '../../src/sandbox/timetable.ts';

const START = Date.parse('2026-10-17T07:00:00Z');
const MINUTE = 60_000;
const regatta = headRegatta();

function planned(minutes: number) {
  return headRaces(regatta, { startAt: START, minutes }).map(({ externalId, scheduledAt }) => {
    return { externalId, scheduledAt: Date.parse(scheduledAt ?? '') };
  });
}

const entriesOf = (steps: ReturnType<typeof headSteps>, externalId: string) =>
  steps.flatMap((step) =>
    step.kind === 'timing' && step.externalId === externalId ? (step.timing.entries ?? []) : [],
  );

test('150 boats in three divisions, each with a bow number and a category', () => {
  const lanes = regatta.draws.flatMap((draw) => draw.lanes);
  const bows = lanes.map(({ positionLabel }) => Number(positionLabel));
  assert.deepEqual(
    bows,
    Array.from({ length: 150 }, (_, index) => index + 1),
  );
  assert.equal(new Set(regatta.teams.map(({ name }) => name)).size, 150);
  for (const { timing } of regatta.timings) {
    const categories = new Set(timing.entries?.map(({ category }) => category));
    assert.equal(categories.size, 3);
  }
  assert.deepEqual(headRegatta(), regatta, 'the same every time');
});

for (const minutes of [5, 120]) {
  test(`in ${minutes} minutes every boat starts before it finishes, and every division is closed`, () => {
    const steps = headSteps(planned(minutes));
    assert.deepEqual(
      steps.map(({ at }) => at),
      steps.map(({ at }) => at).sort((a, b) => a - b),
    );
    for (const { externalId } of regatta.races) {
      const entries = entriesOf(steps, externalId);
      const starts = new Map(
        entries.map(({ position, startedAt }) => [startedAt && position, startedAt]),
      );
      const finished = entries.filter(({ finishedAt }) => finishedAt);
      assert.ok(finished.length > 40);
      for (const { position, finishedAt } of finished)
        assert.ok(
          String(starts.get(position)) < String(finishedAt),
          `boat in position ${position}`,
        );
      const closed = steps.filter(
        (step) => step.kind === 'timing' && step.externalId === externalId && step.timing.closed,
      );
      assert.equal(closed.length, 1);
    }
  });
}

test('what is over is written at once, all boats of a division together; the rest in time', () => {
  const now = START + 30 * MINUTE;
  const steps = headSteps(planned(120));
  const [first, ...later] = stepsFrom(steps, now);
  assert.equal(first?.kind === 'timing' && first.externalId, 'division-1');
  const entries = first?.kind === 'timing' ? (first.timing.entries ?? []) : [];
  assert.equal(new Set(entries.map(({ position }) => position)).size, entries.length);
  assert.ok(entries.some(({ startedAt, finishedAt }) => startedAt && finishedAt));
  assert.ok(later.every(({ at }) => at > now));
});
