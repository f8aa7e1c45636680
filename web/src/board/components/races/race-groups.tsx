/** Races in two groups: still to come, and rowed. The answer of the search, and the races of one crew. */
import type { Board, BoardRace } from '../../../../../src/contract/board.ts';
import { words } from '../../../shared/words/board.ts';
import { laterWords } from '../../../shared/words/later.ts';
import { raceGroups } from '../../../shared/race/race-groups.ts';
import { today } from '../../document/derived-state.ts';
import { myCrews } from '../../following/my-races.ts';
import { RaceList } from './race-list.tsx';

interface RaceGroupsProps {
  board: Board;
  races: readonly BoardRace[];
  /** The ids of the crews that are searched for. */
  hits: ReadonlySet<number>;
}

export function RaceGroups({ board, races, hits }: RaceGroupsProps) {
  const t = words.value;
  const groups = raceGroups(races, today.value, board.timezone);
  return (['toCome', 'rowed'] as const).map(
    (group) =>
      groups[group].length > 0 && (
        <section key={group} class="day group" aria-labelledby={`group-${group}`}>
          <h2 id={`group-${group}`}>
            <span class="name">{laterWords.value[group]}</span>{' '}
            <span class="count">{t.races(groups[group].length)}</span>
          </h2>
          <RaceList board={board} races={groups[group]} marked={myCrews.value} hits={hits} />
        </section>
      ),
  );
}
