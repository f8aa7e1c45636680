/** JSON files of other programs: whatever stands in them, their members are looked at one by one. */
import { UnreadableError } from '../reading/unreadable.ts';
import { decodeText } from './text.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

/** @throws UnreadableError if it is no JSON */
export function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(decodeText(bytes).text);
  } catch {
    throw new UnreadableError(
      'The file is no complete JSON. Download it again, and do not edit it.',
    );
  }
}

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
