/** Which position of a race a printed lane is (formats.md §0.4; tools.md, "Lanes"). */

/** Lanes are counted up to here; a race with a larger number has bow numbers. */
const LAST_LANE = 20;

/**
 * The positions of the lanes of one race, decided by all of its labels.
 *
 * Different lanes 1 to 20 are the positions; where a lane 0 is among them, each stands one higher. Bow numbers,
 * texts, repeated or missing labels say no position: those lanes are counted, 1 to n.
 *
 * @param labels as printed, in the order of the file; `null` where the file has none
 * @returns one position for each, all different
 */
export function positionsOf(labels: readonly (string | null)[]): number[] {
  const lanes = labels.map(laneOf);
  const isLanes = !lanes.includes(null) && new Set(lanes).size === lanes.length;
  if (!isLanes) return labels.map((_, index) => index + 1);
  const shift = lanes.includes(0) ? 1 : 0;
  return lanes.map((lane) => (lane ?? 0) + shift);
}

function laneOf(label: string | null): number | null {
  if (label === null || !/^\d{1,3}$/.test(label.trim())) return null;
  const lane = Number(label);
  return lane <= LAST_LANE ? lane : null;
}
