/** The timetable of the simulated regatta: when races start and when results come in. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { regattaPush } from '../../regattas/push-plan.ts';
import { loadRegatta } from '../../regattas/regatta.ts';
import { planSteps, type Step, spreadRaces, stepsFrom } from '../../src/sandbox/timetable.ts';

const START = Date.parse('2026-06-13T07:00:00Z');
const MINUTE = 60_000;
const push = regattaPush(loadRegatta('hebda-cup-2023'));

function simulated(minutes: number) {
  const results = new Map(push.results.map((race) => [race.externalId, race.results]));
  return spreadRaces(push.races, { startAt: START, minutes }).map((race) => ({
    externalId: race.externalId,
    scheduledAt: Date.parse(race.scheduledAt ?? ''),
    results: results.get(race.externalId) ?? [],
  }));
}

function resultSteps(steps: readonly Step[]) {
  return steps.flatMap((step) => (step.kind === 'results' ? [step] : []));
}

for (const minutes of [1, 30, 120, 1440]) {
  test(`a regatta of ${minutes} minutes is rowed in order, within its time`, () => {
    const races = simulated(minutes);
    const gap = (minutes * MINUTE) / races.length;
    assert.ok(races.every(({ scheduledAt }) => scheduledAt > START));
    assert.ok((races.at(-1)?.scheduledAt ?? 0) < START + minutes * MINUTE);
    const steps = planSteps(races);
    assert.deepEqual(
      steps.map(({ at }) => at),
      steps.map(({ at }) => at).sort((a, b) => a - b),
    );
    const ends = Map.groupBy(resultSteps(steps), ({ externalId }) => externalId);
    assert.equal(ends.size, push.results.length);
    const starts = new Map(races.map(({ externalId, scheduledAt }) => [externalId, scheduledAt]));
    for (const { externalId, results } of push.results) {
      const ofRace = ends.get(externalId) ?? [];
      assert.deepEqual(
        ofRace.map((step) => step.results.length),
        results.map((_, index) => index + 1),
        'one lane after the other',
      );
      assert.deepEqual(
        ofRace.at(-1)?.results,
        results.toSorted((a, b) => a.position - b.position),
      );
      const startAt = starts.get(externalId) ?? 0;
      for (const { at } of ofRace) {
        assert.ok(at >= startAt && at <= startAt + 2 * gap, `${externalId} at ${at - startAt}`);
      }
    }
  });
}

test('the first to finish come in first; who does not start is known at the start', () => {
  const steps = planSteps([
    {
      externalId: 'a',
      scheduledAt: START,
      results: [
        { position: 1, finishTimeMillis: 400_000 },
        { position: 2, status: 'dns' },
        { position: 3, finishTimeMillis: 360_000 },
        { position: 4, status: 'dnf' },
      ],
    },
    { externalId: 'b', scheduledAt: START + 20 * MINUTE, results: [] },
  ]);
  const shown = resultSteps(steps).map(({ at, results }) => [
    (at - START) / 1000,
    results.map(({ position }) => position).join(),
  ]);
  assert.deepEqual(shown, [
    [0, '2'],
    [360, '2,3'],
    [400, '1,2,3'],
    [400, '1,2,3,4'],
  ]);
});

test('a long day runs late twice and catches up; no race starts before the one in front of it', () => {
  const steps = planSteps(simulated(120));
  const delays = steps.flatMap((step) => (step.kind === 'delay' ? [step.delayMinutes] : []));
  assert.deepEqual(delays, [2, 3, 0]);
  assert.deepEqual(planSteps([]), []);
});

test('what is over is done at once, each race as it ended and the last delay; the rest in time', () => {
  const races = simulated(120);
  const steps = planSteps(races);
  assert.deepEqual(stepsFrom(steps, START - 1), steps);
  const later = stepsFrom(steps, START + 70 * MINUTE);
  const due = later.filter(({ at }) => at <= START + 70 * MINUTE);
  assert.deepEqual(
    due
      .filter(({ kind }) => kind === 'delay')
      .map((step) => 'delayMinutes' in step && step.delayMinutes),
    [3],
  );
  const raced = resultSteps(due);
  assert.equal(new Set(raced.map(({ externalId }) => externalId)).size, raced.length);
  assert.deepEqual(
    later.filter(({ at }) => at > START + 70 * MINUTE),
    steps.filter(({ at }) => at > START + 70 * MINUTE),
  );
  assert.equal(stepsFrom(steps, START + 1440 * MINUTE).length, push.results.length + 1);
});
