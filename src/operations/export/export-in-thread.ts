/** Exports in a thread of its own: a workbook of a large regatta would block the event loop for too long. */
import pLimit from 'p-limit';
import { runInThread } from '../../concurrency/run-in-thread.ts';
import type { ExportedFile, ExportJob, exportOneFile } from './export-event.ts';

/** The concurrency limit of exports; further ones wait. */
const oneOfFew = pLimit(2);

/** @returns one file: an archive (ZIP) when the format has several @throws the error of the thread */
export function exportInThread(job: ExportJob): Promise<ExportedFile> {
  const module = new URL('export-event.ts', import.meta.url);
  return oneOfFew(() => runInThread<typeof exportOneFile>(module, 'exportOneFile', job));
}
