/** The races of one day on paper, with their lanes and results. Browsers repeat the head on every sheet. */
import '../styles/day-sheet.css';
import type { ComponentChildren } from 'preact';
import type { BoardLane, BoardRace } from '../../../../src/contract/board.ts';
import { labelKind } from '../../../../src/domain/draw/label-kind.ts';
import { raceNameParts } from '../../../../src/domain/races/race-name.ts';
import { hasResults } from '../../../../src/domain/results/standings.ts';
import { isolated } from '../../../../src/domain/text/bidi.ts';
import { dateLanguage } from '../page/language.ts';
import { officialText, type ShownRace, stateText } from '../race/race-phase.ts';
import {
  inCategory,
  listsOf,
  listTitle,
  overallNote,
  placesIn,
  type RankingList,
  standingWords,
} from '../race/ranking.ts';
import { dottedPlace, occupantOf, soFarText } from '../race/results.ts';
import type { Day } from '../race/running-order.ts';
import { dayDelayText, dayName, timeOfDay, zoneText } from '../times.ts';
import { type Words, words } from '../words/board.ts';
import { paperWords } from '../words/paper.ts';
import { EntryText, Outcome } from './lane-table.tsx';
import { RaceTime } from './race-time.tsx';

const COLUMNS = 5;

export interface DaySheetProps extends RacesProps {
  day: Day;
  /** In bold at the head: the name of the event. */
  name: string;
  /** Follows the name and the day, where a day has sheets of several kinds. */
  title?: string;
  isTrial: boolean;
  /** What else the head says before the zone, such as the revision. */
  facts: readonly string[];
  /** At the side of the head: the QR code of the board. */
  aside?: ComponentChildren;
  /** Whether the head says what DNS, DNF and DSQ mean. */
  hasLegend?: boolean;
}

interface RacesProps {
  /** The races of the event by id, whose numbers say where a crew will come from. */
  races: ReadonlyMap<number, BoardRace>;
  timezone: string | null;
}

export function DaySheet(props: DaySheetProps) {
  const t = words.value;
  const own = paperWords.value;
  const { day, races, timezone } = props;
  return (
    <table class="day-sheet">
      <caption class="vh">{dayName(day.day, dateLanguage())}</caption>
      <thead>
        <SheetHead {...props} columns={COLUMNS} />
        <tr>
          <th scope="col">{own.start}</th>
          <th scope="col">{own.raceWord}</th>
          <th scope="col">{labelHeading(day.races, t)}</th>
          <th scope="col">{t.crew}</th>
          <th scope="col" class="result">
            {t.result}
          </th>
        </tr>
      </thead>
      {day.races.map((race) => (
        <RaceRows key={race.id} race={race} races={races} timezone={timezone} />
      ))}
    </table>
  );
}

/** The heading of the column of labels: races of a day may have lanes or bow numbers, or some of both. */
function labelHeading(races: readonly BoardRace[], words: Words): string {
  const kinds = new Set(races.map(labelKind));
  return (['lane', 'bow'] as const)
    .filter((kind) => kinds.has(kind))
    .map((kind) => words[kind])
    .join(' / ');
}

/** What every sheet says at its head, in a row over all columns. */
export function SheetHead({ columns, ...props }: DaySheetProps & { columns: number }) {
  const t = words.value;
  const { day, name, title, isTrial, facts, aside, hasLegend = false, timezone } = props;
  const heads = [dayName(day.day, dateLanguage(), 'long', true), ...(title ? [title] : [])];
  const delay = day.delayMinutes === 0 ? [] : [dayDelayText(day, timezone, t)];
  const legend = Object.entries(t.statuses).map(
    ([code, words]) => `${code.toUpperCase()} ${words}`,
  );
  return (
    <tr>
      <td colSpan={columns} class="sheet">
        {aside}
        <b>{isolated(name)}</b>
        {isTrial && ` (${t.trial})`} · {heads.join(' · ')}
        <br />
        {[...facts, zoneText(timezone, t), ...delay].join(' · ')}
        {hasLegend && <span class="legend">{legend.join(' · ')}</span>}
      </td>
    </tr>
  );
}

interface ListRowsProps extends RacesProps {
  race: ShownRace;
  list: RankingList;
  scored: boolean;
}

/** The entries of one list of a race: all, or those of a category, under its name and with their places among all. */
function ListRows({ race, races, timezone, list, scored }: ListRowsProps) {
  const t = words.value;
  const isCategory = list.name !== null;
  const places = placesIn(list);
  const own = standingWords();
  return (
    <>
      {isCategory && (
        <tr class="list-row">
          <td colSpan={2} />
          <th scope="rowgroup" colSpan={COLUMNS - 2}>
            {listTitle(list, race, t)}
          </th>
        </tr>
      )}
      {list.results.map((result, index) => (
        <tr key={result.lane.position}>
          <td>{race.kind === 'head' && !scored && startOfLane(result.lane, timezone)}</td>
          <td class="place">{scored && dottedPlace({ ...result, place: places[index] ?? '' })}</td>
          <td>{result.lane.positionLabel}</td>
          <td>
            <EntryText lane={result.lane}>{occupantOf(result.lane, races, t)}</EntryText>
            {isCategory && <span class="notes"> {overallNote(result, race, own)}</span>}
          </td>
          <td class="result">
            <Outcome result={isCategory ? inCategory(result) : result} />
          </td>
        </tr>
      ))}
    </>
  );
}

/** When an entry of a head race is planned to start. */
function startOfLane({ startsAt }: BoardLane, timezone: string | null): string {
  return startsAt === null ? '' : timeOfDay(Date.parse(startsAt), timezone);
}

function RaceRows({ race, races, timezone }: RacesProps & { race: ShownRace }) {
  const t = words.value;
  const lists = listsOf(race, t.decimalMark);
  const scored = hasResults(race.lanes);
  const name = raceNameParts(race).map(isolated).join(' · ');
  const official = officialText(race, t);
  const soFar = soFarText(race, t);
  return (
    <tbody>
      <tr class="race-row">
        <td>
          <RaceTime race={race} timezone={timezone} />
        </td>
        <td>{race.state === 'cancelled' ? <s>{race.number}</s> : race.number}</td>
        <th scope="rowgroup" colSpan={COLUMNS - 2}>
          {race.state === 'cancelled' ? <s>{name}</s> : name}
          {race.state !== 'planned' && <b class="state"> {stateText(race, t)}</b>}
          {soFar !== '' && <b class="notes"> {soFar}</b>}
          {official !== '' && <span class="notes"> ({official})</span>}
          {race.notes && <span class="notes"> {isolated(race.notes)}</span>}
          {race.results === 'hidden' && <span class="notes"> {t.hiddenResults}</span>}
        </th>
      </tr>
      {lists.map((list) => (
        <ListRows key={list.name ?? ''} {...{ race, races, timezone, list, scored }} />
      ))}
    </tbody>
  );
}
