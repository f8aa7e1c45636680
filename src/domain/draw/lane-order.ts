/** In which lanes of a race crews are drawn, and in which order. Pages and the service share it. */

/** How the lanes of a race are given: best crews in the middle, from the first on, or these positions in this order. */
export type LaneOrder = 'middle-out' | 'in-order' | readonly number[];

/** What says which lanes a race has. */
export interface Course {
  /** The positions of its lanes; none where it has none yet. */
  positions: readonly number[];
  /** How many lanes its scheme has, be it its own or that of the schedule; `null` without one. */
  scheme: number | null;
}

/** The lanes of a race once its crews are drawn. */
interface CourseDrawn {
  /** In which the crews row, first crew first; fewer than crews only where a list names too few. */
  drawn: number[];
  /** All that the race has then, also those without a crew: a draw over them gives the same lanes again. */
  positions: number[];
}

/**
 * The positions in which the crews of a race are drawn: out of the race's lanes, else its lane scheme, else 1 to the size.
 * Where the lanes are too few, those of the scheme join them, then the next ones after the last.
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

/** As many positions as the race has, and as it needs. */
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
 * Positions from the middle out, such as 3, 4, 5, 2, 1, 6: the side changes with each pair, so that no heat always
 * gets the same side of the course.
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
