/** Exports in a thread of its own: a workbook of a large regatta takes longer than others are to wait. */
import pLimit from 'p-limit';
import { runInThread } from '../../concurrency/long-work.ts';
import type { ExportFormat } from '../../contract/export.ts';
import type { WholeEvent } from '../../exchange/event-file.ts';
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
  return oneOfFew(() => runInThread(import.meta.url, 'export-thread', job));
}
