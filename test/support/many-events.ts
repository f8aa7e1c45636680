/** Adds what a federation has after some years: thousands of published regattas of hundreds of clubs. */
import { firstState } from '../../src/domain/event/schedule.ts';
import {
  insertClub,
  insertEvent,
  insertUser,
  setRole,
} from '../../src/storage/accounts/accounts.ts';
import { updatePerson } from '../../src/storage/accounts/people.ts';
import type { Database, Write } from '../../src/storage/engine/database.ts';
import { insertSchedule } from '../../src/storage/event/schedules.ts';

const DAY_MILLIS = 24 * 3600 * 1000;

const PLACES = [
  ['Luzern', 'CH', 'Europe/Zurich'],
  ['Mâcon', 'FR', 'Europe/Paris'],
  ['Köln', 'DE', 'Europe/Berlin'],
  ['Henley-on-Thames', 'GB', 'Europe/London'],
  ['Poznań', 'PL', 'Europe/Warsaw'],
  ['Wyandotte', 'US', 'America/New_York'],
  ['Sarnen', 'CH', 'Europe/Zurich'],
  ['Brandenburg an der Havel', 'DE', 'Europe/Berlin'],
  ['Tokyo', 'JP', 'Asia/Tokyo'],
  ['Karāpiro', 'NZ', 'Pacific/Auckland'],
] as const;
const KINDS = [
  'Internationale Ruderregatta',
  'Head of the River',
  'Frühjahrsregatta',
  'Championnat régional',
  'Schools’ Cup',
  'Herbst-Langstrecke',
] as const;

interface Many {
  count?: number;
  clubs?: number;
  /** The day around which the regattas are, YYYY-MM-DD; some are on it. */
  today: string;
  /** How many years before that day the first regattas are. */
  years?: number;
  /** The person who made them all; a new operator, unless given. */
  creatorId?: number;
}

/** @returns the ids of the events, of the clubs and of the person who made them all */
export async function addManyEvents(
  database: Database,
  { count = 4000, clubs = 400, today, years = 8, creatorId }: Many,
): Promise<{ eventIds: number[]; clubIds: number[]; userId: number }> {
  const now = Date.now();
  const userId =
    creatorId ??
    (await database.write(async (tx) => {
      const id = await insertUser(tx, 'Federation', 'office@federation.example', now);
      await updatePerson(tx, id, { isOperator: true });
      return id;
    }));
  const clubIds = await inParts(database, clubs, async (tx, number) => {
    const name = `RC ${at(NAMES, number)} ${at(PLACES, number)[0]} ${number}`;
    const clubId = await insertClub(tx, name, now);
    const admin = `${at(NAMES, number)} ${number}`;
    await setRole(tx, await insertUser(tx, admin, `c${number}@club.example`, now), clubId, 'admin');
    return clubId;
  });
  const eventIds = await inParts(database, count, async (tx, number) => {
    const [city, country, timezone] = at(PLACES, number);
    // The last year is the fullest, and a tenth is still to come.
    const share = 1.1 * (1 - (1 - number / count) ** 2) - 1;
    const day = number % 100 === 0 ? 0 : Math.round(share * years * 365);
    const eventId = await insertEvent(tx, {
      ...{ club_id: at(clubIds, number), creator_id: userId, created_at: now },
      name: `${number + 1}. ${at(KINDS, number)} ${city}`,
      ...{ start_date: dayAfter(today, day), end_date: dayAfter(today, day + (number % 2)) },
      ...{ timezone, city, country_code: country },
    });
    await insertSchedule(tx, {
      ...{ eventId, status: 'published', laneScheme: null },
      ...{ defaultResultMode: 'timed', defaultResultVisibility: 'full' },
      ...{ provisionalResults: false, crewGapMinutes: 40 },
      ...firstState(now),
    });
    return eventId;
  });
  for (const eventId of eventIds) database.changes.announce(eventId);
  return { eventIds, clubIds, userId };
}

const PART = 50;

/** Adds rows in transactions of `PART` each, because a transaction must not take long. */
async function inParts(
  database: Database,
  count: number,
  add: (tx: Write, number: number) => Promise<number>,
): Promise<number[]> {
  const ids: number[] = [];
  while (ids.length < count) {
    await database.write(async (tx) => {
      const end = Math.min(ids.length + PART, count);
      while (ids.length < end) ids.push(await add(tx, ids.length));
    });
  }
  return ids;
}

const NAMES = ['Germania', 'Hansa', 'Neptun', 'Żeglarz', 'Léman', 'Thames', 'Reuss'] as const;

function at<Item>(list: readonly Item[], index: number): Item {
  return list[index % list.length] as Item;
}

function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MILLIS).toISOString().slice(0, 10);
}
