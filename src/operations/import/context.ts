/** What the rules of an import look at besides the event and the file. */
import type { LaneResult } from '../../domain/draw/lane.ts';
import type { Answers, EventFacts, Format } from '../../exchange/reading/reading.ts';
import type { Findings } from './findings.ts';

export interface ImportContext {
  event: EventFacts;
  /** Where the event has no zone: the one of its country, if that has only one. */
  likelyZone: string | null;
  format: Format;
  /** Those that were given, on top of those that are remembered. */
  answers: Answers;
  findings: Findings;
  /** The event has no races, and no file has a programme: results alone found the races. */
  isFounding: boolean;
  /** All dates that the files print for races, YYYY-MM-DD. */
  printedDates: readonly string[];
  /** How many races of each day have got their time from the answer `times`, in all files together. */
  untimed: Map<string, number>;
  /** Of the file; `undefined` where it is the only one. */
  file: string | undefined;
  /** Where the results of a race stand, in all files together that only have results; by its id. */
  resultsFrom: Map<number, string>;
  /** The result that the last import of this layout wrote into a lane, from the race of a file with that id. */
  lastWritten(raceId: number, position: number, source: string): LaneResult | undefined;
}

/** The answer to a question that has only so many; `undefined` where there is none, or another one. */
export function oneAnswer<const Option>(
  given: unknown,
  options: readonly Option[],
): Option | undefined {
  return options.find((option) => option === given);
}
