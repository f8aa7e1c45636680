/** What the rows of a `.lif` mean. */
import type { ReadResult, RowNote, WrongRow } from '../reading/reading.ts';

/** What a row says of its boat. */
export type LifOutcome =
  | { kind: 'result'; result: ReadResult }
  /** Neither place nor time: did not start, did not finish, or has not come in. */
  | { kind: 'none' }
  /** A disqualification, or a restart that follows. */
  | { kind: 'falseStart' }
  | { kind: 'advanced' }
  | { kind: 'unknown'; word: string };

export interface LifLane {
  row: number;
  /** `null` where none is given. */
  lane: string | null;
  id: string | null;
  /** What may be the crew's name, the likeliest first; cut by FinishLynx at 31 characters. */
  names: readonly string[];
  outcome: LifOutcome;
}

export interface LifResults {
  lanes: readonly LifLane[];
  notes: readonly RowNote[];
  /** What makes the file unfit to be used at all. */
  wrong: readonly WrongRow[];
}
