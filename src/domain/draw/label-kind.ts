/** Whether the labels of a race's positions are lanes or bow numbers, so that texts put the right word before them. */
import type { RaceKind } from '../../contract/board.ts';

/**
 * Labels that are the positions themselves, counted from 1 or from 0, and labels without a digit (`A`, `Red`) are lanes;
 * any others are bow numbers, and so are all labels of a head race (racing, "Kind of race").
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
