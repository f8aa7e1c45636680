/** What a lane number means in a race, in start lists and results of the timing computer alike (formats.md §0.4). Pure. */

export type LaneRule = 'label' | 'position';

interface LabelledLane {
  position: number;
  positionLabel: string;
}

/**
 * The labels, where they are different whole numbers from 1; else the positions.
 *
 * @param labels of all lanes of the race
 * @param numbers those in a file about the race: where a 0 is among them and all of them are labels, they are labels,
 *   because no position is 0
 */
export function laneRuleOf(labels: readonly string[], numbers: readonly number[] = []): LaneRule {
  const areNumbers = labels.every((label) => /^[1-9]\d{0,3}$/.test(label));
  if (areNumbers && new Set(labels).size === labels.length) return 'label';
  const printed = new Set(labels);
  const areLabels = numbers.includes(0) && numbers.every((number) => printed.has(String(number)));
  return areLabels ? 'label' : 'position';
}

/** The number that stands for a lane in files of the timing computer. */
export function laneNumberOf(lane: LabelledLane, rule: LaneRule): number {
  return rule === 'label' ? Number(lane.positionLabel) : lane.position;
}

/**
 * The lanes of a race by the numbers that stand for them in a file of the timing computer: for imports and the bridge alike.
 *
 * @param writtenRule of the start list that was written for the race; `null`: there is none, and the labels decide
 * @param numbers those in the file
 */
export function lanesByNumber<Lane extends LabelledLane>(
  lanes: readonly Lane[],
  { writtenRule = null, numbers }: { writtenRule?: LaneRule | null; numbers: readonly number[] },
): Map<number, Lane> {
  const labels = lanes.map(({ positionLabel }) => positionLabel);
  const rule = writtenRule ?? laneRuleOf(labels, numbers);
  return new Map(lanes.map((lane) => [laneNumberOf(lane, rule), lane]));
}
