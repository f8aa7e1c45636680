/** The rows of the import: a large regatta from a table, by the command line. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { median, type Result, ROUNDS } from './measure.ts';
import type { Published } from './public.ts';
import { addEvent, writeInto } from './service.ts';

const MAX_MILLIS = 2000;
const MEBIBYTE = 2 ** 20;
const MAX_BYTES = 200 * MEBIBYTE;
const PROGRAM = 'bin/running-order.js';
/** Prints the most memory that the program had at a time, with all its threads, in kibibytes. */
const PRINT_PEAK =
  'data:text/javascript,process.on("exit",()=>console.error("peak",process.resourceUsage().maxRSS))';

/** What a run of the command took. */
interface Taken {
  millis: number;
  peakBytes: number;
}

/** @param published its first regatta is exported, and imported into an empty event. @param folder for files */
export async function importRows(published: Published, folder: string): Promise<Result[]> {
  const empty = join(folder, 'import.db');
  copyFileSync(published.file, empty);
  const eventId = await writeInto(`sqlite:${empty}`, (tx) => addEvent(tx, 1, 1));
  const rows: Result[] = [];
  for (const format of ['csv', 'xlsx']) {
    const file = join(folder, `regatta.${format}`);
    exportTo(file, format, published);
    rows.push(await importRow(file, { empty, eventId, folder }));
  }
  return rows;
}

function exportTo(file: string, format: string, { file: database, client }: Published): void {
  const words = ['export', '--event', String(client.eventId), '--to', format, '--out', file];
  const { status, stderr } = spawnSync(process.execPath, [PROGRAM, ...words], {
    env: { ...process.env, DATABASE_URL: `sqlite:${database}` },
  });
  if (status !== 0) throw new Error(`export: ${stderr}`);
}

async function importRow(
  file: string,
  into: { empty: string; eventId: number; folder: string },
): Promise<Result> {
  const database = join(into.folder, 'imported.db');
  const event = ['--event', String(into.eventId)];
  const takes: Taken[] = [];
  const others: Taken[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    copyFileSync(into.empty, database);
    others.push(await run(['event', 'list'], database));
    takes.push(await run(['import', file, ...event], database));
  }
  const millis = median(takes.map((taken) => taken.millis));
  const otherMillis = median(others.map((taken) => taken.millis));
  const peakBytes = Math.max(...takes.map((taken) => taken.peakBytes));
  return {
    work: `\`import\` of a table of 300 races with 8 lanes, ${file.endsWith('xlsx') ? 'XLSX' : 'CSV'}`,
    ours: `${(millis / 1000).toFixed(2)} s, at most ${(peakBytes / MEBIBYTE).toFixed(0)} MiB`,
    comparedWith: `${(otherMillis / 1000).toFixed(2)} s, \`event list\``,
    ratio: `${(millis / otherMillis).toFixed(2)} ×`,
    target: `≤ ${MAX_MILLIS / 1000} s, ≤ ${MAX_BYTES / MEBIBYTE} MiB`,
    limit: '–',
  };
}

/** @throws when the command fails */
async function run(words: string[], database: string): Promise<Taken> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, ['--import', PRINT_PEAK, PROGRAM, ...words], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, DATABASE_URL: `sqlite:${database}` },
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const [status] = await once(child, 'close');
  const peak = /peak (\d+)/.exec(said)?.[1];
  if (status !== 0 || peak === undefined) throw new Error(`${words.join(' ')}: ${said}`);
  return { millis: performance.now() - startedAt, peakBytes: Number(peak) * 1024 };
}
