/**
 * Plans an import in a thread of its own: a table of 5,000 rows takes longer than others are to wait. (tools.md, "Import",
 * "Limits")
 */
import { once } from 'node:events';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { sizeOf } from '../../domain/event/event-size.ts';
import { type PlanJob, type PlannedFiles, planFiles } from './plan-files.ts';

/** Lanes of files and event together; a plan of so few takes less than a thread that begins. */
const MAX_LANES_AT_ONCE = 400;

/** @throws what is a defect of a rule */
export async function planInThread(job: PlanJob): Promise<PlannedFiles> {
  return lanesIn(job) <= MAX_LANES_AT_ONCE ? planFiles(job) : runThread(job);
}

function lanesIn({ files, rows }: PlanJob): number {
  const races = files.flatMap(({ read }) => read.reading?.races ?? []);
  const crews = files.flatMap(({ read }) => read.reading?.crews ?? []);
  const lanes = races.reduce((sum, race) => sum + race.lanes.length, 0);
  return Math.max(lanes, crews.length, races.length) + sizeOf(rows).lanes;
}

async function runThread(job: PlanJob): Promise<PlannedFiles> {
  // In the package the file is JavaScript, as this one is.
  const file = new URL(`plan-thread${extname(import.meta.url)}`, import.meta.url);
  const thread = new Worker(file, { workerData: job, execArgv: [] });
  try {
    const [planned] = await once(thread, 'message');
    return planned;
  } finally {
    await thread.terminate();
  }
}
