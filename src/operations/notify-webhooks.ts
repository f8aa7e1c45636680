/** Writes a delivery for each webhook of an event where a write changes the public board; most events have no webhook. */
import type { SomeRows } from '../domain/event/event-rows.ts';
import { isAlwaysShown } from '../domain/event/revisions.ts';
import { publicStatus, type Schedule } from '../domain/event/schedule.ts';
import { type WriteToCompare, webhookNews } from '../domain/webhooks/webhook-news.ts';
import type { Write } from '../storage/engine/database.ts';
import { listLanesOfRaces, listRacesOfTeams } from '../storage/event/lanes.ts';
import { listRaces, listRacesById } from '../storage/event/races.ts';
import { listWebhooksToNotify, noteDeliveries } from '../storage/queue/webhooks.ts';
import { loadComparedRows } from './load-rows.ts';

interface PlannedWrite extends Pick<WriteToCompare, 'difference'> {
  eventId: number;
  /** Epoch milliseconds. */
  now: number;
  was: SomeRows;
  is: SomeRows;
}

/**
 * Called after the schedule is written, and before the rows are, because it compares with the stored rows.
 *
 * @param schedules before and after the write
 */
export async function notifyWebhooks(
  tx: Write,
  { eventId, now, was, is, difference }: PlannedWrite,
  schedules: { was: Schedule; is: Schedule },
): Promise<void> {
  const [before, after] = [publicStatus(schedules.was), publicStatus(schedules.is)];
  if (before === after && schedules.was.boardRevision === schedules.is.boardRevision) return;
  const webhooks = await listWebhooksToNotify(tx, eventId);
  if (webhooks.length === 0) return;
  const isCompared = before === after && after === 'published';
  const compared = isCompared ? await loadCompared(tx, eventId, difference, { was, is }) : NOTHING;
  const news = webhookNews({ difference, ...schedules, ...compared });
  await noteDeliveries(tx, webhooks, news, { eventId, now });
}

type Compared = Pick<WriteToCompare, 'races' | 'allRaces' | 'racesOfCrews'>;

const NOTHING: Compared = { races: [], allRaces: [], racesOfCrews: [] };

async function loadCompared(
  tx: Write,
  eventId: number,
  difference: WriteToCompare['difference'],
  rows: { was: SomeRows; is: SomeRows },
): Promise<Compared> {
  const { schedule, races, lanes, teams, delays } = difference;
  const ids = new Set([
    ...races.flatMap(({ before, after }) => (before && after ? after.id : [])),
    ...lanes.map(({ raceId }) => raceId),
  ]);
  // A setting may show in any race.
  if (schedule.length > 0) {
    for (const { id } of rows.was.races ?? (await listRaces(tx, eventId))) ids.add(id);
  }
  const judged = await loadComparedRows(tx, rows, eventId, {
    races: ids,
    all: false,
    delays: false,
  });
  const sideOf = (race: (typeof races)[number]['before'], from: typeof rows.was) =>
    race && { race, lanes: from.lanes?.get(race.id) ?? [] };
  const comeOrGone = races
    .filter(({ before, after }) => before === null || after === null)
    .map(({ before, after }) => ({
      before: sideOf(before, rows.was),
      after: sideOf(after, rows.is),
    }));
  const shown = teams.filter(({ change }) => isAlwaysShown(change));
  const crewIds = shown.flatMap(({ before, after }) => after?.id ?? before?.id ?? []);
  const ofCrews = await listRacesOfTeams(tx, eventId, crewIds);
  return {
    races: [...judged.races.values(), ...comeOrGone],
    allRaces: delays.length > 0 ? await racesWithLanes(tx, eventId, rows.is) : [],
    racesOfCrews: await listRacesById(tx, eventId, ofCrews),
  };
}

/** All races after the write. Rows that the write has not loaded it does not change, so they are read. */
async function racesWithLanes(tx: Write, eventId: number, is: SomeRows) {
  const races = is.races ?? (await listRaces(tx, eventId));
  const ids = new Set(races.map(({ id }) => id));
  const lanes = is.lanes ?? (await listLanesOfRaces(tx, eventId, ids));
  return races.map((race) => ({ race, lanes: lanes.get(race.id) ?? [] }));
}
