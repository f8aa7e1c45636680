/** The logo of events that have none of their own: a file that `LOGO_FILE` names, read once, at the start. */
import { readFileSync, statSync } from 'node:fs';
import { extname } from 'node:path';
import { SettingRefused } from '../settings.ts';

/** Every screen loads it, also over a weak signal. */
const MAX_FILE_BYTES = 1024 * 1024;

/** A picture, and its media type. */
export interface Picture {
  type: string;
  bytes: Buffer;
}

const TYPES: Record<string, string> = {
  '.jpeg': 'image/jpeg',
  '.jpg': 'image/jpeg',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
};

/**
 * @param path of a picture; `undefined`: there is none
 * @throws SettingRefused for a file that is not there, is no picture by its name, or is too large
 */
export function readDefaultLogo(path: string | undefined): Picture | undefined {
  if (path === undefined) return undefined;
  const type = TYPES[extname(path).toLowerCase()];
  if (!type) {
    const endings = Object.keys(TYPES).join(', ');
    throw new SettingRefused(`LOGO_FILE must end in one of ${endings}, not "${path}".`);
  }
  return { type, bytes: read(path) };
}

function read(path: string): Buffer {
  try {
    const { size } = statSync(path);
    if (size <= MAX_FILE_BYTES) return readFileSync(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new SettingRefused(`LOGO_FILE cannot be read (${code}): "${path}".`);
  }
  throw new SettingRefused(`LOGO_FILE must have at most ${MAX_FILE_BYTES} bytes: "${path}".`);
}
