/** A thread that exports one site as an archive, and ends. */
import { parentPort, workerData } from 'node:worker_threads';
import { zipSync } from 'fflate';
import { siteFiles } from './site-files.ts';

/** Inside an archive no time is told, so that the same site gives the same bytes; archives begin in 1980. */
const NO_TIME = new Date(1980, 0, 1);

/** How an archive counts its files. */
const MAX_FILES = 65_535;

// Nowhere else has it a job.
if (parentPort) parentPort.postMessage(await zipped());

async function zipped(): Promise<Uint8Array | undefined> {
  const files = await siteFiles(workerData);
  if (files.length > MAX_FILES) return undefined;
  const contents = Object.fromEntries(files.map(({ path, bytes }) => [path, bytes]));
  return zipSync(contents, { mtime: NO_TIME });
}
