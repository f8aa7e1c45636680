/** Gives an event a logo, or takes it away; its board shows the new version (adopt, "One look per event"). */
import { hash } from 'node:crypto';
import { logoTypeOf } from '../../domain/event/logo-picture.ts';
import { invalid, Refusal } from '../../domain/refusal.ts';
import type { Write } from '../../storage/engine/database.ts';
import { type Logo, saveLogo } from '../../storage/event/logos.ts';
import type { PerformNext } from '../operation.ts';
import { editEvent } from './edit-event.ts';

/** So many letters of a hash tell all pictures apart that an event ever has. */
const VERSION_LETTERS = 16;

/** A picture that may be a logo. @returns 422 on `logo` where it may not */
export function readLogo(bytes: Buffer): Logo | Refusal {
  const read = logoTypeOf(bytes);
  return 'type' in read
    ? { type: read.type, bytes }
    : invalid([{ field: 'logo', detail: read.objection }]);
}

/** The version of a picture, from its content. */
function versionOf({ bytes }: Logo): string {
  return hash('sha256', bytes, 'base64url').slice(0, VERSION_LETTERS);
}

/** @param logo left out where the event has none from now on */
export async function setLogo(
  performNext: PerformNext,
  tx: Write,
  eventId: number,
  logo?: Logo,
): Promise<Refusal | undefined> {
  const done = await performNext(editEvent, { logo: logo ? versionOf(logo) : null });
  if (done instanceof Refusal) return done;
  if (done.hasChanged) await saveLogo(tx, eventId, logo);
  return undefined;
}
