/** What a draw does to a race between start and finish, by the contract of racing. */
import { derive, emptyLane, type RacingRace, type Verdict } from './racing-model.ts';

export interface DrawnLane {
  position: number;
  positionLabel?: string | null;
  teamExternalId: string | null;
}

/** `PUT entries`: what belongs to a crew moves with it, times stay with the lane. */
export function putEntries(race: RacingRace, drawn: DrawnLane[]): Verdict {
  const repeated = drawn.flatMap(({ position }, at) =>
    drawn.findIndex((each) => each.position === position) < at ? [`lanes[${at}].position`] : [],
  );
  if (repeated.length > 0) return { status: 422, fields: repeated };
  const crews = drawn.flatMap(({ teamExternalId }) => teamExternalId ?? []);
  const isLeftBehind = race.lanes.some(
    ({ position, crew }) =>
      crew !== null && crews.includes(crew) && !drawn.some((each) => each.position === position),
  );
  if (new Set(crews).size < crews.length || isLeftBehind) return { status: 409 };
  const before = structuredClone(race);
  race.lanes = drawn
    .map(({ position, positionLabel = null, teamExternalId: crew }) => {
      const lane = before.lanes.find((each) => each.position === position);
      const isEmptied = lane && lane.crew !== null && crew === null;
      const came = before.lanes.find((each) => crew !== null && each.crew === crew);
      const blank = emptyLane(position, positionLabel, crew);
      const stays = !lane || isEmptied ? blank : { ...lane, positionLabel, crew };
      const { category, allowanceMillis, outOfCompetition, withdrawn } = came ?? blank;
      return { ...stays, category, allowanceMillis, outOfCompetition, withdrawn };
    })
    .sort((a, b) => a.position - b.position);
  return { status: 200, written: derive(before, race) };
}
