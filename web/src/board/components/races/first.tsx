/** Who has won a race, or how much of it is in and who is leading, in one line: only the names may be cut. */
import type { BoardRace } from '../../../../../src/contract/board.ts';
import { CountedTime } from '../../../shared/components/lane-table.tsx';
import { firstPlace, soFarText } from '../../../shared/race/places.ts';
import { words } from '../../../shared/words/board.ts';

export function First({ race }: { race: BoardRace }) {
  const t = words.value;
  const first = firstPlace(race, t);
  const soFar = soFarText(race, t);
  const parts = [soFar, first?.rank, first?.names, first?.time, first?.raw];
  // Other elements for another text: browsers count a part that moves within its line as a layout shift.
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
