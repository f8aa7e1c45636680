/**
 * Many writers and readers at once, through all processes: the last write wins, no read shows a write in part, and no reader
 * sees a document go back to an earlier version.
 */
import { execFile } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { HttpClient } from './http-client.ts';
import { type Finding, millis } from './proof.ts';
import type { Regatta } from './regatta.ts';
import { PROGRAM } from './service-process.ts';
import { type Scene, underLoad } from './under-load.ts';

const LOAD = {
  events: 3,
  batch: 20,
  writers: 8,
  readers: 4,
  pushes: ['races', 'races', 'crews', 'draw', 'results', 'results', 'delay', 'refused'],
} as const;

/** Pause between two crews that are entered on the command line, which is yet another process. */
const BY_HAND_MILLIS = 1000;

export interface Together {
  database: string;
  databaseUrl: string;
  /** Service processes. */
  processes: number;
  seconds: number;
}

export async function writeTogether({ seconds, ...where }: Together): Promise<Finding> {
  const proof = `${LOAD.writers} writers and ${LOAD.readers} readers for ${seconds} s`;
  return underLoad({ proof, ...where, ...LOAD }, async (scene) => {
    const until = performance.now() + seconds * 1000;
    const entered = await enterByHand(where.databaseUrl, scene.regattas[0] as Regatta, until);
    await scene.load.stop();
    const slowest = Math.max(...scene.load.requests.map((r) => r.endedAt - r.startedAt));
    return {
      measured: `${where.processes} service processes and ${entered.length} commands, slowest answer ${millis(slowest)}`,
      excused: [],
      broken: await missingCrews(scene, entered),
    };
  });
}

/** Enters crews on the command line until a moment (monotonic). @returns the names of the crews */
async function enterByHand(
  databaseUrl: string,
  { eventId }: Regatta,
  until: number,
): Promise<string[]> {
  const names: string[] = [];
  while (performance.now() < until) {
    const name = `By hand ${names.length + 1}`;
    const words = ['team', 'add', '--event', String(eventId), '--name', name];
    await promisify(execFile)(process.execPath, [PROGRAM, ...words], {
      env: { ...process.env, DATABASE_URL: databaseUrl },
    });
    names.push(name);
    await delay(Math.min(BY_HAND_MILLIS, Math.max(0, until - performance.now())));
  }
  return names;
}

async function missingCrews({ services, regattas }: Scene, names: string[]): Promise<string[]> {
  const { path, key } = regattas[0] as Regatta;
  const client = new HttpClient();
  const missing: string[] = [];
  for (const { url } of services) {
    const { text } = await client.send('GET', `${url}${path}/teams`, key);
    const { teams } = JSON.parse(text) as { teams: { name: string }[] };
    const there = new Set(teams.map((team) => team.name));
    missing.push(...names.filter((name) => !there.has(name)));
  }
  client.close();
  return missing.map((name) => `the crew ${name} is not there`);
}
