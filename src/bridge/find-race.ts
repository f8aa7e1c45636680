/**
 * Which race a file is about: never by its name or title (formats.md §6.2, requirement 7). And when it was started: a time of
 * day of the timing computer, which is on the date that is nearest to when the race is expected (racing.md, "Started, on the
 * course, over"). Pure.
 */
import { formatInstant } from '../contract/instant.ts';
import { type DayDelay, delayOfRace, estimatedStart } from '../domain/day/delay.ts';
import {
  isNearEnough,
  momentsAround,
  nearestTo,
  VenueClock,
  venueTime,
} from '../domain/day/venue-clock.ts';
import { fieldsOf, type Lif, linesOf, startMillisOf } from '../exchange/finishlynx/files.ts';
import { isOnlyOne, lynxRaceId } from '../exchange/finishlynx/race-identity.ts';
import { raceKeyOf, type ScheduleRace } from './schedule.ts';

/** As the header of a file has them. */
export interface Identity {
  event: string;
  round: string;
  heat: string;
}

/** What says which race is meant. */
interface Mappings {
  /** Of the start lists that the bridge wrote: the number of an event to the key of its race. */
  written: ReadonlyMap<string, string>;
  /** Of the file that the user edits: an identity to an `externalId` or a race number. */
  edited: ReadonlyMap<string, string>;
}

export function identityKey({ event, round, heat }: Identity): string {
  const plain = (number: string) => (isOnlyOne(number) ? '1' : number);
  return JSON.stringify([event, plain(round), plain(heat)]);
}

/** @returns the race, or why there is none */
export function findRace(
  identity: Identity,
  races: readonly ScheduleRace[],
  { written, edited }: Mappings,
): ScheduleRace | string {
  const { event, round, heat } = identity;
  const isAlone = isOnlyOne(round) && isOnlyOne(heat);
  const number = /^\d{1,9}$/.test(event) ? Number(event) : 0;
  const key = isAlone ? written.get(String(number)) : undefined;
  if (key !== undefined) {
    const race = races.find((one) => raceKeyOf(one) === key);
    return race ?? `event ${event} stood for a race that is no longer in the schedule`;
  }
  const named = edited.get(identityKey(identity));
  if (named !== undefined) {
    const race =
      races.find(({ externalId }) => externalId === named) ??
      races.find(({ raceNumber }) => String(raceNumber) === named);
    return race ?? `the mapping names race "${named}", which is not in the schedule`;
  }
  const own = races.find(({ externalId }) => externalId === lynxRaceId(event, round, heat));
  if (own) return own;
  const race = isAlone && number > 0 && races.find(({ raceNumber }) => raceNumber === number);
  const [listed] = race ? [...written].filter(([, one]) => one === raceKeyOf(race)) : [];
  if (listed) return `race ${number} is event ${listed[0]} in the start lists, not event ${event}`;
  if (race) return race;
  const what = isAlone
    ? `event ${event || '(none)'}`
    : `event ${event}, round ${round}, heat ${heat}`;
  return `unknown race: nothing says which race ${what} is; name it in a file for --map`;
}

/**
 * Reads the file of `--map`: `event,round,heat,race` on each line; a heading and comments after `;` or `#` are read over.
 *
 * @returns the race of each identity; lines that have no four fields are left out
 */
export function readMapping(text: string): Map<string, string> {
  const entries = linesOf(text).flatMap(({ line }): [string, string][] => {
    const [event = '', round = '', heat = '', race = ''] = fieldsOf(line);
    const isHeading = /^event$/i.test(event) && /^race$/i.test(race);
    if (/^[;#]/.test(event) || isHeading || race === '') return [];
    return [[identityKey({ event, round, heat }), race]];
  });
  return new Map(entries);
}

/** By venue day; days on time are left out. */
export type Delays = ReadonlyMap<string, DayDelay>;

/** RFC 3339; or why the start is not used; `null` where the file has none. */
type FileStart = { startedAt: string } | { reason: string } | null;

/** @param timezone of the venue, `null` for UTC */
export function startOf(
  lif: Pick<Lif, 'start'>,
  { scheduledAt }: Pick<ScheduleRace, 'scheduledAt'>,
  { timezone, delays }: { timezone: string | null; delays: Delays },
): FileStart {
  const millis = startMillisOf(lif);
  if (millis === null) return null;
  const planned = Date.parse(scheduledAt);
  const expected = estimatedStart(planned, delayOfRace(planned, delays, timezone));
  const startedAt = nearestTo(expected, momentsAround(new VenueClock(timezone), millis, expected));
  if (startedAt !== undefined && isNearEnough(startedAt, expected))
    return { startedAt: formatInstant(startedAt) };
  const local = venueTime(expected, timezone).slice(0, 'YYYY-MM-DD HH:MM'.length);
  const reason = `its start ${lif.start} is more than 6 hours from ${local}, when the race is expected, and is not used`;
  return { reason };
}
