/**
 * The meaning of numbers in files of FinishLynx: event, round and heat, which are texts, identify a race (formats.md §1.1); a
 * lane number identifies a lane, in start lists and results alike (formats.md §0.4). Pure.
 */
import type { ReadRace } from '../reading/reading.ts';

/** As in the header of a race: texts, such as "027A" or "Champ Semi". */
export interface Identity {
  event: string;
  round: string;
  heat: string;
}

/** The `externalId` of a race that comes from FinishLynx. */
export function lynxRaceId(event: string, round: string, heat: string): string {
  return `lynx:${numbersOf({ event, round, heat })}`;
}

/** Whether a round or a heat is the only one: FinishLynx and its users then leave it empty, 0 or 1. */
export function isDefaultNumber(number: string): boolean {
  return /^0*1?$/.test(number);
}

/** The name of a round, with its heat; `null` where the file has a number, which is no name. */
export function roundInWords({ round, heat }: Pick<Identity, 'round' | 'heat'>): string | null {
  if (isNumber(round)) return null;
  return isDefaultNumber(heat) ? round : `${round} ${heat}`;
}

/**
 * The printed number of a race: that of its event, with the numbers of round and heat as FinishLynx writes them unless both
 * are the only ones. It depends on this race alone, so that another version of the file gives the same; `null` where the
 * event has no number.
 */
export function printedNumberOf(race: Identity): string | null {
  if (/^0*$/.test(race.event)) return null;
  const isWhole =
    isNumber(race.round) && !(isDefaultNumber(race.round) && isDefaultNumber(race.heat));
  return isWhole ? numbersOf(race) : race.event;
}

/**
 * The number and round under which other programs may have a heat without a named round: only used to find it there, and
 * never stored. The number of a later round does not tell its name.
 */
export function heatElsewhere({ event, round, heat }: Identity): ReadRace['elsewhere'] {
  const isHeat = isDefaultNumber(round) && !isDefaultNumber(heat);
  return isHeat ? { number: event, round: `Heat ${heat.replace(/^0+/, '')}` } : undefined;
}

/** The event number that identifies one race: only the first heat of the first round (formats.md §6.2, requirement 7). */
export function raceNumberOf({ event, round, heat }: Identity): number | null {
  const number = /^\d{1,9}$/.test(event) ? Number(event) : 0;
  return number > 0 && isDefaultNumber(round) && isDefaultNumber(heat) ? number : null;
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
 * Which number identifies a lane: its label, if all labels are different whole numbers from 1; else its position.
 *
 * @param labels of all lanes of the race
 * @param numbers the lane numbers in a file about the race: if they include 0 and all of them are labels, labels are meant,
 * because no position is 0
 */
export function laneRuleOf(labels: readonly string[], numbers: readonly number[] = []): LaneRule {
  const areNumbers = labels.every((label) => /^[1-9]\d{0,3}$/.test(label));
  if (areNumbers && new Set(labels).size === labels.length) return 'label';
  const printed = new Set(labels);
  const areLabels = numbers.includes(0) && numbers.every((number) => printed.has(String(number)));
  return areLabels ? 'label' : 'position';
}

/** The number of a lane in files of the timing computer. */
export function laneNumberOf(lane: LabelledLane, rule: LaneRule): number {
  return rule === 'label' ? Number(lane.positionLabel) : lane.position;
}

/**
 * The lanes of a race by their numbers in a file of the timing computer, for imports and the bridge alike.
 *
 * @param writtenRule of the start list that was written for the race; `null`: there is none, and the labels decide
 * @param numbers the lane numbers in the file
 */
export function lanesByNumber<Lane extends LabelledLane>(
  lanes: readonly Lane[],
  { writtenRule = null, numbers }: { writtenRule?: LaneRule | null; numbers: readonly number[] },
): Map<number, Lane> {
  const labels = lanes.map(({ positionLabel }) => positionLabel);
  const rule = writtenRule ?? laneRuleOf(labels, numbers);
  return new Map(lanes.map((lane) => [laneNumberOf(lane, rule), lane]));
}
