/** The races of what a device follows, and which of them is next: decisions of "My races". */
import type { Board, BoardRace } from '../../../../src/contract/board.ts';
import { isAwaited, isEntered } from '../../../../src/domain/results/standings.ts';
import type { JudgedRace } from './race-phase.ts';
import { byEstimate } from './running-order.ts';

interface Followed {
  crews: readonly number[];
  races: readonly number[];
  clubs: readonly string[];
}

/** The crews that are followed, by themselves or with their club. */
export function followedCrews(
  { crews }: Pick<Board, 'crews'>,
  followed: Pick<Followed, 'crews' | 'clubs'>,
): Set<number> {
  const clubs = new Set(followed.clubs);
  const ids = new Set(followed.crews);
  return new Set(
    crews
      .filter(({ id, club }) => ids.has(id) || (club !== null && clubs.has(club)))
      .map(({ id }) => id),
  );
}

/** An id that no crew has. */
const NO_ID = 0;

/**
 * The races of the followed crews, and the followed races, in the order of their estimated starts. A race from which a crew has
 * withdrawn no longer counts as a race of that crew.
 */
export function myRaces(
  { races }: Pick<Board, 'races'>,
  myCrews: ReadonlySet<number>,
  followedRaces: readonly number[],
): BoardRace[] {
  const ids = new Set(followedRaces);
  const isMine = ({ id, lanes }: BoardRace) =>
    ids.has(id) || lanes.some((lane) => isEntered(lane) && myCrews.has(lane.crewId ?? NO_ID));
  return byEstimate(races.filter(isMine));
}

/**
 * The next race: the first one that is to come, or due and so perhaps on the course; a head race on the course only as long as
 * one of the followed crews is still to come in.
 *
 * @param races in the order of their estimated starts
 * @param crews that are followed
 * @param now epoch milliseconds
 */
export function nextOf(
  races: readonly BoardRace[],
  crews: ReadonlySet<number>,
  judged: ReadonlyMap<number, JudgedRace>,
  now: number,
): BoardRace | undefined {
  return races.find(({ id, kind, lanes }) => {
    const { phase = 'passed', isOnCourse = false, expectedAt = now } = judged.get(id) ?? {};
    if (kind === 'head' && isOnCourse)
      return lanes.some((lane) => isAwaited(lane) && crews.has(lane.crewId ?? NO_ID));
    return phase === 'due' || phase === 'coming' || (phase === 'item' && expectedAt > now);
  });
}

/** The race, with the planned start of the next followed crew as its estimated start in a head race; else unchanged. */
export function atOwnStart(race: BoardRace, crews: ReadonlySet<number>): BoardRace {
  const own = race.lanes.find((lane) => isAwaited(lane) && crews.has(lane.crewId ?? NO_ID));
  const startsAt = race.kind === 'head' ? own?.startsAt : undefined;
  return startsAt ? { ...race, estimatedAt: startsAt } : race;
}
