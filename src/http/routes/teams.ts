/** GET and PUT /teams: the crews of an event. */
import type { FastifyRequest } from 'fastify';
import { readList, repeats } from '../../contract/read-body.ts';
import {
  type PushedTeam,
  TeamList,
  type Team as TeamAnswer,
  type TeamWrite,
} from '../../contract/team.ts';
import { changeOf } from '../../domain/changes.ts';
import { planTeams, type TeamFields, type TeamStep } from '../../domain/plan-teams.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { Write } from '../../storage/database.ts';
import { recordChanges } from '../../storage/history.ts';
import { listRacesOfTeams } from '../../storage/lanes.ts';
import { markRaces } from '../../storage/races.ts';
import { advanceSchedule, type Schedule } from '../../storage/schedules.ts';
import { applyTeamSteps, listTeams } from '../../storage/teams.ts';
import { managerOf } from '../authenticate.ts';
import { Read } from '../representation.ts';
import type { Service } from '../service.ts';
import { type Answer, ok, readPayload, writeEvent } from '../writes.ts';

export async function getTeams(service: Service, request: FastifyRequest): Promise<Read> {
  const teams = await listTeams(service.database.reads, managerOf(request).eventId);
  return Read.of({ teams: teams.map(teamView) });
}

export async function putTeams(
  service: Service,
  request: FastifyRequest,
): Promise<Answer | Refusal> {
  const payload = await readPayload(request, (body) =>
    readList(TeamList, 'teams', body, repeats<TeamWrite>('externalId', 'name')),
  );
  if (payload instanceof Refusal) return payload;
  return writeEvent(service, request, listTeams, async (tx, { manager, schedule, stored }) => {
    const steps = planTeams(stored, payload);
    if (steps instanceof Refusal) return steps;
    const effective = steps.flatMap((step) => {
      const change = changeOf('team', step.after.name, step.before, step.after);
      return change ? { step, change } : [];
    });
    if (effective.length > 0) {
      const now = Date.now();
      const changed = effective.map(({ step }) => step);
      await applyTeamSteps(tx, manager.eventId, changed);
      if (schedule) await noteShownCrews(tx, schedule, changed, now);
      const changes = effective.map(({ change }) => change);
      await recordChanges(tx, manager.eventId, manager, now, 'push-teams', changes);
    }
    return ok({ teams: steps.map(pushedTeam) });
  });
}

/** A schedule shows the names and ids of the crews that are drawn, and only of those. */
async function noteShownCrews(
  tx: Write,
  schedule: Schedule,
  steps: readonly TeamStep[],
  now: number,
): Promise<void> {
  const renamedIds = steps.flatMap(({ before, after }) =>
    before && (before.name !== after.name || before.externalId !== after.externalId)
      ? before.id
      : [],
  );
  if (renamedIds.length === 0) return;
  const raceIds = await listRacesOfTeams(tx, schedule.eventId, renamedIds);
  if (raceIds.size === 0) return;
  const { revision } = await advanceSchedule(tx, schedule, now);
  await markRaces(tx, [...raceIds], revision);
}

function teamView(team: TeamFields): TeamAnswer {
  const { externalId, name, clubId, boatIndex, sortOrder, adopted } = team;
  return { externalId, name, clubId, boatIndex, sortOrder, adopted };
}

function pushedTeam({ outcome, after }: TeamStep): PushedTeam {
  return { ...teamView(after), outcome };
}
