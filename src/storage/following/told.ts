/** What devices were told of crews and races, so that nobody hears the same again. */
import { MAX_PARAMETERS, partsOf } from '../engine/bulk.ts';
import type { Queries, Write } from '../engine/database.ts';
import type { Row } from '../migrations/tables.ts';

/** What one device was told: of crews, or of a race as a whole (`THE_RACE`). */
export interface Told {
  eventId: number;
  about: Row<'told'>['about'];
  raceId: number;
  /** By the id of the crew. */
  states: ReadonlyMap<number, string>;
}

/** Some hours after the last message of a race nobody is told anything of it any more. */
const KEEP_MILLIS = 72 * 3_600_000;

/** What some devices were told of a race, by their ids; those that were told nothing are left out. */
export async function findTold(
  db: Queries,
  { eventId, about, raceId }: Omit<Told, 'states'>,
  deviceIds: readonly number[],
): Promise<Map<number, Map<number, string>>> {
  if (deviceIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('told')
    .where('event_id', '=', eventId)
    .where('about', '=', about)
    .where('race_id', '=', raceId)
    .where('device_id', 'in', deviceIds)
    .select(['device_id', 'crew_id', 'state'])
    .execute();
  const told = new Map<number, Map<number, string>>();
  for (const { device_id, crew_id, state } of rows) {
    const ofDevice = told.get(device_id) ?? new Map<number, string>();
    told.set(device_id, ofDevice.set(crew_id, state));
  }
  return told;
}

/** Notes what devices have been told; nothing of one that was forgotten meanwhile. @param now epoch milliseconds */
export async function noteTold(
  tx: Write,
  told: readonly (Told & { deviceId: number })[],
  now: number,
): Promise<void> {
  if (told.length === 0) return;
  const kept = await tx
    .selectFrom('devices')
    .where('id', 'in', [...new Set(told.map(({ deviceId }) => deviceId))])
    .select('id')
    .execute();
  const ids = new Set(kept.map(({ id }) => id));
  const rows = told.flatMap(({ eventId, about, raceId, states, deviceId }) =>
    Array.from(ids.has(deviceId) ? states : [], ([crewId, state]) => ({
      ...{ event_id: eventId, about, race_id: raceId, crew_id: crewId, device_id: deviceId },
      ...{ state, told_at: now },
    })),
  );
  // No row twice in a statement: what was told last counts.
  const last = new Map(rows.map((row) => [KEYS.map((key) => row[key]).join(), row]));
  for (const some of partsOf([...last.values()], Math.floor(MAX_PARAMETERS / COLUMNS))) {
    await tx
      .insertInto('told')
      .values(some)
      .onConflict((conflict) =>
        conflict.columns(KEYS).doUpdateSet((eb) => ({
          state: eb.ref('excluded.state'),
          told_at: eb.ref('excluded.told_at'),
        })),
      )
      .execute();
  }
}

const KEYS = ['event_id', 'about', 'race_id', 'crew_id', 'device_id'] as const;
const COLUMNS = 7;

/** Deletes what was told days ago. @param now epoch milliseconds */
export async function forgetOldTold(tx: Write, now: number): Promise<void> {
  await tx
    .deleteFrom('told')
    .where('told_at', '<', now - KEEP_MILLIS)
    .execute();
}
