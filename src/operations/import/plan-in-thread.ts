/**
 * Plans an import in a thread of its own: a table of 5,000 rows takes longer than others are to wait. (tools.md, "Import",
 * "Limits")
 */
import { runInThread } from '../../concurrency/run-in-thread.ts';
import { sizeOf } from '../../domain/event/event-size.ts';
import { type PlanJob, type PlannedFiles, planFiles } from './plan-files.ts';

/** Lanes of files and event together; a plan of so few takes less than a thread that begins. */
const MAX_LANES_AT_ONCE = 400;

/** @throws what is a defect of a rule */
export async function planInThread(job: PlanJob): Promise<PlannedFiles> {
  return lanesIn(job) <= MAX_LANES_AT_ONCE
    ? planFiles(job)
    : runInThread(import.meta.url, 'plan-thread', job);
}

function lanesIn({ files, rows }: PlanJob): number {
  const races = files.flatMap(({ read }) => read.reading?.races ?? []);
  const crews = files.flatMap(({ read }) => read.reading?.crews ?? []);
  const lanes = races.reduce((sum, race) => sum + race.lanes.length, 0);
  return Math.max(lanes, crews.length, races.length) + sizeOf(rows).lanes;
}
