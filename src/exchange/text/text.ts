/**
 * Decodes the bytes of a file (formats.md §1.2, §4.3): by its byte order mark, as UTF-16 by its zeros, as UTF-8, else as
 * Windows-1252. Reads JSON of other programs, whose members are checked one by one, because it may hold anything.
 */
import { UnreadableError } from '../reading/reading.ts';

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252' | 'shift_jis';

interface DecodedText {
  /** Without a byte-order mark. */
  text: string;
  encoding: Encoding;
  /** Whether there are bytes that the encoding does not define, so that it is probably another one. */
  isDoubtful: boolean;
}

/** How many bytes are examined for UTF-16. */
const SNIFFED_BYTES = 4096;
/** Bytes without a character in Windows-1252; decoders return the control character of the same number. */
const UNDEFINED_IN_1252 = /[\x81\x8d\x8f\x90\x9d]/;

/**
 * Never fails: what is no UTF-8 is read as Windows-1252, which has a character for every byte.
 *
 * @param encoding that a person has chosen; otherwise it is detected
 */
export function decodeText(bytes: Uint8Array, encoding?: Encoding): DecodedText {
  const chosen = encoding ?? encodingOf(bytes);
  const text = new TextDecoder(chosen).decode(bytes);
  // A text may itself have the replacement character, so the bytes must be invalid as well.
  const isDoubtful =
    chosen === 'windows-1252'
      ? UNDEFINED_IN_1252.test(text)
      : text.includes('\ufffd') && !isValid(bytes, chosen);
  return { text, encoding: chosen, isDoubtful };
}

function encodingOf(bytes: Uint8Array): Encoding {
  const [first, second, third] = bytes;
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return utf16Of(bytes) ?? (isValid(bytes, 'utf-8') ? 'utf-8' : 'windows-1252');
}

/** UTF-16 without a mark: nearly every second byte is zero, because most characters of a table are ASCII. */
function utf16Of(bytes: Uint8Array): Encoding | undefined {
  const sniffed = bytes.subarray(0, SNIFFED_BYTES);
  const pairs = Math.floor(sniffed.length / 2);
  if (pairs < 2) return undefined;
  const zeros = [0, 0];
  for (let i = 0; i < pairs * 2; i++) if (sniffed[i] === 0) zeros[i % 2] = (zeros[i % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  if (odd > pairs * 0.6 && even < pairs * 0.1) return 'utf-16le';
  if (even > pairs * 0.6 && odd < pairs * 0.1) return 'utf-16be';
  return undefined;
}

function isValid(bytes: Uint8Array, encoding: Encoding): boolean {
  try {
    new TextDecoder(encoding, { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

export type JsonObject = Readonly<Record<string, unknown>>;

/** @throws UnreadableError if it is no JSON */
export function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(decodeText(bytes).text);
  } catch {
    throw new UnreadableError(
      'The file is no complete JSON. Download it again, and do not edit it.',
      'damaged',
    );
  }
}

/** Whether a value is an object, and no list. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The objects of a list; anything else has none. */
export function objectsOf(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

/** A member as a text in one line; empty where there is none. Programs write ids both as numbers and as texts. */
export function textOf(object: JsonObject, name: string): string {
  const value = Object.hasOwn(object, name) ? object[name] : undefined;
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? oneLine(value) : '';
}

/** Blanks and line breaks are one blank. */
export function oneLine(text: string): string {
  return text.normalize('NFC').replaceAll(/\s+/g, ' ').trim();
}
