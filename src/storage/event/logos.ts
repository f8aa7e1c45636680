/** Pictures of events that have a logo of their own; the version of each stands with its event. */
import type { LogoType } from '../../domain/event/logo-picture.ts';
import type { Queries, Write } from '../engine/database.ts';

export interface Logo {
  type: LogoType;
  bytes: Buffer;
}

/** @returns `undefined` where the event has none */
export async function findLogo(db: Queries, eventId: number): Promise<Logo | undefined> {
  const row = await db
    .selectFrom('logos')
    .where('event_id', '=', eventId)
    .select(['type', 'picture'])
    .executeTakeFirst();
  return row && { type: row.type, bytes: Buffer.from(row.picture, 'base64') };
}

/** Keeps the logo of an event in place of an earlier one. @param logo left out where it has none from now on */
export async function saveLogo(tx: Write, eventId: number, logo: Logo | undefined): Promise<void> {
  await tx.deleteFrom('logos').where('event_id', '=', eventId).execute();
  if (!logo) return;
  const { type, bytes } = logo;
  const row = { event_id: eventId, type, picture: bytes.toString('base64') };
  await tx.insertInto('logos').values(row).execute();
}

/** Gives a new event the logo of another one. */
export async function copyLogo(tx: Write, fromId: number, eventId: number): Promise<void> {
  const logo = await findLogo(tx, fromId);
  await saveLogo(tx, eventId, logo);
}
