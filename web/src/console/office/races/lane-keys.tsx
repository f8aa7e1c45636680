/** The keys of a lane for fingers: what a keyboard has keys for, in the lane where the cursor is. */
import { type EntryLane, nextPosition } from './results/field-entry.ts';
import { racesWords } from '../../words/office-races.ts';
import type { OfficeRace } from '../../../../../src/contract/console/office.ts';
import { focusLane, focusPostBar } from './lane-focus.ts';
import type { ResultsDraft } from './results/results-draft.ts';
import { readTyped, type STATUS_KEYS } from './results/typed-result.ts';

interface LaneKeysProps {
  race: OfficeRace;
  lane: EntryLane;
  crew: string;
  results: ResultsDraft;
  /** As it stands in the field. */
  text: string;
  type: (value: string) => void;
}

export function LaneKeys({ text, type, race, lane, crew, results }: LaneKeysProps) {
  const t = racesWords.value;
  const go = () => {
    const next = nextPosition(results.entry.peek().lanes, lane.position);
    if (next !== undefined) focusLane(next);
    else focusPostBar();
  };
  const reading = readTyped(text, race.resultMode, lane);
  const status = reading.kind === 'result' ? reading.result.status : undefined;
  return (
    // The field keeps the focus, and a phone its keyboard.
    <div class="lane-keys" onPointerDown={(event) => event.preventDefault()}>
      {(['dns', 'dnf', 'dsq'] as const).map((each) => (
        <button
          key={each}
          type="button"
          class="pill"
          tabIndex={-1}
          aria-pressed={status === each}
          aria-label={`${each.toUpperCase()}, ${t.status(t.statuses[each], crew)}`}
          onClick={() => type(status === each ? textWithout(each, text) : each)}
        >
          {each.toUpperCase()}
        </button>
      ))}
      {race.resultMode === 'timed' && (
        <button
          type="button"
          class="pill"
          tabIndex={-1}
          aria-label={`${t.plusTen}, ${t.plusTenOf(crew)}`}
          onClick={() => type(withTenMore(text))}
        >
          {t.plusTen}
        </button>
      )}
      <button type="button" class="pill primary" tabIndex={-1} onClick={go}>
        {t.nextLane}
      </button>
    </div>
  );
}

/** The text without the key of a status after it. */
function textWithout(status: keyof typeof STATUS_KEYS, text: string): string {
  return text.toLowerCase() === status ? '' : text.slice(0, -1);
}

/** The text with a penalty of ten seconds more. */
function withTenMore(text: string): string {
  const [time = '', penalty = ''] = text.split('+');
  const seconds = Number(penalty.trim().replace(',', '.'));
  return `${time.trim()}+${(Number.isFinite(seconds) ? seconds : 0) + 10}`;
}
