/**
 * Hostile connections: many that send thousands of pipelined requests without a key and read no
 * answer. Says what they cost the service in memory, and how long a well-behaved client waits at worst.
 *
 *     node bench/hostile.ts [--connections 1000] [--requests 2000] [--path /nowhere] [--seconds 20]
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
import { residentBytes, startProcess, stopProcess } from './service.ts';

const { values } = parseArgs({
  options: {
    connections: { type: 'string', default: '1000' },
    requests: { type: 'string', default: '2000' },
    path: { type: 'string', default: '/nowhere' },
    seconds: { type: 'string', default: '20' },
    /** Set in the process that attacks: the address of the service. */
    attack: { type: 'string' },
  },
});

/** How often the well-behaved client asks, and the longest that it waits for one answer. */
const ASK_MILLIS = 50;
const PATIENCE_MILLIS = 30_000;
const MEBIBYTE = 1024 * 1024;

if (values.attack === undefined) await measure();
else await attack(new URL(values.attack));

async function measure(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'running-order-hostile-'));
  const service = await startProcess(`sqlite:${join(folder, 'hostile.db')}`);
  const before = residentBytes(service.process);
  const quiet = await worstWait(service.url, 2000);
  const attacker = fork(import.meta.filename, [...process.argv.slice(2), '--attack', service.url]);
  await once(attacker, 'message');
  let peak = 0;
  const watch = setInterval(() => {
    peak = Math.max(peak, memoryOf(service.process));
  }, 100);
  const busy = await worstWait(service.url, Number(values.seconds) * 1000);
  clearInterval(watch);
  attacker.send('stop');
  const [{ open, received }] = await once(attacker, 'message');
  const lines = [
    `connections that are still open: ${open} of ${values.connections}`,
    `answers that the system took for them: ${Math.round(received / MEBIBYTE)} MiB or more`,
    `memory: ${mebibytes(before)} before, ${mebibytes(peak - before)} more at most`,
    `a well-behaved client waited at worst ${quiet} ms before, ${busy} ms meanwhile`,
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
  await stopProcess(service.process);
  rmSync(folder, { recursive: true, force: true });
}

function mebibytes(bytes: number): string {
  return `${Math.round(bytes / MEBIBYTE)} MiB`;
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
async function attack({ hostname, port }: URL): Promise<void> {
  const request = `GET ${values.path} HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`;
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
