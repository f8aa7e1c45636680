/** One lane of a draw: its handle, label and crew; on a phone a button opens the rarer actions, as in tables. */
import { signal } from '@preact/signals';
import { useEffect, useRef, useState } from 'preact/hooks';
import type {
  Office,
  OfficeLane,
  OfficeRace,
} from '../../../../../../src/contract/console/office.ts';
import { MAX_POSITION_LABEL_LENGTH } from '../../../../../../src/contract/limits.ts';
import { numberShown } from '../../../../../../src/domain/races/race-name.ts';
import { allowanceText } from '../../../../../../src/domain/results/result-word.ts';
import { words } from '../../../../shared/words/board.ts';
import { announce } from '../../../documents/announcements.ts';
import { useRecentlyChanged } from '../../../documents/office.ts';
import { focusOnceDrawn } from '../../../focus.ts';
import { withdrawnWords } from '../../../words/office-frame.ts';
import { racesWords } from '../../../words/office-races.ts';
import { writeOffice } from '../../conflicts/write.ts';
import { sourceText } from '../../race-names.ts';
import type { TableDraft } from '../../table/table-draft.ts';
import { canWithdraw } from '../../withdrawn/entries.ts';
import { Withdraw } from '../../withdrawn/withdraw.tsx';
import { crewNames, tiedCrews, useRaceWords } from '../race-words.ts';
import { CrewField } from './crew-field.tsx';
import type { DrawEdits } from './draw-edits.ts';
import { type DrawnLane, TYPING } from './drawn-lanes.ts';

interface RowProps {
  eventId: number;
  document: Office;
  race: OfficeRace;
  draft: TableDraft;
  lane: DrawnLane;
  lanes: readonly DrawnLane[];
  edit: DrawEdits;
}

export function DrawRow({ eventId, document, race, draft, lane, lanes, edit }: RowProps) {
  const t = useRaceWords();
  const { position, label, stored } = lane;
  const tied = tiedCrews(race.draw, position, document);
  const isFresh = useRecentlyChanged(`lane ${race.id} ${position}`).value;
  const swapTo = (other: number | undefined) => {
    const target = lanes.find((each) => each.position === other);
    if (!target || target.position === position) return;
    edit.swap(position, target.position);
    announce(t.swapped(label, target.label));
    focusCrew(target.position);
  };
  // A withdrawal belongs to the stored crew, not to one that is drawn but not saved.
  const isStored = stored !== undefined && stored.crewId !== null && stored.crewId === lane.crewId;
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
  const classes = ['draw-lane', isFresh && 'fresh', isStored && stored.withdrawn && 'withdrawn'];
  return (
    <li class={classes.filter(Boolean).join(' ')} data-position={position} onKeyDown={onKeyDown}>
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
        edit={edit}
        typed={draft.row(String(position)).value?.values[TYPING]}
        onDone={() => focusCrew(lanes[index + 1]?.position)}
      />
      {!lane.isOffered && <RemoveLane label={label} onRemove={remove} />}
      {isStored && <Withdrawing eventId={eventId} document={document} race={race} lane={stored} />}
      {isStored && entryText(stored) !== '' && <p class="quiet draw-from">{entryText(stored)}</p>}
      {stored?.from && (
        <p class="quiet draw-from">{t.comesFrom(sourceText(stored.from, document))}</p>
      )}
      {lane.crewId === null && tied !== '' && (
        <p class="attention draw-from">{t.tiedAmong(tied)}</p>
      )}
    </li>
  );
}

/** How the crew of a lane is ranked: `Masters C · 1:30 · out of competition`. It goes with the crew. */
function entryText({ category, allowanceMillis, outOfCompetition }: OfficeLane): string {
  const { outOfCompetition: isOut } = racesWords.value;
  const allowance = allowanceText(allowanceMillis, words.value.decimalMark);
  return [category, allowance, outOfCompetition && isOut].filter(Boolean).join(' · ');
}

/** On a phone this is behind a button, which also opens what can be done with the crew. */
function RemoveLane({ label, onRemove }: { label: string; onRemove: () => void }) {
  const t = useRaceWords();
  const [isOpen, open] = useState(false);
  return (
    <>
      <button
        type="button"
        class="opener draw-more"
        aria-expanded={isOpen}
        aria-label={t.moreOfLane(label)}
        onClick={() => open(!isOpen)}
      />
      <button
        type="button"
        class="pill draw-remove"
        aria-label={t.removeLane(label)}
        onClick={onRemove}
      >
        <span aria-hidden="true">✕</span>
      </button>
    </>
  );
}

/** That the crew of a lane has withdrawn, and what can be done about it. */
function Withdrawing({
  eventId,
  document,
  race,
  lane,
}: Pick<RowProps, 'eventId' | 'document' | 'race'> & { lane: OfficeLane }) {
  if (!lane.withdrawn && !canWithdraw(lane)) return null;
  const t = withdrawnWords.value;
  const crew = crewNames(document)(lane.crewId);
  const { position } = lane;
  return (
    <div class="draw-withdrawn quiet">
      {lane.withdrawn && <span>{t.withdrawn(lane.withdrawnReason)}</span>}
      <Withdraw
        name={`${eventId}/races/${race.id}/lanes/${position}`}
        write={(write) =>
          writeOffice('PUT /events/{eventId}/races/{raceId}/lanes/{position}/withdrawn', {
            params: { eventId, raceId: race.id, position },
            ...write,
          })
        }
        crew={crew}
        title={t.fromRace(crew, numberShown(race))}
        more={t.moreOfRace}
        canWithdraw={canWithdraw(lane)}
        canPutBack={lane.withdrawn}
      />
    </div>
  );
}

/** Puts the cursor into the crew of a lane. */
export function focusCrew(position: number | undefined): void {
  document.querySelector<HTMLInputElement>(`input[data-crew="${position}"]`)?.focus();
}

/** Puts the cursor into the crew of a lane that has just been added. */
export function focusCrewOnceDrawn(position: number): void {
  focusOnceDrawn(() => document.querySelector<HTMLInputElement>(`input[data-crew="${position}"]`));
}

/** Puts the cursor into the first lane of the draw. */
export function focusFirstCrew(): void {
  focusOnceDrawn(() => document.querySelector<HTMLInputElement>('input[data-crew]'));
}

/** The lane whose handle was tapped, and the one that a finger is over. */
const chosen = signal<number | undefined>(undefined);
const over = signal<number | undefined>(undefined);
/** A shorter movement is a tap. */
const DRAG_PIXELS = 8;

interface SwapHandleProps {
  position: number;
  label: string;
  onSwap: (other: number) => void;
}

/**
 * Swaps two lanes by mouse or finger: drag the handle onto another lane, or tap one handle and then another. On the keyboard
 * Alt and an arrow do the same.
 */
function SwapHandle({ position, label, onSwap }: SwapHandleProps) {
  const t = useRaceWords();
  const start = useRef<{ y: number; isDrag: boolean } | undefined>(undefined);
  useEffect(
    () => () => {
      if (chosen.peek() === position) chosen.value = undefined;
    },
    [],
  );
  const onMove = (event: PointerEvent) => {
    if (!start.current) return;
    if (Math.abs(event.clientY - start.current.y) > DRAG_PIXELS) start.current.isDrag = true;
    if (start.current.isDrag) over.value = positionAt(event);
  };
  const onEnd = (event: PointerEvent) => {
    const target = start.current?.isDrag ? positionAt(event) : undefined;
    over.value = undefined;
    if (target !== undefined && target !== position) onSwap(target);
  };
  const onClick = () => {
    const wasDrag = start.current?.isDrag;
    start.current = undefined;
    if (wasDrag) return;
    const first = chosen.peek();
    chosen.value = first === undefined ? position : undefined;
    if (first === undefined) announce(t.swapWith);
    else if (first !== position) onSwap(first);
  };
  const isMarked = chosen.value === position || over.value === position;
  return (
    <button
      type="button"
      class={isMarked ? 'pill swap-handle marked' : 'pill swap-handle'}
      data-drags
      aria-label={t.swap(label)}
      aria-pressed={chosen.value === position}
      aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
      onPointerDown={(event) => {
        start.current = { y: event.clientY, isDrag: false };
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={onMove}
      onPointerUp={onEnd}
      onPointerCancel={() => {
        start.current = undefined;
        over.value = undefined;
      }}
      onClick={onClick}
    >
      <span aria-hidden="true">⇅</span>
    </button>
  );
}

function positionAt({ clientX, clientY }: PointerEvent): number | undefined {
  const row = document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>('[data-position]');
  return row ? Number(row.dataset.position) : undefined;
}
