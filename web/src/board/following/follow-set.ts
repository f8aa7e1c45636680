/** What a device follows of one regatta, as a value: how it is read, limited and changed. */
import {
  MAX_CLUB_ID_LENGTH,
  MAX_FOLLOWED,
  MAX_FOLLOWED_CLUBS,
  MAX_REMIND_MINUTES,
  MIN_REMIND_MINUTES,
} from '../../../../src/contract/limits.ts';

export interface FollowSet {
  wholeEvent: boolean;
  crews: number[];
  races: number[];
  /** The `clubId` of crews. */
  clubs: string[];
  /** How long before a race a reminder comes; `null`: none. */
  remindMinutes: number | null;
}

export const NOTHING: FollowSet = {
  wholeEvent: false,
  crews: [],
  races: [],
  clubs: [],
  remindMinutes: null,
};

const MAX: Record<'crews' | 'races' | 'clubs', number> = {
  crews: MAX_FOLLOWED,
  races: MAX_FOLLOWED,
  clubs: MAX_FOLLOWED_CLUBS,
};

/** Reads a stored value, perhaps of an older version or edited by hand; what is invalid or exceeds the limits is left out. */
export function readFollowSet(stored: unknown): FollowSet {
  const { wholeEvent, crews, races, clubs, remindMinutes } = Object(stored) as Record<
    keyof FollowSet,
    unknown
  >;
  return {
    wholeEvent: wholeEvent === true,
    crews: listOf(crews, isId).slice(0, MAX.crews),
    races: listOf(races, isId).slice(0, MAX.races),
    clubs: listOf(clubs, isClubId).slice(0, MAX.clubs),
    remindMinutes: isReminder(remindMinutes) ? remindMinutes : null,
  };
}

/** Whether anything is followed; a reminder alone does not count. */
export function followsAnything({ wholeEvent, crews, races, clubs }: FollowSet): boolean {
  return wholeEvent || crews.length > 0 || races.length > 0 || clubs.length > 0;
}

/** What is followed afterwards, or `undefined` where that is more than the service accepts. */
export function withFollowed<Kind extends 'crews' | 'races' | 'clubs'>(
  before: FollowSet,
  kind: Kind,
  ids: readonly FollowSet[Kind][number][],
  isFollowed: boolean,
): FollowSet | undefined {
  const own = before[kind] as (number | string)[];
  const changed = new Set<number | string>(ids);
  const others = own.filter((id) => !changed.has(id));
  const after = isFollowed ? [...own, ...[...changed].filter((id) => !own.includes(id))] : others;
  return after.length > MAX[kind] ? undefined : { ...before, [kind]: after };
}

function listOf<Item>(value: unknown, fits: (item: unknown) => item is Item): Item[] {
  return Array.isArray(value) ? [...new Set(value.filter(fits))] : [];
}

function isId(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) > 0;
}

function isClubId(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= MAX_CLUB_ID_LENGTH;
}

function isReminder(value: unknown): value is number {
  return (
    Number.isInteger(value) &&
    (value as number) >= MIN_REMIND_MINUTES &&
    (value as number) <= MAX_REMIND_MINUTES
  );
}
