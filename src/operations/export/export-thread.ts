/** A thread that exports one event, and ends. */
import { parentPort, workerData } from 'node:worker_threads';
import { zipSync } from 'fflate';
import { type ExportedFile, exportEvent } from './export-event.ts';
import type { ExportJob } from './export-in-thread.ts';

parentPort?.postMessage(await oneFileOf(workerData));

async function oneFileOf({ event, format, options }: ExportJob): Promise<ExportedFile> {
  const { files } = await exportEvent(event, format, options);
  const [file] = files;
  if (file && files.length === 1) return file;
  const contents = Object.fromEntries(files.map(({ name, bytes }) => [name, bytes]));
  return { name: `${format}.zip`, contentType: 'application/zip', bytes: zipSync(contents) };
}
