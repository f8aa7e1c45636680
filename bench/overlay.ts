/**
 * The processor time, memory and nodes that the overlay takes on the machine that streams, over some time. Half of the time
 * nothing changes, half of it a boat comes in every few seconds (around, "Overlay": less than 5 % of one core, no growth).
 *
 *     npm run build && npm run bench:overlay -- 30
 *
 * The number is minutes. It needs Chromium; service, head race and browser are its own. Fails when a target is missed.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CDPSession } from 'playwright-core';
import type { Board } from '../src/contract/board.ts';
import { launchChromium } from '../test/support/chromium.ts';
import { startProcess, stopProcess } from './service.ts';

const USUAL_MINUTES = 10;
const MINUTE_MILLIS = 60_000;
/** The time from one boat that comes in to the next. */
const BOAT_MILLIS = 5000;
const MAX_PERCENT = 5;
/** By how much the heap (after garbage collection) may grow from the first to the last third of a half, as caches fill. */
const MAX_GROWTH_KB = 300;

interface Sample {
  heapKb: number;
  nodes: number;
  listeners: number;
  /** Processor time of all processes of the browser since the sample before, in percent of one core. */
  percent: number;
}

interface Demo {
  eventId: number;
  key: string;
}

const minutes = Number(process.argv[2] ?? USUAL_MINUTES);
const folder = mkdtempSync(join(tmpdir(), 'running-order-overlay-'));
const databaseUrl = `sqlite:${join(folder, 'demo.db')}`;
const demo: Demo = JSON.parse(
  execFileSync(process.execPath, ['bin/running-order.js', 'demo', '--head', '--json'], {
    encoding: 'utf8',
    env: { ...process.env, DATABASE_URL: databaseUrl },
  }),
);
const service = await startProcess(databaseUrl);
const browser = await launchChromium();
try {
  const ofBrowser = await browser.newBrowserCDPSession();
  const page = await browser.newPage({ viewport: { width: 1920, height: 1080 } });
  await page.goto(`${service.url}/events/${demo.eventId}/overlay`);
  await page.locator('.card').waitFor();
  const ofPage = await page.context().newCDPSession(page);
  await ofPage.send('Performance.enable');
  // Garbage that the first view leaves behind is not to be measured.
  await sleep(MINUTE_MILLIS / 2);
  const misses: string[] = [];
  for (const half of ['quiet', 'boats'] as const) {
    const stop = half === 'boats' ? letBoatsComeIn() : undefined;
    const samples = await watch(ofBrowser, ofPage, half);
    await stop?.();
    misses.push(...missesOf(half, samples));
  }
  for (const miss of misses) console.log(miss);
  process.exitCode = misses.length === 0 ? 0 : 1;
} finally {
  await browser.close();
  await stopProcess(service.process);
  rmSync(folder, { recursive: true });
}

/** Takes a sample every minute. */
async function watch(ofBrowser: CDPSession, ofPage: CDPSession, half: string): Promise<Sample[]> {
  const samples: Sample[] = [];
  let before = { at: performance.now(), seconds: await processorSeconds(ofBrowser) };
  for (let minute = 1; minute <= Math.max(1, minutes / 2); minute++) {
    await sleep(MINUTE_MILLIS);
    const now = { at: performance.now(), seconds: await processorSeconds(ofBrowser) };
    const percent = (100 * (now.seconds - before.seconds)) / ((now.at - before.at) / 1000);
    await ofPage.send('HeapProfiler.collectGarbage');
    const { metrics } = await ofPage.send('Performance.getMetrics');
    const of = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? 0;
    const sample = {
      heapKb: of('JSHeapUsedSize') / 1024,
      nodes: of('Nodes'),
      listeners: of('JSEventListeners'),
      percent,
    };
    samples.push(sample);
    console.log(
      `${half}, minute ${minute}: ${percent.toFixed(1)} % of one core, ${sample.heapKb.toFixed(0)} KB, ${sample.nodes} nodes, ${sample.listeners} listeners`,
    );
    // Read again, so that the cost of taking the sample is not counted.
    before = { at: performance.now(), seconds: await processorSeconds(ofBrowser) };
  }
  return samples;
}

function missesOf(half: string, samples: readonly Sample[]): string[] {
  const third = Math.max(1, Math.floor(samples.length / 3));
  const mean = (of: readonly Sample[], value: (sample: Sample) => number) =>
    of.reduce((sum, sample) => sum + value(sample), 0) / of.length;
  const percent = mean(samples, (sample) => sample.percent);
  const grown = (value: (sample: Sample) => number) =>
    mean(samples.slice(-third), value) - mean(samples.slice(0, third), value);
  const growth = grown(({ heapKb }) => heapKb);
  const nodes = grown((sample) => sample.nodes);
  console.log(
    `${half}: ${percent.toFixed(1)} % of one core, ${growth.toFixed(0)} KB and ${nodes.toFixed(0)} nodes more in ${samples.length} min`,
  );
  return [
    ...(half === 'quiet' && percent >= MAX_PERCENT ? [`missed: ${MAX_PERCENT} % of one core`] : []),
    ...(growth > MAX_GROWTH_KB ? [`missed: the heap grew while ${half}`] : []),
  ];
}

/** Processor time of all processes of the browser. */
async function processorSeconds(ofBrowser: CDPSession): Promise<number> {
  const { processInfo } = await ofBrowser.send('SystemInfo.getProcessInfo');
  return processInfo.reduce((sum, { cpuTime }) => sum + cpuTime, 0);
}

/** Pushes times of the first division's boats, the last one first, and then new times. @returns a function that stops it */
function letBoatsComeIn(): () => Promise<void> {
  let isOver = false;
  const done = (async () => {
    const board = (await (
      await fetch(`${service.url}/board/api/events/${demo.eventId}`)
    ).json()) as Board;
    const positions = board.races[0]?.lanes.map(({ position }) => position) ?? [];
    for (let boat = 0; !isOver; boat++) {
      const position = positions.at(-1 - (boat % positions.length));
      const finishTimeMillis = 1_080_000 + ((boat * 7919) % 300_000);
      const answer = await fetch(
        `${service.url}/v1/events/${demo.eventId}/races/division-1/results`,
        {
          method: 'PUT',
          headers: { authorization: `Bearer ${demo.key}`, 'content-type': 'application/json' },
          body: JSON.stringify([{ position, status: 'finished', finishTimeMillis }]),
        },
      );
      if (!answer.ok) throw new Error(await answer.text());
      await sleep(BOAT_MILLIS);
    }
  })();
  return async () => {
    isOver = true;
    await done;
  };
}
