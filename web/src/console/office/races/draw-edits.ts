/** What can be done to the draw of a race while it is edited; each change goes into its draft. */
import { shownRevision } from '../../office.ts';
import type { TableDraft } from '../table-draft.ts';
import {
  crewText,
  type DrawnLane,
  type DrawRows,
  isUnknownCrew,
  nextFreePosition,
  unknownCrewText,
} from './draw-edit.ts';

/** What was typed, by position. */
export function rowsOf(draft: TableDraft): DrawRows {
  return new Map(
    draft.keys.value.flatMap((key) => {
      const row = draft.row(key).value;
      return row ? [[Number(key), row] as const] : [];
    }),
  );
}

export interface DrawEdits {
  setCrew(position: number, crew: string): void;
  setLabel(position: number, label: string): void;
  swap(a: number, b: number): void;
  add(count: number): void;
  remove(lane: DrawnLane): void;
}

/** @param lanes as they would be now */
export function drawEdits(draft: TableDraft, lanes: readonly DrawnLane[]): DrawEdits {
  const laneAt = (position: number) => lanes.find((lane) => lane.position === position);
  const cellOf = (position: number, value: string) => {
    const stored = crewText(laneAt(position)?.stored?.crewId ?? null);
    return [String(position), { field: 'crew', value, stored, seen: shownRevision() }] as const;
  };
  const textAt = (position: number) => {
    const lane = laneAt(position);
    return lane?.unknownCrew === undefined
      ? crewText(lane?.crewId ?? null)
      : unknownCrewText(lane.unknownCrew);
  };
  return {
    setCrew: (position, crew) => {
      // A crew stands in one lane: from another one it comes in exchange.
      const other = lanes.find(
        (lane) => lane.position !== position && crew !== '' && textAt(lane.position) === crew,
      );
      const cells = [cellOf(position, crew)];
      if (other && !isUnknownCrew(crew)) cells.push(cellOf(other.position, textAt(position)));
      draft.typeAll(cells);
    },
    setLabel: (position, value) =>
      draft.type(String(position), {
        field: 'label',
        value,
        stored: laneAt(position)?.stored?.positionLabel ?? '',
        seen: shownRevision(),
      }),
    swap: (a, b) => draft.typeAll([cellOf(a, textAt(b)), cellOf(b, textAt(a))]),
    add: (count) => {
      const first = nextFreePosition(lanes);
      draft.typeAll(
        Array.from({ length: count }, (_, index) => [
          String(first + index),
          { field: 'lane', value: 'new', stored: '', seen: shownRevision() },
        ]),
      );
    },
    remove: ({ position, stored }) => {
      draft.discard([String(position)]);
      if (stored) draft.remove(String(position));
    },
  };
}
