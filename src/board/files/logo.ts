/** The organiser's logo, which big screens show: a file that `LOGO_FILE` names, read once, at the start. */
import { readFileSync, statSync } from 'node:fs';
import { extname } from 'node:path';
import { Publication } from '../../http/answers/publication.ts';
import { Representation, tagOf } from '../../http/answers/representation.ts';
import { pageFields } from '../../http/answers/template.ts';
import { SettingRefused } from '../../settings.ts';

/** Every screen loads it, also over a weak signal. */
const MAX_LOGO_BYTES = 1024 * 1024;

const TYPES: Record<string, string> = {
  '.jpeg': 'image/jpeg',
  '.jpg': 'image/jpeg',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
};

/** An SVG may have a script in it, which shall not run when somebody opens the picture by itself. */
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox; frame-ancestors 'none'";

/**
 * @param path of a picture; `undefined`: there is none
 * @throws SettingRefused for a file that is not there, is no picture by its name, or is too large
 */
export function readLogo(path: string | undefined): Publication | undefined {
  if (path === undefined) return undefined;
  const type = TYPES[extname(path).toLowerCase()];
  if (!type) {
    const endings = Object.keys(TYPES).join(', ');
    throw new SettingRefused(`LOGO_FILE must end in one of ${endings}, not "${path}".`);
  }
  const bytes = read(path);
  const representation = new Representation(tagOf(bytes), bytes, 'most');
  return new Publication(representation, type, pageFields('no-cache', POLICY));
}

function read(path: string): Buffer {
  try {
    const { size } = statSync(path);
    if (size <= MAX_LOGO_BYTES) return readFileSync(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new SettingRefused(`LOGO_FILE cannot be read (${code}): "${path}".`);
  }
  throw new SettingRefused(`LOGO_FILE must have at most ${MAX_LOGO_BYTES} bytes: "${path}".`);
}
