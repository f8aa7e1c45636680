/**
 * Live boards as a helper process: connections that receive an event for each change. They come from several addresses
 * of this machine, because one address may hold at most a thousand.
 */
import net from 'node:net';
import { answerQuestions, wallClock } from './helper-process.ts';

export type LiveQuestion =
  | { connect: number; port: number; path: string }
  | { pushes: { revision: number; sentAt: number }[] };

const PER_ADDRESS = 500;
const AT_ONCE = 100;

/** The revisions that each connection received, and when, in epoch milliseconds. */
const connections: { revision: number; at: number }[][] = [];

answerQuestions<LiveQuestion>(async (question) => {
  if ('connect' in question) {
    for (let n = 0; n < question.connect; n += AT_ONCE) {
      const some = Array.from({ length: AT_ONCE }, (_, index) => connect(question, n + index));
      await Promise.all(some);
    }
    return {};
  }
  return question.pushes.flatMap(({ revision, sentAt }) =>
    connections.map((changes) => {
      // One event may stand for several changes that came shortly after each other.
      const first = changes.find((change) => change.revision >= revision);
      return first ? first.at - sentAt : -1;
    }),
  );
});

/** Resolves once the connection has received the first event, which says the revision at that time. */
function connect({ port, path }: { port: number; path: string }, n: number): Promise<void> {
  const localAddress = `127.0.0.${2 + Math.floor(n / PER_ADDRESS)}`;
  const socket = net.connect({ host: '127.0.0.1', port, localAddress });
  const changes: { revision: number; at: number }[] = [];
  connections.push(changes);
  socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`);
  return new Promise((resolve, reject) => {
    socket.setEncoding('latin1');
    socket.on('data', (text: string) => {
      const at = wallClock();
      for (const [, revision] of text.matchAll(/data: \{"revision":(\d+)\}/g)) {
        changes.push({ revision: Number(revision), at });
        resolve();
      }
    });
    socket.once('error', reject);
    socket.once('close', () => reject(new Error('the service closed a live connection')));
  });
}
