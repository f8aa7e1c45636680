/** PUT /entries and PUT /results: the draw and the results of one race. */
import type { FastifyRequest } from 'fastify';
import { LaneList, type LaneWrite, ResultList, type ResultWrite } from '../../contract/race.ts';
import { readList, repeats } from '../../contract/read-body.ts';
import { type Change, changeOf } from '../../domain/changes.ts';
import type { Lane } from '../../domain/lane.ts';
import { planDraw } from '../../domain/plan-draw.ts';
import { judgeTakenBack, planResults } from '../../domain/plan-results.ts';
import { raceView } from '../../domain/race-view.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { Write } from '../../storage/database.ts';
import { recordChanges } from '../../storage/history.ts';
import { type LaneStep, listLanes, redrawLanes, updateResults } from '../../storage/lanes.ts';
import { findRace, markRaces, type StoredRace } from '../../storage/races.ts';
import { advanceSchedule, type Schedule } from '../../storage/schedules.ts';
import { findTeams } from '../../storage/teams.ts';
import type { Manager } from '../authenticate.ts';
import { noteResults } from '../news.ts';
import type { Service } from '../service.ts';
import { type Answer, ok, readPayload, writeSchedule } from '../writes.ts';

export async function putEntries(
  service: Service,
  request: FastifyRequest,
): Promise<Answer | Refusal> {
  const payload = await readPayload(request, (body) =>
    readList(LaneList, 'lanes', body, repeats<LaneWrite>('position')),
  );
  if (payload instanceof Refusal) return payload;
  return writeRace(service, request, 'draw-lanes', async (tx, race, before) => {
    const named = payload.flatMap((lane) => lane.teamExternalId ?? []);
    const after = planDraw(before, payload, await findTeams(tx, race.eventId, named));
    return after instanceof Refusal
      ? after
      : { after, apply: (steps) => redrawLanes(tx, race.id, steps) };
  });
}

export async function putResults(
  service: Service,
  request: FastifyRequest,
): Promise<Answer | Refusal> {
  const isRepeat = repeats<ResultWrite>('position');
  const payload = await readPayload(request, (body) =>
    readList(
      ResultList,
      'results',
      body,
      (property, result) => isRepeat(property, result) ?? judgeTakenBack(property, result),
    ),
  );
  if (payload instanceof Refusal) return payload;
  return writeRace(service, request, 'push-results', async (tx, race, before) => {
    const after = planResults(race.resultMode, before, payload);
    return after instanceof Refusal
      ? after
      : {
          after,
          apply: (steps) =>
            updateResults(
              tx,
              race.id,
              steps.flatMap((s) => s.after ?? []),
            ),
          noteNews: (schedule, now) =>
            noteResults(tx, service.settings, schedule, race, { before, after }, now),
        };
  });
}

interface LanePlan {
  /** The lanes of the race as they are to be. */
  after: Lane[];
  /** Writes those that differ. */
  apply(steps: readonly LaneStep[]): Promise<void>;
  /** Notes what is news of it, once it is written. */
  noteNews?(schedule: Schedule, now: number): Promise<void>;
}

/** Runs a write on the lanes of the race in the path, and answers with the race. */
async function writeRace(
  service: Service,
  request: FastifyRequest,
  operation: string,
  plan: (
    tx: Write,
    race: StoredRace & { eventId: number },
    before: Lane[],
  ) => Promise<LanePlan | Refusal>,
): Promise<Answer | Refusal> {
  const { externalId } = request.params as { externalId: string };
  const load = (tx: Write, eventId: number) =>
    Promise.all([findRace(tx, eventId, externalId), listLanes(tx, eventId, externalId)]);
  return writeSchedule(service, request, load, async (tx, { manager, schedule, stored }) => {
    const [race, before] = stored;
    if (!race) {
      const detail = `No race has the externalId ${JSON.stringify(externalId)}.`;
      return new Refusal('race_not_found', detail);
    }
    const planned = await plan(tx, { ...race, eventId: schedule.eventId }, before);
    if (planned instanceof Refusal) return planned;
    const { steps, changes } = differences(race, before, planned.after);
    const answer = raceView(race, planned.after, schedule.laneScheme);
    if (steps.length > 0) {
      await planned.apply(steps);
      const answerBefore = raceView(race, before, schedule.laneScheme);
      const isVisible = JSON.stringify(answer) !== JSON.stringify(answerBefore);
      const now = Date.now();
      await note(tx, manager, schedule, race, operation, changes, isVisible, now);
      await planned.noteNews?.(schedule, now);
    }
    return ok(answer);
  });
}

async function note(
  tx: Write,
  manager: Manager,
  schedule: Schedule,
  race: StoredRace,
  operation: string,
  changes: Change[],
  isVisible: boolean,
  now: number,
): Promise<void> {
  // A label spelt out that equals the default, say, is stored but shows nowhere.
  if (isVisible) {
    const { revision } = await advanceSchedule(tx, schedule, now);
    await markRaces(tx, [race.id], revision);
  }
  await recordChanges(tx, schedule.eventId, manager, now, operation, changes);
}

/** The lanes that differ, with their history. */
function differences(
  race: StoredRace,
  before: readonly Lane[],
  after: readonly Lane[],
): { steps: LaneStep[]; changes: Change[] } {
  const lanesBefore = new Map(before.map((lane) => [lane.position, lane]));
  const lanesAfter = new Map(after.map((lane) => [lane.position, lane]));
  const steps: LaneStep[] = [];
  const changes: Change[] = [];
  for (const position of new Set([...lanesBefore.keys(), ...lanesAfter.keys()])) {
    const step = {
      before: lanesBefore.get(position) ?? null,
      after: lanesAfter.get(position) ?? null,
    };
    const name = `race ${race.raceNumber}, position ${position}`;
    const change = changeOf('lane', name, facts(step.before), facts(step.after));
    if (!change) continue;
    steps.push(step);
    changes.push(change);
  }
  return { steps, changes };
}

function facts(lane: Lane | null): object | null {
  if (!lane) return null;
  const { team, position: _, ...rest } = lane;
  return { ...rest, team: team?.name ?? null };
}
