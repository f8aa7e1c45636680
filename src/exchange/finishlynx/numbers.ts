/**
 * What the numbers in files of FinishLynx stand for: event, round and heat, which are texts, for a race (formats.md §1.1); and a
 * lane number for a lane, in start lists and results alike (formats.md §0.4). Pure.
 */
import type { ReadRace } from '../reading/reading.ts';

/** As the header of a race has them: texts, as "027A" or "Champ Semi". */
export interface Identity {
  event: string;
  round: string;
  heat: string;
}

/** The `externalId` of a race that comes from FinishLynx. */
export function lynxRaceId(event: string, round: string, heat: string): string {
  return `lynx:${numbersOf({ event, round, heat })}`;
}

/** Whether a round or a heat says nothing: FinishLynx and its users leave 0 or 1 where there is only one. */
export function isOnlyOne(number: string): boolean {
  return /^0*1?$/.test(number);
}

/** The round of a race where it stands there in words; `null` where it is a number, which is no name of a round. */
export function roundInWords({ round, heat }: Pick<Identity, 'round' | 'heat'>): string | null {
  if (isNumber(round)) return null;
  return isOnlyOne(heat) ? round : `${round} ${heat}`;
}

/**
 * What is printed as the number of a race: that of its event, with the numbers of round and heat as FinishLynx writes
 * them where they say something. It depends on the race alone, so that another version of the file keeps it; `null` where
 * the event has no number.
 */
export function printedNumberOf(race: Identity): string | null {
  if (/^0*$/.test(race.event)) return null;
  const isWhole = isNumber(race.round) && !(isOnlyOne(race.round) && isOnlyOne(race.heat));
  return isWhole ? numbersOf(race) : race.event;
}

/**
 * As which race of its event other programs know a heat that has no round in words: only to find it there, never to write
 * it. A later round says nothing of its name.
 */
export function heatElsewhere({ event, round, heat }: Identity): ReadRace['elsewhere'] {
  const isHeat = isOnlyOne(round) && !isOnlyOne(heat);
  return isHeat ? { number: event, round: `Heat ${heat.replace(/^0+/, '')}` } : undefined;
}

/** The number of an event where it stands for one race: the first heat of the first round (formats.md §6.2, requirement 7). */
export function raceNumberOf({ event, round, heat }: Identity): number | null {
  const number = /^\d{1,9}$/.test(event) ? Number(event) : 0;
  return number > 0 && isOnlyOne(round) && isOnlyOne(heat) ? number : null;
}

function numbersOf({ event, round, heat }: Identity): string {
  return `${event}-${round || '1'}-${heat || '1'}`;
}

function isNumber(round: string): boolean {
  return /^\d*$/.test(round);
}

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
