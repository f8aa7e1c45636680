/** Races as a terminal shows them. */
import type { Lane as LaneAnswer, Race as RaceAnswer } from '../../contract/race.ts';
import { venueTime } from '../../domain/day/venue-clock.ts';
import type { Withdrawal } from '../../domain/draw/lane.ts';
import { raceName } from '../../domain/races/race-name.ts';
import { formatFinishTime } from '../../domain/results/finish-time.ts';
import { type FieldLane, hasResults } from '../../domain/results/standings.ts';

/** A lane as the API returns it; lists add whether its crew has withdrawn. */
type Lane = LaneAnswer & Partial<Withdrawal>;
type Race = Omit<RaceAnswer, 'lanes'> & { lanes: Lane[] };

/** @param timezone of the event; `null` for UTC */
export function headingOf(race: Race, timezone: string | null): string {
  const time = clockTime(Date.parse(race.scheduledAt), timezone);
  const name = raceName(race);
  const drawn = race.lanes.length === 0 ? 'not drawn' : `lanes: ${race.lanes.length}`;
  return `${race.raceNumber}  ${time}${name && `  ${name}`}  (${hasResults(race.lanes.map(fieldLane)) ? 'has results' : drawn})`;
}

/** The heading, and a line for each lane. */
export function raceText(race: Race, timezone: string | null): string {
  const width = (of: (lane: Lane) => string) => Math.max(...race.lanes.map((l) => of(l).length));
  const labels = width(({ positionLabel }) => positionLabel);
  const names = width(nameOf);
  const lines = race.lanes.map((lane) =>
    `  ${lane.positionLabel.padStart(labels)}  ${nameOf(lane).padEnd(names)}  ${resultOf(lane)}`.trimEnd(),
  );
  return [`Race ${headingOf(race, timezone)}`, ...lines].join('\n');
}

/** It only matters whether there is a crew, so the position is used as its id. */
function fieldLane({ position, teamName, status, withdrawn = false }: Lane): FieldLane {
  return { crewId: teamName === null ? null : position, status, withdrawn };
}

function nameOf({ teamName }: Lane): string {
  return teamName ?? '–';
}

function resultOf(lane: Lane): string {
  const { status, finishTimeMillis, finishPlace, penaltyMillis } = lane;
  const reason = lane.withdrawnReason ? ` (${lane.withdrawnReason})` : '';
  if (status === 'assigned') return lane.withdrawn ? `withdrawn${reason}` : '';
  const time = finishTimeMillis === null ? status : formatFinishTime(finishTimeMillis);
  const penalty = penaltyMillis === null ? '' : ` +${penaltyMillis / 1000} s`;
  return `${time}${penalty}${finishPlace === null ? '' : `  place ${finishPlace}`}`;
}

/** The local time at the venue, `2026-06-13 09:10`, with seconds only where there are any. */
export function clockTime(instant: number, timezone: string | null): string {
  const [day, time = ''] = venueTime(instant, timezone).split(' ');
  return `${day} ${time.replace(/:00$/, '')}`;
}
