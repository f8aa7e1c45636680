/** Whether the labels of a race's positions are lanes or numbers on the bows: they say which word stands before them. */
import type { RaceKind } from '../../contract/board.ts';

/**
 * Labels like the positions themselves are lanes, also those that count from 0, and those without a digit (`A`, `Red`);
 * any others are numbers on the bows, as all are in a head race (racing, "Kind of race").
 */
export function labelKind({
  kind,
  lanes,
}: {
  kind: RaceKind;
  lanes: readonly { position: number; positionLabel: string }[];
}): 'lane' | 'bow' {
  if (kind === 'head') return 'bow';
  const every = (label: (position: number) => string) =>
    lanes.every(({ position, positionLabel }) => positionLabel === label(position));
  const isLane =
    every(String) ||
    every((position) => String(position - 1)) ||
    lanes.every(({ positionLabel }) => !/\d/.test(positionLabel));
  return isLane ? 'lane' : 'bow';
}
