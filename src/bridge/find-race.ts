/**
 * Finds the race of a file, never by the name or title of the file (formats.md §6.2, requirement 7); and when the race was
 * started. The file has a time of day of the timing computer; its date is the one nearest to the expected start (racing.md,
 * "Started, on the course, over"). Pure.
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
import { type Lif, startMillisOf } from '../exchange/finishlynx/files.ts';
import { type Identity, isDefaultNumber, lynxRaceId } from '../exchange/finishlynx/numbers.ts';
import { raceKeyOf, raceNamed, type ScheduleRace } from './schedule.ts';

/** The sources that say to which race a file belongs. */
interface Mappings {
  /** From the start lists that the bridge wrote: the number of an event to the key of its race. */
  written: ReadonlyMap<string, string>;
  /** From the file of `--map`: an identity to an `externalId` or a race number; `null` until it has been read. */
  edited: ReadonlyMap<string, string> | null;
  /** From the posts of the bridge: an identity to the key of its race, and the hash of its file. */
  posted: ReadonlyMap<string, { race: string; hash: string | null }>;
}

export function identityKey({ event, round, heat }: Identity): string {
  const plain = (number: string) => (isDefaultNumber(number) ? '1' : number);
  return JSON.stringify([event.replace(/^0+(?=\d+$)/, ''), plain(round), plain(heat)]);
}

/**
 * Finds the race of a file: by the start lists, the map, the id of an imported race, what was posted before, then its number.
 *
 * @param hash of the file's content
 * @returns the race, or why there is none
 */
export function findRace(
  { hash, ...identity }: Identity & { hash: string },
  races: readonly ScheduleRace[],
  { written, edited, posted }: Mappings,
): ScheduleRace | string {
  const { event, round, heat } = identity;
  const isAlone = isDefaultNumber(round) && isDefaultNumber(heat);
  const number = /^\d{1,9}$/.test(event) ? Number(event) : 0;
  const raceOf = (key: string) => races.find((one) => raceKeyOf(one) === key);
  const key = isAlone ? written.get(String(number)) : undefined;
  if (key !== undefined) return raceOf(key) ?? `event ${event} ${GONE}`;
  const named = edited?.get(identityKey(identity));
  if (named !== undefined) {
    return (
      raceNamed(races, named) ?? `the mapping names race "${named}", which is not in the schedule`
    );
  }
  const own = races.find(({ externalId }) => externalId === lynxRaceId(event, round, heat));
  if (own) return own;
  const race =
    isAlone && number > 0 ? races.find(({ raceNumber }) => raceNumber === number) : undefined;
  const before = posted.get(identityKey(identity));
  if (before && before.race !== (race && raceKeyOf(race))) {
    // Its race has another number now. A file with other content may belong to the race that now has the old number.
    const same = raceOf(before.race);
    if (!race || before.hash === hash) return same ?? `event ${event} ${GONE}`;
    const place = same ? `is number ${same.raceNumber} now` : 'is gone';
    return `event ${event} was posted to a race that ${place}: ${NAME_IT}`;
  }
  if (race && edited === null && !before) return `event ${event} ${WAITS_FOR_MAP}`;
  if (race) return otherEvent(identity, race, { written, posted }) ?? race;
  const what = isAlone
    ? `event ${event || '(none)'}`
    : `event ${event}, round ${round}, heat ${heat}`;
  return `unknown race: nothing says which race ${what} is; name it in a file for --map`;
}

const GONE = 'stood for a race that is no longer in the schedule';
const WAITS_FOR_MAP = 'waits for the file of --map, which has not been read';
const NAME_IT = 'name its race in a file for --map';

/** Why a race is not that of the event with its number: it has another event in the start lists, or was posted from another. */
function otherEvent(
  identity: Identity,
  race: ScheduleRace,
  { written, posted }: Pick<Mappings, 'written' | 'posted'>,
): string | undefined {
  const key = raceKeyOf(race);
  const { raceNumber } = race;
  const [listed] = [...written].find(([, one]) => one === key) ?? [];
  if (listed !== undefined)
    return `race ${raceNumber} is event ${listed} in the start lists, not event ${identity.event}`;
  if (posted.has(identityKey(identity))) return undefined;
  const [other] = [...posted].find(([, one]) => one.race === key) ?? [];
  if (other === undefined) return undefined;
  const [event] = JSON.parse(other);
  return `race ${raceNumber} was posted as event ${event}, not event ${identity.event}: ${NAME_IT}`;
}

/** By venue day; days on time are left out. */
export type Delays = ReadonlyMap<string, DayDelay>;

/** RFC 3339; or why the start is not used; `null` where the file has none. */
type FileStart = { startedAt: string } | { reason: string } | null;

/** When a race was started, from the file of its results. @param timezone of the venue, `null` for UTC */
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
