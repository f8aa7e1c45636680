/** PUT /races: the running order. */
import type { FastifyRequest } from 'fastify';
import type { UpsertOutcome } from '../../contract/fields.ts';
import { type PushedRace, RaceList, type RaceWrite } from '../../contract/race.ts';
import { readList, repeats } from '../../contract/read-body.ts';
import { changeOf } from '../../domain/changes.ts';
import type { Lane } from '../../domain/lane.ts';
import { planRaces, type Race, type RaceFields, type RaceStep } from '../../domain/plan-races.ts';
import { raceView } from '../../domain/race-view.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { Write } from '../../storage/database.ts';
import { recordChanges } from '../../storage/history.ts';
import { listLanesChangedSince } from '../../storage/lanes.ts';
import { applyRaceSteps, listRaces } from '../../storage/races.ts';
import { advanceSchedule } from '../../storage/schedules.ts';
import type { Service } from '../service.ts';
import { type Answer, ok, readPayload, writeSchedule } from '../writes.ts';

export async function putRaces(
  service: Service,
  request: FastifyRequest,
): Promise<Answer | Refusal> {
  const payload = await readPayload(request, (body) =>
    readList(RaceList, 'races', body, repeats<RaceWrite>('externalId', 'raceNumber')),
  );
  if (payload instanceof Refusal) return payload;
  const load = (tx: Write, eventId: number) =>
    Promise.all([listRaces(tx, eventId), listLanesChangedSince(tx, eventId, 0)]);
  return writeSchedule(service, request, load, async (tx, { manager, schedule, stored }) => {
    const [races, lanes] = stored;
    const steps = planRaces(races, payload, schedule.defaultResultMode);
    if (steps instanceof Refusal) return steps;
    const effective = steps.flatMap((step) => {
      const change = changeOf('race', `race ${step.after.raceNumber}`, step.before, step.after);
      return change ? { step, change } : [];
    });
    if (effective.length > 0) {
      const now = Date.now();
      const { revision } = await advanceSchedule(tx, schedule, now);
      const changed = effective.map(({ step }) => step);
      await applyRaceSteps(tx, schedule.eventId, changed, revision);
      const changes = effective.map(({ change }) => change);
      await recordChanges(tx, schedule.eventId, manager, now, 'push-races', changes);
    }
    return ok({ races: runningOrder(races, steps, lanes, schedule.laneScheme) });
  });
}

/** All races after the push in running order, each with what became of it (decisions A3, A4). */
function runningOrder(
  stored: readonly Race[],
  steps: readonly RaceStep[],
  lanes: ReadonlyMap<number, Lane[]>,
  laneScheme: readonly string[] | null,
): PushedRace[] {
  const pushed = new Set(steps.map((step) => step.before?.id));
  const races: { race: RaceFields; lanes: Lane[]; outcome: UpsertOutcome | null }[] = [
    ...stored
      .filter((race) => !pushed.has(race.id))
      .map((race) => ({ race, lanes: lanes.get(race.id) ?? [], outcome: null })),
    ...steps.map(({ before, after, outcome }) => ({
      race: after,
      lanes: (before && lanes.get(before.id)) ?? [],
      outcome,
    })),
  ];
  return races
    .sort(
      (a, b) => a.race.scheduledAt - b.race.scheduledAt || a.race.raceNumber - b.race.raceNumber,
    )
    .map(({ race, lanes, outcome }) => ({ ...raceView(race, lanes, laneScheme), outcome }));
}
