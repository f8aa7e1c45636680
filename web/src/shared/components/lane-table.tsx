/** The lanes of a race: the draw, or the results once there are any. */
// biome-ignore-all lint/a11y/noRedundantRoles: Safari forgets what a row is where `display` makes it a grid.
import { type ComponentChildren, Fragment } from 'preact';
import type { BoardLane, BoardRace } from '../../../../src/contract/board.ts';
import { labelKind } from '../../../../src/domain/draw/label-kind.ts';
import { isScored } from '../../../../src/domain/results/standings.ts';
import { ordinalText } from '../race/places.ts';
import { type LaneResult, laneResults, occupantOf } from '../race/results.ts';
import { words } from '../words/board.ts';
import { EntryText } from './withdrawn.tsx';

interface LaneTableProps {
  race: BoardRace;
  /** The races of the event by id, whose numbers say where a crew will come from. */
  races?: ReadonlyMap<number, BoardRace>;
  /** The ids of the crews that are highlighted. */
  marked: ReadonlySet<number>;
  /** The ids of the crews that are searched for. */
  hits?: ReadonlySet<number> | undefined;
  /** The name of the last column, where there is something to do with a lane. */
  actionName?: string;
  /** What the last column offers for a lane. */
  action?: (lane: BoardLane) => ComponentChildren;
}

export function LaneTable(props: LaneTableProps) {
  const { race, races = new Map(), marked, hits, actionName, action } = props;
  const t = words.value;
  const results = laneResults(race, t.decimalMark);
  if (results.length === 0) return <p class="quiet">{t.noCrews}</p>;
  const scored = isScored(race.lanes);
  const timed = results.some(({ time }) => time !== undefined);
  return (
    <table class={scored ? 'lanes scored' : 'lanes'} role="table">
      <caption class="vh">{t.race(race.number)}</caption>
      <thead role="rowgroup">
        <tr role="row">
          {scored && (
            <th scope="col" role="columnheader" class="place">
              {t.place}
            </th>
          )}
          <th scope="col" role="columnheader" class="lane">
            {t[labelKind(race.lanes)]}
          </th>
          <th scope="col" role="columnheader">
            {t.crew}
          </th>
          {scored && (
            <th scope="col" role="columnheader" class="result">
              {timed ? t.time : <span class="vh">{t.time}</span>}
            </th>
          )}
          {action && (
            <th scope="col" role="columnheader" class="act">
              <span class="vh">{actionName}</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {results.map((result) => {
          const { lane } = result;
          const isIn = (ids: ReadonlySet<number> | undefined) =>
            lane.crewId !== null && ids?.has(lane.crewId);
          return (
            <tr
              key={lane.position}
              role="row"
              class={isIn(marked) ? 'marked' : isIn(hits) ? 'hit' : undefined}
            >
              {scored && (
                <td role="cell" class="place">
                  {result.place}
                </td>
              )}
              <td role="cell" class="lane">
                <span>{lane.positionLabel}</span>
              </td>
              <th scope="row" role="rowheader">
                <EntryText lane={lane}>
                  <Breakable text={occupantOf(lane, races, t)} />
                </EntryText>
              </th>
              {scored && (
                <td role="cell" class="result">
                  <Outcome result={result} />
                </td>
              )}
              {action && (
                <td role="cell" class="act">
                  {action(lane)}
                </td>
              )}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** A name that may break behind the marks with which clubs are joined: `Mainz/Offenbach`, `Frankfurt-Höchst`. */
function Breakable({ text }: { text: string }) {
  return text.split(/(?<=[/&+_.,–-])(?=\p{L})/u).map((part, index) => (
    <Fragment key={`${index} ${part}`}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
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
      {result.isLeading && <span class="leading"> {ordinalText(result, t)}</span>}
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

/** DNS, DNF or DSQ; in full for screen readers, as a tooltip, and on a phone, which has none. */
export function Status({ status }: { status: BoardLane['status'] }) {
  if (status === 'assigned' || status === 'finished') return null;
  const full = words.value.statuses[status];
  return (
    <span class="status" title={full}>
      <span aria-hidden="true">{status.toUpperCase()}</span> <span class="vh full">{full}</span>
    </span>
  );
}
