/** The races of one day on few sheets: two side by side, in small print. Browsers repeat the head on every sheet. */
import { labelKind } from '../../../../src/domain/draw/label-kind.ts';
import { raceNameParts } from '../../../../src/domain/races/race-name.ts';
import { hasResults } from '../../../../src/domain/results/standings.ts';
import { type DaySheetProps, SheetHead } from '../../shared/components/day-sheet.tsx';
import { Outcome } from '../../shared/components/lane-table.tsx';
import { RaceTime } from '../../shared/components/race-time.tsx';
import { EntryText } from '../../shared/components/withdrawn.tsx';
import { isolated } from '../../shared/page/isolated.ts';
import { dottedPlace, soFarText } from '../../shared/race/places.ts';
import { officialText, type ShownRace, stateText } from '../../shared/race/race-phase.ts';
import { listsOf, placesIn, type RankingList } from '../../shared/race/ranking.ts';
import { occupantOf } from '../../shared/race/results.ts';
import {
  inCategory,
  listTitle,
  overallNote,
  standingWords,
} from '../../shared/race/standing-texts.ts';
import { words } from '../../shared/words/board.ts';

/** Side by side; a row of them is never torn apart, which every browser can do, unlike columns of text. */
const BESIDE = 2;

export function CompactSheet(props: DaySheetProps) {
  const { races } = props.day;
  const rows = Array.from({ length: Math.ceil(races.length / BESIDE) }, (_, row) =>
    races.slice(row * BESIDE, (row + 1) * BESIDE),
  );
  return (
    <table class="day-sheet compact" role="presentation">
      <thead>
        <SheetHead {...props} columns={BESIDE} />
      </thead>
      <tbody>
        {rows.map((beside) => (
          <tr key={beside[0]?.id}>
            {beside.map((race) => (
              <td key={race.id} colSpan={BESIDE - beside.length + 1}>
                <SmallRace race={race} {...props} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type SmallRaceProps = Pick<DaySheetProps, 'races' | 'timezone'> & { race: ShownRace };

function SmallRace({ race, races, timezone }: SmallRaceProps) {
  const t = words.value;
  const scored = hasResults(race.lanes);
  const lists = listsOf(race, t.decimalMark);
  const official = officialText(race, t);
  const heading = [race.number, ...raceNameParts(race).map(isolated)].join(' · ');
  const notes = [
    soFarText(race, t),
    official,
    race.notes && isolated(race.notes),
    race.results === 'hidden' && t.hiddenResults,
  ].filter(Boolean);
  return (
    <section class="small-race">
      <h2>
        <RaceTime race={race} timezone={timezone} />{' '}
        {race.state === 'cancelled' ? <s>{heading}</s> : heading}
        {race.state !== 'planned' && <b class="state"> {stateText(race, t)}</b>}
        {notes.length > 0 && <span class="notes"> {notes.join(' · ')}</span>}
      </h2>
      {lists.map((list) => (
        <SmallList key={list.name ?? ''} {...{ race, races, list, scored }} />
      ))}
    </section>
  );
}

interface SmallListProps extends Pick<DaySheetProps, 'races'> {
  race: ShownRace;
  list: RankingList;
  scored: boolean;
}

function SmallList({ race, races, list, scored }: SmallListProps) {
  const t = words.value;
  const isCategory = list.name !== null;
  const places = placesIn(list);
  const own = standingWords();
  return (
    <>
      {isCategory && <h3>{listTitle(list, race, t)}</h3>}
      <ol>
        {list.results.map((result, index) => (
          <li key={result.lane.position}>
            <span class="place">
              {scored && dottedPlace({ ...result, place: places[index] ?? '' })}
            </span>
            <span class="label">
              <span class="vh">{t[labelKind(race)]} </span>
              {result.lane.positionLabel}
            </span>
            <span class="name">
              <EntryText lane={result.lane}>{occupantOf(result.lane, races, t)}</EntryText>
              {isCategory && <span class="notes"> {overallNote(result, race, own)}</span>}
            </span>
            <span class="result">
              <Outcome result={{ ...(isCategory ? inCategory(result) : result), gap: undefined }} />
            </span>
          </li>
        ))}
      </ol>
    </>
  );
}
