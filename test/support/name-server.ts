/** A name server on loopback that gives the answers of the test, or none at all. */
import dgram from 'node:dgram';
import { stopAtEndOfFile } from './started.ts';

/** The addresses of a name; `absent`: the name does not exist; `silent`: there is no answer. */
export type NameAnswer = string[] | 'absent' | 'silent';

export interface NameServer {
  /** As resolvers take it: `127.0.0.1:port`. */
  address: string;
  /** The names that were asked for, in the order in which the questions came. */
  asked: string[];
  stop(): Promise<void>;
}

const NAME_ERROR = 3;
const TYPES: Record<number, 4 | 6> = { 1: 4, 28: 6 };

/** @param answerTo is called for each question */
export async function startNameServer(answerTo: (name: string) => NameAnswer): Promise<NameServer> {
  const socket = dgram.createSocket('udp4');
  const asked: string[] = [];
  socket.on('message', (question, { port, address }) => {
    const { name, end } = readName(question);
    asked.push(name);
    const answer = answerTo(name);
    if (answer !== 'silent') socket.send(reply(question, end, answer), port, address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  return {
    address: `127.0.0.1:${socket.address().port}`,
    asked,
    stop: stopAtEndOfFile(() => new Promise<void>((resolve) => socket.close(resolve))),
  };
}

/** The name of the one question, and where the question ends. */
function readName(message: Buffer): { name: string; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), end: at + 5 };
}

function reply(question: Buffer, end: number, answer: string[] | 'absent'): Buffer {
  const family = TYPES[question.readUInt16BE(end - 4)];
  const records = (answer === 'absent' ? [] : answer)
    .filter((address) => (address.includes(':') ? 6 : 4) === family)
    .map((address) => {
      const bytes = bytesOf(address);
      const head = Buffer.from([0xc0, 12, 0, family === 4 ? 1 : 28, 0, 1, 0, 0, 0, 60, 0, 0]);
      head.writeUInt16BE(bytes.length, 10);
      return Buffer.concat([head, bytes]);
    });
  const head = Buffer.from(question.subarray(0, 12));
  head.writeUInt16BE(0x8180 | (answer === 'absent' ? NAME_ERROR : 0), 2);
  head.writeUInt16BE(records.length, 6);
  head.writeUInt32BE(0, 8);
  return Buffer.concat([head, question.subarray(12, end), ...records]);
}

/** IPv6 only written out, without `::`. */
function bytesOf(address: string): Buffer {
  return address.includes(':')
    ? Buffer.from(
        address.split(':').flatMap((part) => [...Buffer.from(part.padStart(4, '0'), 'hex')]),
      )
    : Buffer.from(address.split('.').map(Number));
}
