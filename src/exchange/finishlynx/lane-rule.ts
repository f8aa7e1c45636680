/** What a lane number of a start list means in a race (formats.md §0.4). Pure. */

export type LaneRule = 'label' | 'position';

/** The labels, where they are different whole numbers from 1; else the positions. */
export function laneRuleOf(labels: readonly string[]): LaneRule {
  const areNumbers = labels.every((label) => /^[1-9]\d{0,3}$/.test(label));
  return areNumbers && new Set(labels).size === labels.length ? 'label' : 'position';
}

/** The number that stands for a lane in files of the timing computer. */
export function laneNumberOf(
  lane: { position: number; positionLabel: string },
  rule: LaneRule,
): number {
  return rule === 'label' ? Number(lane.positionLabel) : lane.position;
}
