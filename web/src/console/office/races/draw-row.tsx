/** One lane of a draw: its handle, label and crew. */
import type { Office, OfficeRace } from '../../../../../src/contract/console/office.ts';
import { MAX_POSITION_LABEL_LENGTH } from '../../../../../src/contract/limits.ts';
import { announce } from '../../announcements.ts';
import { useFresh } from '../../office.ts';
import type { TableDraft } from '../table-draft.ts';
import { CrewField } from './crew-field.tsx';
import type { DrawnLane } from './draw-edit.ts';
import type { DrawEdits } from './draw-edits.ts';
import { focusOnceDrawn } from '../focus.ts';
import { crewNames } from './race-words.ts';
import { racesWords } from './races-words.ts';
import { sourceText } from './source-words.ts';
import { SwapHandle } from './swap-handle.tsx';

interface RowProps {
  document: Office;
  race: OfficeRace;
  draft: TableDraft;
  lane: DrawnLane;
  lanes: readonly DrawnLane[];
  edit: DrawEdits;
}

export function DrawRow({ document, race, draft, lane, lanes, edit }: RowProps) {
  const t = racesWords.value;
  const { position, label, stored } = lane;
  const isFresh = useFresh(`lane ${race.id} ${position}`).value;
  const swapTo = (other: number | undefined) => {
    const target = lanes.find((each) => each.position === other);
    if (!target || target.position === position) return;
    edit.swap(position, target.position);
    announce(t.swapped(label, target.label));
    focusCrew(target.position);
  };
  const index = lanes.indexOf(lane);
  const onKeyDown = (event: KeyboardEvent) => {
    if (!event.altKey || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return;
    event.preventDefault();
    swapTo(lanes[index + (event.key === 'ArrowDown' ? 1 : -1)]?.position);
  };
  const remove = () => {
    const crewId = stored?.crewId ?? null;
    const isMoved =
      crewId !== null && lanes.some((each) => each !== lane && each.crewId === crewId);
    if (isMoved) return announce(t.movedFirst(crewNames(document)(crewId)));
    edit.remove(lane);
    announce(t.removed(label));
  };
  return (
    <li
      class={isFresh ? 'draw-lane fresh' : 'draw-lane'}
      data-position={position}
      onKeyDown={onKeyDown}
    >
      <SwapHandle position={position} label={label} onSwap={swapTo} />
      <input
        class="draw-label"
        aria-label={t.labelOf(label)}
        autocomplete="off"
        maxLength={MAX_POSITION_LABEL_LENGTH}
        value={draft.row(String(position)).value?.values.label ?? label}
        onInput={({ currentTarget }) => edit.setLabel(position, currentTarget.value)}
      />
      <CrewField
        document={document}
        lane={lane}
        lanes={lanes}
        setCrew={(crew) => edit.setCrew(position, crew)}
        onDone={() => focusCrew(lanes[index + 1]?.position)}
      />
      {!lane.isOffered && (
        <button
          type="button"
          class="pill draw-remove"
          aria-label={t.removeLane(label)}
          onClick={remove}
        >
          <span aria-hidden="true">✕</span>
        </button>
      )}
      {stored?.from && (
        <p class="quiet draw-from">{t.comesFrom(sourceText(stored.from, document))}</p>
      )}
    </li>
  );
}

/** Puts the cursor into the crew of a lane. */
export function focusCrew(position: number | undefined): void {
  document.querySelector<HTMLInputElement>(`input[data-crew="${position}"]`)?.focus();
}

/** Puts the cursor into the first lane of the draw. */
export function focusFirstCrew(): void {
  focusOnceDrawn(() => document.querySelector<HTMLInputElement>('input[data-crew]'));
}
