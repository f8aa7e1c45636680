/** The lanes of a race: the draw, or once there are any the results. */
import type { BoardLane, BoardRace } from '../../../src/contract/board.ts';
import { words } from '../language.ts';
import { type LaneResult, laneResults } from '../results.ts';
import { isScored } from '../running-order.ts';
import { FollowCrew } from './buttons.tsx';

export function LaneTable({
  race,
  marked,
  follow = true,
}: {
  race: BoardRace;
  marked: ReadonlySet<number>;
  follow?: boolean;
}) {
  const t = words.value;
  const results = laneResults(race, t.decimalMark);
  if (results.length === 0) return <p class="quiet">{t.noCrews}</p>;
  const scored = isScored(race);
  const timed = results.some(({ time }) => time !== undefined);
  return (
    <table class="lanes">
      <caption class="vh">{t.race(race.raceNumber)}</caption>
      <thead>
        <tr>
          {scored && (
            <th scope="col" class="place">
              {t.place}
            </th>
          )}
          <th scope="col" class="lane">
            {t.lane}
          </th>
          <th scope="col">{t.crew}</th>
          {scored && (
            <th scope="col" class="result">
              {timed ? t.time : <span class="vh">{t.time}</span>}
            </th>
          )}
          {follow && (
            <th scope="col" class="act">
              <span class="vh">{t.follow}</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {results.map((result) => {
          const { lane } = result;
          const isMarked = lane.crewId !== null && marked.has(lane.crewId);
          return (
            <tr key={lane.position} class={isMarked ? 'marked' : undefined}>
              {scored && <td class="place">{lane.finishPlace ?? ''}</td>}
              <td class="lane">
                <span>{lane.positionLabel}</span>
              </td>
              <th scope="row">{lane.crewName}</th>
              {scored && (
                <td class="result">
                  <Outcome result={result} />
                </td>
              )}
              {follow && (
                <td class="act">
                  {lane.crewId !== null && (
                    <FollowCrew id={lane.crewId} name={lane.crewName ?? ''} />
                  )}
                </td>
              )}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** The time that counts, what it includes and the gap; or why there is none. */
export function Outcome({ result }: { result: LaneResult }) {
  const t = words.value;
  const { lane, time, gap, penalty } = result;
  return (
    <>
      <Status status={lane.status} />
      {time && <span class="time">{time}</span>}
      {penalty && (
        <span class="penalty"> {time ? t.including(penalty) : t.penaltyOf(penalty)}</span>
      )}
      {gap && (
        <span class="gap">
          {' '}
          <span class="vh">{t.gap} </span>
          {gap}
        </span>
      )}
    </>
  );
}

/** DNS, DNF, DSQ for the eye, in full for the ear and on pointing. */
export function Status({ status }: { status: BoardLane['status'] }) {
  if (status === 'assigned' || status === 'finished') return null;
  const full = words.value.statuses[status];
  return (
    <span class="status" title={full}>
      <span aria-hidden="true">{status.toUpperCase()}</span>
      <span class="vh">{full}</span>
    </span>
  );
}
