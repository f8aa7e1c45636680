/**
 * The parts of a zipped file, without ever unpacking more than its directory declares (formats.md §7.3). Sizes come
 * from the central directory, so that workbooks that were written as a stream can be read.
 */
import { crc32, inflateRawSync } from 'node:zlib';
import { UnreadableError } from '../reading/reading.ts';

export interface ZipPart {
  name: string;
  /** @throws UnreadableError if it is damaged or larger than it says */
  bytes(): Buffer;
}

const MAX_PARTS = 256;
const MAX_PART_BYTES = 32 * 1024 * 1024;
const MAX_TOTAL_BYTES = 64 * 1024 * 1024;

const END_SIGNATURE = 0x06054b50;
const END_BYTES = 22;
/** The end of the directory comes before a comment of at most 65,535 bytes. */
const MAX_END_OFFSET = END_BYTES + 65_535;
const ENTRY_SIGNATURE = 0x02014b50;
const ENTRY_BYTES = 46;
const LOCAL_BYTES = 30;
const ENCRYPTED = 1;
const STORED = 0;
const DEFLATED = 8;

const DAMAGED =
  'The workbook is damaged. Open it in a spreadsheet program and save it again as .xlsx.';

/**
 * The parts by their names in small letters. Nothing is unpacked yet.
 *
 * @throws UnreadableError if it is no zipped file, is damaged, has a password, or would be too large
 */
export function partsOf(archive: Buffer): ReadonlyMap<string, ZipPart> {
  return orDamaged(() => {
    const end = findEnd(archive);
    const count = archive.readUInt16LE(end + 10);
    if (count > MAX_PARTS)
      throw new UnreadableError(
        `The workbook has ${count} parts; at most ${MAX_PARTS} are read. Save the table alone in a new workbook, or as CSV.`,
      );
    const parts = new Map<string, ZipPart>();
    let at = archive.readUInt32LE(end + 16);
    let total = 0;
    for (let index = 0; index < count; index += 1) {
      const entry = readEntry(archive, at);
      total += entry.size;
      if (entry.size > MAX_PART_BYTES || total > MAX_TOTAL_BYTES)
        throw new UnreadableError(
          'The workbook is too large once it is unpacked. Save the table alone in a new workbook, or as CSV.',
          'too-large',
        );
      const key = entry.name.toLowerCase();
      if (parts.has(key)) throw new UnreadableError(DAMAGED, 'damaged');
      parts.set(key, { name: entry.name, bytes: () => orDamaged(() => unpack(archive, entry)) });
      at = entry.next;
    }
    return parts;
  });
}

interface Entry {
  name: string;
  method: number;
  checksum: number;
  packed: number;
  size: number;
  /** Where its local header begins. */
  local: number;
  /** Where the next entry of the directory begins. */
  next: number;
}

function findEnd(archive: Buffer): number {
  const lowest = Math.max(0, archive.length - MAX_END_OFFSET);
  for (let at = archive.length - END_BYTES; at >= lowest; at -= 1)
    if (archive.readUInt32LE(at) === END_SIGNATURE) return at;
  throw new UnreadableError(DAMAGED, 'damaged');
}

function readEntry(archive: Buffer, at: number): Entry {
  if (archive.readUInt32LE(at) !== ENTRY_SIGNATURE) throw new UnreadableError(DAMAGED, 'damaged');
  if (archive.readUInt16LE(at + 8) & ENCRYPTED)
    throw new UnreadableError(
      'The workbook has a password. Save it as .xlsx without a password, or as CSV.',
    );
  const nameEnd = at + ENTRY_BYTES + archive.readUInt16LE(at + 28);
  return {
    name: archive.toString('utf8', at + ENTRY_BYTES, nameEnd).replaceAll('\\', '/'),
    method: archive.readUInt16LE(at + 10),
    checksum: archive.readUInt32LE(at + 16),
    packed: archive.readUInt32LE(at + 20),
    size: archive.readUInt32LE(at + 24),
    local: archive.readUInt32LE(at + 42),
    next: nameEnd + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32),
  };
}

function unpack(archive: Buffer, { method, checksum, packed, size, local }: Entry): Buffer {
  const from =
    local + LOCAL_BYTES + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
  const raw = archive.subarray(from, from + packed);
  const bytes = method === STORED ? raw : method === DEFLATED ? inflate(raw, size) : undefined;
  if (bytes?.length !== size || crc32(bytes) !== checksum)
    throw new UnreadableError(DAMAGED, 'damaged');
  return bytes;
}

/** Stops at the size that was declared. */
function inflate(raw: Buffer, size: number): Buffer {
  return inflateRawSync(raw, { maxOutputLength: Math.max(size, 1) });
}

/** Throws `UnreadableError` for a read beyond the end of the file or an error of zlib: the file is damaged. */
function orDamaged<Result>(read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    if (error instanceof RangeError || isFromZlib(error))
      throw new UnreadableError(DAMAGED, 'damaged');
    throw error;
  }
}

function isFromZlib(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('Z_');
}
