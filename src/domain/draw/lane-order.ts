/** In which lanes of a race crews are drawn, and in which order. Pages and the service share it. */

/** How crews, best first, get the lanes of a race: from the middle out, from the first on, or these positions in this order. */
export type LaneOrder = 'middle-out' | 'in-order' | readonly number[];

/** What the lanes of a race depend on. */
export interface Course {
  /** The positions of its lanes; empty if it has none yet. */
  positions: readonly number[];
  /** How many lanes its own lane scheme, else that of the schedule, has; `null` without both. */
  scheme: number | null;
}

/** The lanes of a race once its crews are drawn. */
interface CourseDrawn {
  /** The positions of the crews, first crew first; fewer than crews only if `order` is a list that is too short. */
  drawn: number[];
  /** All positions after the draw, those without a crew included, so that a second draw gives the same lanes. */
  positions: number[];
}

/**
 * The positions in which the crews of a race are drawn: of the race's lanes, else of its lane scheme, else 1 to `size`.
 * If the race has too few lanes, those of the scheme are added, then the next positions after the last.
 *
 * @param size how many crews there are
 */
export function drawnPositions(order: LaneOrder, course: Course, size: number): CourseDrawn {
  if (typeof order !== 'string') {
    const drawn = order.slice(0, size);
    return { drawn, positions: inOrder([...course.positions, ...drawn]) };
  }
  const positions = inOrder(roomFor(course, size));
  const first = order === 'in-order' ? positions : fromTheMiddle(positions);
  return { drawn: first.slice(0, size), positions };
}

/** The positions that the race has, and those that it needs besides. */
function roomFor({ positions, scheme }: Course, size: number): Set<number> {
  const room = new Set(positions);
  const count = scheme ?? 0;
  if (room.size < size) for (let position = 1; position <= count; position++) room.add(position);
  for (let next = Math.max(0, ...room) + 1; room.size < size; next++) room.add(next);
  return room;
}

function inOrder(positions: Iterable<number>): number[] {
  return [...new Set(positions)].sort((a, b) => a - b);
}

/**
 * Positions from the middle out, such as 3, 4, 5, 2, 1, 6: the side changes with each pair, so that the crews of one
 * heat do not always get the same side of the course.
 *
 * @param positions in the order of the course
 */
export function fromTheMiddle(positions: readonly number[]): number[] {
  const last = positions.length - 1;
  const pairs = Array.from({ length: Math.ceil(positions.length / 2) }, (_, ring) => {
    const left = Math.floor(last / 2) - ring;
    const pair = left === last - left ? [left] : [left, last - left];
    return ring % 2 === 0 ? pair : pair.reverse();
  });
  return pairs.flat().map((index) => positions[index] as number);
}
