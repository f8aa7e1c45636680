/** How a race is shown by the contract of racing: to timing software, in `/v1`, and to the public. */
import { printInstant } from './model-state.ts';
import { kindOf, type RacingLane, type RacingRace } from './racing-model.ts';

const printed = (at: number | null) => (at === null ? null : printInstant(at));

/** The answer to `GET /timing/v1/…/races/{externalId}`. */
export function timingView(race: RacingRace, externalId: string) {
  return {
    externalId,
    ...racingFacts(race),
    ...{ kind: race.kind, effectiveKind: kindOf(race), clockOffsetMillis: race.clockOffsetMillis },
    ...fieldOf(race.lanes),
    entries: race.lanes.map((lane) => {
      const { position, crew, outOfCompetition, withdrawn, category, allowanceMillis } = lane;
      return {
        ...{ position, positionLabel: lane.positionLabel ?? String(position) },
        ...{ teamExternalId: crew, category, outOfCompetition, withdrawn, allowanceMillis },
        ...timesOfDay(race, lane),
        plannedStartAt:
          lane.plannedMillis === null ? null : printInstant(race.scheduledAt + lane.plannedMillis),
        ...resultOf(race, lane),
        ...ratingOf(race, lane),
      };
    }),
  };
}

function racingFacts({ startIntervalSeconds, startedAt, closed }: RacingRace) {
  return { startIntervalSeconds, startedAt: printed(startedAt), closed };
}

function timesOfDay(race: RacingRace, lane: RacingLane) {
  const { startedAt, finishedAt } = lane;
  return {
    startsAt: printed(startsAt(race, lane)),
    ...{ startedAt: printed(startedAt), finishedAt: printed(finishedAt) },
  };
}

/** What `/v1` shows of a lane, its crew aside. */
export function resultOf(race: RacingRace, lane: RacingLane) {
  const isTimed = race.resultMode === 'timed';
  return {
    status: lane.status,
    finishTimeMillis: isTimed ? lane.finishTimeMillis : null,
    finishPlace: placeAmong(race, lane, race.lanes),
    penaltyMillis: lane.penaltyMillis,
  };
}

function ratingOf(race: RacingRace, lane: RacingLane) {
  const { category, allowanceMillis } = lane;
  const others = race.lanes.filter((each) => each.category === category);
  const hasTime = race.resultMode === 'timed' && lane.status === 'finished';
  return {
    categoryPlace: category === null ? null : placeAmong(race, lane, others),
    adjustedTimeMillis: hasTime && allowanceMillis !== null ? totalMillis(lane) : null,
  };
}

/** The planned start of an entry: an empty lane has none, and takes no slot. */
export function startsAt(
  race: RacingRace,
  { position, crew, plannedMillis }: RacingLane,
): number | null {
  if (crew === null) return null;
  const base = race.startedAt ?? estimateOf(race);
  if (plannedMillis !== null) return base + plannedMillis;
  if (kindOf(race) === 'lanes') return base;
  const k = race.lanes.filter((each) => each.crew !== null && each.position < position).length;
  return base + k * (race.startIntervalSeconds ?? 0) * 1000;
}

function estimateOf({ scheduledAt, delayMinutes, state }: RacingRace): number {
  return state === 'planned' ? scheduledAt + delayMinutes * 60_000 : scheduledAt;
}

/** The time by which a lane is ranked, in milliseconds. */
function totalMillis(lane: RacingLane): number | null {
  const { finishTimeMillis, penaltyMillis, allowanceMillis } = lane;
  if (finishTimeMillis === null) return null;
  return finishTimeMillis + (penaltyMillis ?? 0) - (allowanceMillis ?? 0);
}

/** In a timed race 1 + the number of faster lanes; else the given place, or in a category 1 + the number of smaller ones. */
function placeAmong(race: RacingRace, lane: RacingLane, others: RacingLane[]): number | null {
  const isTimed = race.resultMode === 'timed';
  const worth = (each: RacingLane) => {
    if (each.outOfCompetition) return null;
    if (!isTimed) return each.finishPlace;
    return each.status === 'finished' ? totalMillis(each) : null;
  };
  const own = worth(lane);
  if (own === null || (!isTimed && others === race.lanes)) return own;
  return 1 + others.map(worth).filter((other) => other !== null && other < own).length;
}

/** How many entries have not withdrawn, and how many of these have a status other than `assigned`. */
function fieldOf(lanes: RacingLane[]) {
  const rowing = lanes.filter(({ crew, withdrawn }) => crew !== null && !withdrawn);
  return {
    entered: rowing.length,
    scored: rowing.filter(({ status }) => status !== 'assigned').length,
  };
}

/** What the board document says of the race, as far as the contract of racing says it. */
export function boardView(race: RacingRace) {
  const { resultVisibility } = race;
  const isHidden = resultVisibility === 'hidden';
  const { entered, scored } = fieldOf(race.lanes);
  return {
    ...racingFacts(race),
    ...{ kind: kindOf(race), state: race.state, reason: race.reason, results: resultVisibility },
    estimatedAt: printInstant(publicEstimate(race)),
    ...{ entered, scored: isHidden ? 0 : scored },
    categories: categoriesOf(race.lanes).map((name) => {
      const field = fieldOf(race.lanes.filter(({ category }) => category === name));
      return { name, ...field, ...(isHidden && { scored: 0 }) };
    }),
    lanes: race.lanes.map((lane) => boardLane(race, lane)),
  };
}

/** The categories in the order of their first entries. */
function categoriesOf(lanes: RacingLane[]): string[] {
  return [
    ...new Set(lanes.flatMap(({ category, withdrawn }) => (withdrawn ? [] : (category ?? [])))),
  ];
}

/** The start of a race as the public sees it: expected, or as it was. */
export function publicEstimate(race: RacingRace): number {
  if (race.startedAt !== null) return race.startedAt;
  if (race.state !== 'planned') return race.scheduledAt;
  const isSeen = race.resultVisibility !== 'hidden';
  const hasRaced = isSeen && race.lanes.some(isIn);
  return hasRaced ? race.scheduledAt : estimateOf(race);
}

function boardLane(race: RacingRace, lane: RacingLane) {
  const { position, category, outOfCompetition, withdrawn, allowanceMillis } = lane;
  const { startsAt: planned, ...times } = timesOfDay(race, lane);
  const shown = {
    ...{ ...resultOf(race, lane), ...ratingOf(race, lane), ...times, allowanceMillis },
    ...{ position, positionLabel: lane.positionLabel ?? String(position) },
    ...{ category, outOfCompetition, withdrawn, startsAt: planned },
  };
  if (race.resultVisibility === 'full') return shown;
  const masked = {
    ...{ ...shown, finishTimeMillis: null, penaltyMillis: null, allowanceMillis: null },
    ...{ adjustedTimeMillis: null, startedAt: null, finishedAt: null },
  };
  if (race.resultVisibility === 'placesOnly') return masked;
  return { ...masked, status: 'assigned', finishPlace: null, categoryPlace: null };
}

export function isIn({ status }: Pick<RacingLane, 'status'>): boolean {
  return ['finished', 'dnf', 'dsq'].includes(status);
}

/** Whether a boat came in, which moves `lastInAt`. */
export function cameIn(before: RacingRace, race: RacingRace): boolean {
  return race.lanes.filter(isIn).some(({ position }) => {
    const was = before.lanes.find((each) => each.position === position);
    return !was || !isIn(was);
  });
}
