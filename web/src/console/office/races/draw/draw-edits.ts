/**
 * Edits of the draw of a race. Each change goes into the draft, also each letter of a crew that is being typed: nothing is kept
 * in a field alone, where no key could save it.
 */
import type { OfficeCrew } from '../../../../../../src/contract/console/office.ts';
import { shownRevision } from '../../../documents/office.ts';
import type { TableDraft } from '../../table/table-draft.ts';
import {
  awaitsCrew,
  crewNamed,
  crewText,
  type DrawnLane,
  type DrawRows,
  drawnRow,
  isUnknownCrew,
  nextFreePosition,
  TYPING,
  unknownCrewText,
} from './drawn-lanes.ts';

/** The unsaved changes to lanes, by position. */
export function rowsOf(draft: TableDraft): DrawRows {
  return new Map(
    draft.keys.value.flatMap((key) => {
      const row = draft.row(key).value;
      const drawn = row && drawnRow(row);
      return drawn ? [[Number(key), drawn] as const] : [];
    }),
  );
}

export interface DrawEdits {
  /** What is being typed for the crew of a lane; `undefined`: nothing. */
  typing(position: number): string | undefined;
  /** @param base the text in the field while nothing is typed */
  typeCrew(position: number, text: string, base: string): void;
  /** Gives up what is being typed. */
  untype(position: number): void;
  /** Takes what is being typed into the draw: the crew of that name, or a text that is no crew's name yet. */
  leave(position: number): void;
  /** The same for all lanes, for what was being typed when the page was left. */
  leaveAll(): void;
  /** @param crew as the draft stores it (`crewText`, `unknownCrewText`) */
  setCrew(position: number, crew: string): void;
  /** Draws a crew that was added by its name, unless the lane has changed meanwhile. */
  setAdded(position: number, name: string, crewId: number): void;
  setLabel(position: number, label: string): void;
  swap(a: number, b: number): void;
  /** Draws the crews that rules name into empty lanes, except crews that are in another lane. */
  propose(named: readonly { position: number; crewId: number | null }[]): void;
  /** @returns the position of the first lane that is added */
  add(count: number): number;
  remove(lane: DrawnLane): void;
}

/** @param lanes as they would be now @param crews of the regatta */
export function drawEdits(
  draft: TableDraft,
  lanes: readonly DrawnLane[],
  crews: readonly OfficeCrew[],
): DrawEdits {
  const rowAt = (position: number) => draft.row(String(position)).peek();
  const typing = (position: number) => rowAt(position)?.values[TYPING];
  const untyped = (position: number) => {
    const base = rowAt(position)?.stored[TYPING];
    if (base === undefined) return [];
    const cell = { field: TYPING, value: base, stored: base, seen: shownRevision() };
    return [[String(position), cell] as const];
  };
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
  const setCrew = (position: number, crew: string) => {
    // A crew is in one lane only: if it is in another lane, the two lanes swap crews.
    const other = lanes.find(
      (lane) => lane.position !== position && crew !== '' && textAt(lane.position) === crew,
    );
    const cells = [cellOf(position, crew), ...untyped(position)];
    if (other && !isUnknownCrew(crew)) cells.push(cellOf(other.position, textAt(position)));
    draft.typeAll(cells);
  };
  const leave = (position: number) => {
    const text = typing(position);
    if (text === undefined) return;
    const named = crewNamed(crews, text);
    setCrew(position, named ? crewText(named.id) : unknownCrewText(text));
  };
  return {
    typing,
    typeCrew: (position, text, base) => {
      const cell = { field: TYPING, value: text, stored: base, seen: shownRevision() };
      draft.type(String(position), cell);
    },
    untype: (position) => draft.typeAll(untyped(position)),
    leave,
    leaveAll: () => {
      for (const key of draft.keys.peek()) leave(Number(key));
    },
    setCrew,
    setAdded: (position, name, crewId) => {
      if (awaitsCrew(rowAt(position), name)) draft.typeAll([cellOf(position, crewText(crewId))]);
    },
    setLabel: (position, value) =>
      draft.type(String(position), {
        field: 'label',
        value,
        stored: laneAt(position)?.stored?.positionLabel ?? '',
        seen: shownRevision(),
      }),
    swap: (a, b) => draft.typeAll([cellOf(a, textAt(b)), cellOf(b, textAt(a))]),
    propose: (named) => {
      const drawn = new Set(lanes.map(({ crewId }) => crewId));
      const isToFill = ({ position, crewId }: (typeof named)[number]) =>
        crewId !== null && !drawn.has(crewId) && textAt(position) === '';
      draft.typeAll(
        named.filter(isToFill).map(({ position, crewId }) => cellOf(position, crewText(crewId))),
      );
    },
    add: (count) => {
      const first = nextFreePosition(lanes);
      draft.typeAll(
        Array.from({ length: count }, (_, index) => [
          String(first + index),
          { field: 'lane', value: 'new', stored: '', seen: shownRevision() },
        ]),
      );
      return first;
    },
    remove: ({ position, stored }) => {
      draft.discard([String(position)]);
      if (stored) draft.remove(String(position));
    },
  };
}
