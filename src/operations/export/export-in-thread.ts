/** Exports in a thread of its own: a workbook of a large regatta takes longer than others are to wait. */
import pLimit from 'p-limit';
import { runInThread } from '../../concurrency/run-in-thread.ts';
import type { ExportedFile, ExportJob, exportOneFile } from './export-event.ts';

/** Exports at the same time; others wait. */
const oneOfFew = pLimit(2);

/** @returns one file, an archive where the format has several @throws what the thread has thrown */
export function exportInThread(job: ExportJob): Promise<ExportedFile> {
  const module = new URL('export-event.ts', import.meta.url);
  return oneOfFew(() => runInThread<typeof exportOneFile>(module, 'exportOneFile', job));
}
