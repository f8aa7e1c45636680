/** The lanes of a race: the draw, or the results once there are any; and who is first, in one line. */
// biome-ignore-all lint/a11y/noRedundantRoles: Safari forgets what a row is where `display` makes it a grid.
import { type ComponentChildren, Fragment } from 'preact';
import type { BoardLane, BoardRace } from '../../../../src/contract/board.ts';
import { labelKind } from '../../../../src/domain/draw/label-kind.ts';
import { isScored } from '../../../../src/domain/results/standings.ts';
import type { ShownRace } from '../race/race-phase.ts';
import {
  firstPlace,
  type LaneResult,
  laneResults,
  occupantOf,
  ordinalText,
  soFarText,
} from '../race/results.ts';
import { words } from '../words/board.ts';

/** What the rows of a table need beside its results. */
export interface RowsProps {
  /** The races of the event by id, whose numbers say where a crew will come from. */
  races?: ReadonlyMap<number, BoardRace>;
  /** The ids of the crews that are highlighted. */
  marked: ReadonlySet<number>;
  /** The ids of the crews that are searched for. */
  hits?: ReadonlySet<number> | undefined;
  /** What the last column offers for a lane. */
  action?: (lane: BoardLane) => ComponentChildren;
}

interface LaneTableProps extends RowsProps {
  race: ShownRace;
  /** The text below the crew of a lane; empty for none. */
  saidOf?: ((lane: BoardLane) => string) | undefined;
  /** The name of the last column, where there is something to do with a lane. */
  actionName?: string;
}

export function LaneTable(props: LaneTableProps) {
  const { race, saidOf, actionName, ...ofRows } = props;
  const t = words.value;
  const results = laneResults(race, t.decimalMark);
  if (results.length === 0) return <p class="quiet">{t.noCrews}</p>;
  const scored = isScored(race.lanes);
  return (
    <table class={scored ? 'lanes scored' : 'lanes'} role="table">
      <LaneHead race={race} results={results} actionName={ofRows.action && actionName} />
      <tbody role="rowgroup">
        {results.map((result) => (
          <LaneRow
            key={result.lane.position}
            {...ofRows}
            result={result}
            place={result.place}
            said={saidOf?.(result.lane)}
            scored={scored}
          />
        ))}
      </tbody>
    </table>
  );
}

interface LaneHeadProps {
  race: ShownRace;
  results: readonly LaneResult[];
  actionName: string | undefined;
}

/** The caption and the names of the columns. */
export function LaneHead({ race, results, actionName }: LaneHeadProps) {
  const t = words.value;
  const scored = isScored(race.lanes);
  const timed = results.some(({ time }) => time !== undefined);
  const isSoFar = results.some(({ finality, place }) => finality === 'soFar' && place !== '');
  return (
    <>
      <caption class="vh">{t.race(race.number)}</caption>
      <thead role="rowgroup">
        <tr role="row">
          {scored && (
            <th scope="col" role="columnheader" class="place">
              {isSoFar ? t.soFar(t.place) : t.place}
            </th>
          )}
          <th scope="col" role="columnheader" class="lane">
            {t[labelKind(race)]}
          </th>
          <th scope="col" role="columnheader">
            {t.crew}
          </th>
          {scored && (
            <th scope="col" role="columnheader" class="result">
              {timed ? t.time : <span class="vh">{t.time}</span>}
            </th>
          )}
          {actionName !== undefined && (
            <th scope="col" role="columnheader" class="act">
              <span class="vh">{actionName}</span>
            </th>
          )}
        </tr>
      </thead>
    </>
  );
}

interface LaneRowProps extends RowsProps {
  result: LaneResult;
  place: string;
  /** The text below the crew. */
  said?: string | undefined;
  scored: boolean;
}

/** For lanes whose crews come from no other race. */
export const NO_RACES: ReadonlyMap<number, BoardRace> = new Map();

export function LaneRow(props: LaneRowProps) {
  const { result, place, said, scored, races = NO_RACES, marked, hits, action } = props;
  const { lane } = result;
  const isIn = (ids: ReadonlySet<number> | undefined) =>
    lane.crewId !== null && ids?.has(lane.crewId);
  return (
    <tr role="row" class={isIn(marked) ? 'marked' : isIn(hits) ? 'hit' : undefined}>
      {scored && (
        <td role="cell" class="place">
          {place}
        </td>
      )}
      <td role="cell" class="lane">
        <span>{lane.positionLabel}</span>
      </td>
      <th scope="row" role="rowheader">
        <EntryText lane={lane}>
          <Breakable text={occupantOf(lane, races, words.value)} />
        </EntryText>
        {said && <span class="said"> {said}</span>}
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
}

/** A name that may break after the marks with which clubs are joined: `Mainz/Offenbach`, `Frankfurt-Höchst`. */
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
  const { lane, time, raw, gap, penalty } = result;
  return (
    <>
      <Status status={lane.status} />
      {result.isMissing && <span class="status">{t.withoutResult}</span>}
      <CountedTime time={time} raw={raw} />
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
      {raw && <span class="raw"> ({t.raw(raw)})</span>}
    </>
  );
}

/** The time that counts; where it is not the time taken, a word for screen readers says so in place of bold print. */
export function CountedTime({ time, raw }: Pick<LaneResult, 'time' | 'raw'>) {
  if (!time) return null;
  return (
    <span class="time">
      {raw && <span class="vh">{words.value.adjusted} </span>}
      {time}
    </span>
  );
}

/** DNS, DNF or DSQ; in full for screen readers, as a tooltip, and on a phone, which has no tooltips. */
export function Status({ status }: { status: BoardLane['status'] }) {
  if (status === 'assigned' || status === 'finished') return null;
  const full = words.value.statuses[status];
  return (
    <span class="status" title={full}>
      <span aria-hidden="true">{status.toUpperCase()}</span> <span class="vh full">{full}</span>
    </span>
  );
}

interface EntryTextProps {
  lane: Pick<BoardLane, 'withdrawn' | 'outOfCompetition'>;
  children: ComponentChildren;
}

/** A text about an entry: struck through once its crew has withdrawn; words beside it say that it is out of competition. */
export function EntryText({ lane, children }: EntryTextProps) {
  if (!lane.withdrawn)
    return (
      <>
        {children}
        {lane.outOfCompetition && (
          <span class="withdrawn-word"> {words.value.outOfCompetition}</span>
        )}
      </>
    );
  return (
    <>
      <s>{children}</s> <span class="withdrawn-word">{words.value.withdrawn}</span>
    </>
  );
}

/** Who has won a race, or how much of it is in and who is leading. Only the names may be cut. */
export function First({ race }: { race: BoardRace }) {
  const t = words.value;
  const first = firstPlace(race, t);
  const soFar = soFarText(race, t);
  const parts = [soFar, first?.rank, first?.names, first?.time, first?.raw];
  // The key makes new elements for a new text: browsers count a part that moves within its line as a layout shift.
  return (
    <span class="first" key={parts.join()}>
      {soFar && (
        <span class="so-far">
          {soFar}
          {first && <span class="dot"> ·</span>}
        </span>
      )}{' '}
      {first && (
        <span class="names">
          {first.rank} {first.names}
        </span>
      )}{' '}
      {first && <CountedTime {...first} />} {first?.raw && <span class="raw">({first.raw})</span>}
    </span>
  );
}
