/** The lanes of a race: the draw, or the results once there are any. */
import type { ComponentChildren } from 'preact';
import type { BoardLane, BoardRace } from '../../../../src/contract/board.ts';
import { isScored } from '../../../../src/domain/standings.ts';
import { words } from '../language.ts';
import { type LaneResult, laneResults } from '../results.ts';

interface LaneTableProps {
  race: BoardRace;
  /** The ids of the crews that are highlighted. */
  marked: ReadonlySet<number>;
  /** The name of the last column, where there is something to do with a lane. */
  actionName?: string;
  /** What the last column offers for a lane. */
  action?: (lane: BoardLane) => ComponentChildren;
}

export function LaneTable({ race, marked, actionName, action }: LaneTableProps) {
  const t = words.value;
  const results = laneResults(race, t.decimalMark);
  if (results.length === 0) return <p class="quiet">{t.noCrews}</p>;
  const scored = isScored(race.lanes);
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
          {action && (
            <th scope="col" class="act">
              <span class="vh">{actionName}</span>
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
              {action && <td class="act">{action(lane)}</td>}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** Status, time, penalty and gap of a lane, as far as there are any. */
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

/** DNS, DNF or DSQ; in full for screen readers and as a tooltip. */
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
