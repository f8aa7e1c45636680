/** The news about single crews, of head races and of draws, and that a head race is over (racing, "Who hears what"). */
import type { BoardLane } from '../../contract/board.ts';
import type { Schedule } from '../../domain/event/schedule.ts';
import {
  crewState,
  drawnState,
  isSameOwnResult,
  raceState,
  THE_RACE,
} from '../../domain/following/head-news.ts';
import { nearUntil } from '../../domain/following/news.ts';
import { coursePhase } from '../../domain/races/race-phase.ts';
import { hasRaced, isEntered, isScored } from '../../domain/results/standings.ts';
import type { Queries } from '../../storage/engine/database.ts';
import { composeCrewIn, composeDrawn, composeEnd, namedCrews } from '../messages/entry-message.ts';
import { audienceOf } from './audience.ts';
import {
  composeOnce,
  type LookUp,
  NOT_YET,
  newsWithResults,
  type RaceNow,
  raceNow,
} from './current-news.ts';

/** A race and a crew that is entered in it. @param subject their ids: `12/345` */
async function entryNow(
  db: Queries,
  schedule: Schedule,
  subject: string,
): Promise<(RaceNow & { lane: BoardLane; crewId: number }) | undefined> {
  const [raceId = 0, crewId = 0] = subject.split('/').map(Number);
  const race = await raceNow(db, schedule, raceId);
  const lane = race?.view.lanes.find((each) => each.crewId === crewId && isEntered(each));
  return race && lane && { ...race, lane, crewId };
}

function audienceOfCrew(db: Queries, eventId: number, crewId: number) {
  return audienceOf(db, eventId, { raceIds: [], crewIds: [crewId], isOfEvent: false });
}

/**
 * That a crew of a head race is in, for followers of the crew or its club. Once the race is over, `raceOver` takes the place of
 * this.
 */
export const crewIn: LookUp = async (db, schedule, subject, { boardUrl, now }) => {
  const { eventId } = schedule;
  const entry = await entryNow(db, schedule, subject);
  if (!entry || entry.view.results === 'hidden') return undefined;
  const { view, delay, lane, crewId } = entry;
  if (!isScored([lane]) || coursePhase(view, now) === 'over') return undefined;
  return {
    audience: await audienceOfCrew(db, eventId, crewId),
    expiresAt: nearUntil(Date.parse(view.scheduledAt), delay),
    urgency: 'normal',
    state: crewState(view, crewId).split('|', 1)[0] ?? '',
    memory: {
      ...{ eventId, about: 'result', raceId: view.id, isOfRace: false },
      stateOf: (id) => crewState(view, id),
      isSame: isSameOwnResult,
    },
    compose: composeOnce((language) => composeCrewIn(view, lane, schedule, { language, boardUrl })),
  };
};

/**
 * That a head race is over, for followers of the race, a crew in it, its club, or the event; `NOT_YET` before. A follower of
 * crews is notified only of those whose place or time differs from what the follower was told before.
 */
export const raceOver: LookUp = async (db, schedule, subject, { boardUrl, now }) => {
  const race = await raceNow(db, schedule, Number(subject));
  if (!race || race.view.results === 'hidden') return undefined;
  if (nearUntil(Date.parse(race.view.scheduledAt), race.delay) <= now) return undefined;
  if (!isScored(race.view.lanes) || coursePhase(race.view, now) !== 'over') return NOT_YET;
  return newsWithResults(db, schedule, { race, now }, (view, later) => ({
    state: raceState(view.lanes, view.lanes),
    memory: {
      ...{ eventId: schedule.eventId, about: 'result', raceId: view.id, isOfRace: true },
      stateOf: (crewId) =>
        crewId === THE_RACE
          ? namedCrews(view)
              .map((lane) => `${lane.position} ${crewState(view, lane.crewId ?? THE_RACE)}`)
              .join()
          : crewState(view, crewId),
      isSame: (told, state) => told === state,
    },
    compose: (language, crewIds) =>
      composeEnd(view, schedule, { language, crewIds, boardUrl, later }),
  }));
};

/** That a crew was drawn into a lane which a rule fills, for followers of the crew or its club; until the start. */
export const crewDrawn: LookUp = async (db, schedule, subject, { boardUrl, now }) => {
  const { eventId } = schedule;
  const entry = await entryNow(db, schedule, subject);
  if (!entry) return undefined;
  const { view, lane, crewId, sources } = entry;
  const isToCome = view.state === 'planned' && view.startedAt === null && !view.closed;
  if (!isToCome || hasRaced(view.lanes)) return undefined;
  const state = drawnState(lane);
  return {
    audience: await audienceOfCrew(db, eventId, crewId),
    expiresAt: Date.parse(lane.startsAt ?? view.estimatedAt),
    urgency: 'high',
    state,
    afterResultsOf: sources.get(crewId) ?? [],
    memory: {
      ...{ eventId, about: 'draw', raceId: view.id, isOfRace: false },
      stateOf: () => state,
      isSame: (told) => told === state,
    },
    compose: composeOnce((language) =>
      composeDrawn(view, lane, schedule, { language, boardUrl, now }),
    ),
  };
};
