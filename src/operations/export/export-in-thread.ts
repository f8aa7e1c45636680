/** Exports in a thread of its own: a workbook of a large regatta takes longer than others are to wait. */
import { once } from 'node:events';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import pLimit from 'p-limit';
import type { ExportFormat } from '../../contract/export.ts';
import type { WholeEvent } from '../../exchange/whole-event.ts';
import type { ExportedFile, ExportOptions } from './export-event.ts';

export interface ExportJob {
  event: WholeEvent;
  format: ExportFormat;
  options: ExportOptions;
}

/** Exports at the same time; others wait. */
const oneOfFew = pLimit(2);

/** @returns one file, an archive where the format has several @throws what the thread has thrown */
export function exportInThread(job: ExportJob): Promise<ExportedFile> {
  return oneOfFew(() => runThread(job));
}

async function runThread(job: ExportJob): Promise<ExportedFile> {
  // In the package the file is JavaScript, as this one is.
  const file = new URL(`export-thread${extname(import.meta.url)}`, import.meta.url);
  const thread = new Worker(file, { workerData: job });
  thread.unref();
  try {
    const [exported] = await once(thread, 'message');
    return exported;
  } finally {
    await thread.terminate();
  }
}
