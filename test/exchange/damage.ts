/**
 * Damaged files: cut, changed, with bytes put in, in another encoding. The environment variable `DAMAGED_FILES` sets how
 * many of them a test tries.
 */
import assert from 'node:assert/strict';
import type { NamedFile, Reader } from '../../src/exchange/reading/reading.ts';
import { EVENT } from './tables/outline.ts';

/** Enough for `npm test`; `npm run test:damage` tries many more. */
const DEFAULT_COUNT = 300;
/** The most processor time for one file; not elapsed time, because other tests run at the same time. */
const MAX_MICROSECONDS = 2_000_000;

/**
 * Reads damaged versions of files: each must be read, or be refused with a sentence, in time and without an exception.
 *
 * @param originals whole files of the reader's formats
 */
export function readDamaged(reader: Reader, originals: readonly NamedFile[]) {
  const count = Number(process.env.DAMAGED_FILES ?? DEFAULT_COUNT);
  for (let seed = 1; seed <= count; seed++) {
    const original = originals[seed % originals.length] as NamedFile;
    const bytes = damaged(original.bytes, seed);
    const before = process.cpuUsage();
    let read: ReturnType<Reader>;
    try {
      read = reader({ name: original.name, bytes }, {}, EVENT);
    } catch (error) {
      throw new Error(`${original.name}, damaged with seed ${seed}, was not refused`, {
        cause: error,
      });
    }
    const { user, system } = process.cpuUsage(before);
    const where = `${original.name}, damaged with seed ${seed}`;
    assert.ok(user + system < MAX_MICROSECONDS, `${where}, took ${user + system} µs`);
    if ('unreadable' in read) assert.match(read.unreadable, /\S.*\.$/s, where);
    else assert.ok(Array.isArray(read.questions), where);
  }
}

/** A damaged version of a file; the same seed gives the same version. */
export function damaged(bytes: Uint8Array, seed: number): Uint8Array {
  const random = randomOf(seed);
  let result = bytes;
  const times = 1 + random(3);
  for (let time = 0; time < times; time++) {
    const damage = DAMAGES[random(DAMAGES.length)];
    if (damage) result = damage(result, random);
  }
  return result;
}

/** A whole number from 0 to `limit` - 1. */
type Random = (limit: number) => number;

/** Mulberry32: small, and good enough to choose bytes. */
function randomOf(seed: number): Random {
  let state = Math.imul(seed, 0x9e3779b9);
  return (limit) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  };
}

/** Texts that may break tables, times, and their readers. */
const TROUBLES = [
  ...[
    '"',
    '""',
    '";',
    ',"',
    "'",
    '\r',
    '\n',
    '\r\n',
    '\0',
    '\t',
    ';',
    ',',
    '|',
    '\\',
    '<',
    '&',
    ']',
  ],
  ...['9:9:99', '6:08:30', '0:00.00', '1e999', '-1', '99999999999', '1/13/2026', '31.02.2026'],
  ...['DNS', 'Exhibition', '__proto__', 'constructor', '=1+1', '\ufeff', '\u0301', '𝟙', 'sep=;\n'],
];

const DAMAGES: readonly ((bytes: Uint8Array, random: Random) => Uint8Array)[] = [
  // Cut at the end, at the beginning, in the middle.
  (bytes, random) => bytes.subarray(0, random(bytes.length + 1)),
  (bytes, random) => bytes.subarray(random(bytes.length + 1)),
  (bytes, random) => {
    const from = random(bytes.length + 1);
    return spliced(bytes, from, random(200), new Uint8Array());
  },
  // Some bytes changed.
  (bytes, random) => {
    const changed = Uint8Array.from(bytes);
    const count = 1 + random(20);
    for (let i = 0; i < count && changed.length > 0; i++)
      changed[random(changed.length)] = random(256);
    return changed;
  },
  // A text of `TROUBLES` put in, once or many times.
  (bytes, random) => {
    const trouble = new TextEncoder().encode(TROUBLES[random(TROUBLES.length)]);
    return spliced(bytes, random(bytes.length + 1), 0, trouble);
  },
  (bytes, random) => {
    const trouble = TROUBLES[random(TROUBLES.length)] ?? '';
    const many = new TextEncoder().encode(trouble.repeat(1 + random(50_000)));
    return spliced(bytes, random(bytes.length + 1), 0, many);
  },
  // A part of the file repeated, up to a megabyte.
  (bytes, random) => {
    const from = random(bytes.length + 1);
    const part = bytes.subarray(from, from + 1 + random(400));
    const count = Math.min(1 + random(3000), Math.floor(1_000_000 / Math.max(1, part.length)));
    return spliced(bytes, from, 0, Buffer.concat(Array.from({ length: count }, () => part)));
  },
  // Lines in another order.
  (bytes, random) => {
    const lines = Buffer.from(bytes).toString('latin1').split('\n');
    const order = lines.map((line) => ({ line, at: random(1000) }));
    order.sort((a, b) => a.at - b.at);
    return Buffer.from(order.map(({ line }) => line).join('\n'), 'latin1');
  },
  // Another encoding.
  (bytes, random) => reencoded(Buffer.from(bytes).toString('utf8'), random(5)),
];

/** UTF-8 with a byte order mark; UTF-16 with and without one, in either byte order; Windows-1252. */
function reencoded(text: string, kind: number): Uint8Array {
  if (kind === 0) return Buffer.from(`\ufeff${text}`, 'utf8');
  if (kind === 1) return Buffer.from(`\ufeff${text}`, 'utf16le');
  if (kind === 2) return Buffer.from(`\ufeff${text}`, 'utf16le').swap16();
  if (kind === 3) return Buffer.from(text, 'utf16le');
  return Buffer.from(text, 'latin1');
}

function spliced(bytes: Uint8Array, from: number, length: number, put: Uint8Array): Uint8Array {
  return Buffer.concat([bytes.subarray(0, from), put, bytes.subarray(from + length)]);
}
