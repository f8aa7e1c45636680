/**
 * Hostile connections: many that send thousands of pipelined requests without a key and read no
 * answer. Says for several paths what they cost the service in memory, and how long a well-behaved client
 * waits at worst.
 *
 *     npm run -s bench:hostile -- [--path /nowhere]… [--connections 1000] [--requests 2000] [--seconds 20]
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { megabytes } from './measure.ts';
import { table } from './print.ts';
import { residentBytes, startProcess, stopProcess } from './service.ts';

const { values } = parseArgs({
  options: {
    connections: { type: 'string', default: '1000' },
    requests: { type: 'string', default: '2000' },
    /** Paths of each kind of answer: a small one, a refusal, one that is computed, a large one, a page. */
    path: {
      type: 'string',
      multiple: true,
      default: ['/nowhere', '/v1/me', '/metrics', '/openapi.json', '/'],
    },
    seconds: { type: 'string', default: '20' },
    /** Set in the process that attacks: the address of the service. */
    attack: { type: 'string' },
  },
});

/** How often the well-behaved client asks, and the longest that it waits for one answer. */
const ASK_MILLIS = 50;
const PATIENCE_MILLIS = 30_000;
const TARGETS = 'memory < 300 MiB, wait < 500 ms';

if (values.attack === undefined) await measureAll();
else await attack(new URL(values.attack));

async function measureAll(): Promise<void> {
  const rows = [];
  for (const path of values.path) rows.push([`\`${path}\``, ...(await measure(path))]);
  const head = ['Path', 'Connections left', 'Answers taken', 'Memory before', 'More at most'];
  const waits = ['Worst wait before', 'Worst wait meanwhile'];
  process.stdout.write(`${table([...head, ...waits], rows)}\n\nTargets: ${TARGETS}.\n`);
}

/** @returns the cells of a row after its path */
async function measure(path: string): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'running-order-hostile-'));
  const service = await startProcess(`sqlite:${join(folder, 'hostile.db')}`);
  const before = residentBytes(service.process);
  const quiet = await worstWait(service.url, 2000);
  const options = ['--connections', values.connections, '--requests', values.requests];
  const target = service.url + path;
  const attacker = fork(import.meta.filename, [...options, '--attack', target]);
  await once(attacker, 'message');
  let peak = 0;
  const watch = setInterval(() => {
    peak = Math.max(peak, memoryOf(service.process));
  }, 100);
  const busy = await worstWait(service.url, Number(values.seconds) * 1000);
  clearInterval(watch);
  attacker.send('stop');
  const [{ open, received }] = await once(attacker, 'message');
  await stopProcess(service.process);
  rmSync(folder, { recursive: true, force: true });
  return [
    `${open} of ${values.connections}`,
    `≥ ${megabytes(received)}`,
    ...[before, peak - before].map(megabytes),
    ...[quiet, busy].map((millis) => `${millis} ms`),
  ];
}

/** 0 once the process is gone. */
function memoryOf(child: ChildProcess): number {
  return child.exitCode === null && child.signalCode === null ? residentBytes(child) : 0;
}

/** The longest wait for an answer, in milliseconds, of a client that asks now and then. */
async function worstWait(url: string, millis: number): Promise<number> {
  const agent = new Agent({ keepAlive: true });
  let worst = 0;
  const waits: Promise<void>[] = [];
  for (const end = Date.now() + millis; Date.now() < end; await delay(ASK_MILLIS)) {
    waits.push(
      answered(`${url}/board/api/events`, agent).then((wait) => {
        worst = Math.max(worst, wait);
      }),
    );
  }
  await Promise.all(waits);
  agent.destroy();
  return Math.round(worst);
}

function answered(url: string, agent: Agent): Promise<number> {
  const start = performance.now();
  return new Promise((resolve) => {
    const done = () => resolve(performance.now() - start);
    get(url, { agent, timeout: PATIENCE_MILLIS }, (response) => response.resume().on('end', done))
      .on('timeout', done)
      .on('error', done);
  });
}

/** Opens the connections, says so, sends all requests at once, and reads nothing until the end. */
async function attack({ hostname, port, pathname }: URL): Promise<void> {
  const request = `GET ${pathname} HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`;
  const requests = Buffer.from(request.repeat(Number(values.requests)));
  const sockets: Socket[] = [];
  for (let n = 0; n < Number(values.connections); n++) {
    const socket = connect({ host: hostname, port: Number(port) }).pause();
    socket.on('error', () => {});
    sockets.push(socket);
    await once(socket, 'connect');
  }
  process.send?.('connected');
  for (const socket of sockets) socket.write(requests);
  await once(process, 'message');
  const open = sockets.filter((socket) => !socket.destroyed).length;
  let received = 0;
  for (const socket of sockets) {
    socket.resume().on('data', (data) => {
      received += data.length;
    });
  }
  await delay(1000);
  process.send?.({ open, received });
  process.exit(0);
}
