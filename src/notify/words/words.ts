/** What a language has to say in push messages. One file per language fills this in. */
import type { DecimalMark } from '../../domain/finish-time.ts';
import type { UnplacedStatus } from '../../domain/status-words.ts';

export interface Words {
  /** Names weekdays and months; its first part is the language. */
  locale: string;
  decimalMark: DecimalMark;
  /** `Race 12` */
  race(raceNumber: number): string;
  /** What stands for a crew where none is drawn: `Boat 3`. The label is any text. */
  boat(label: string): string;
  /** A place in a sentence: `2nd`. It does not depend on whether a crew is he, she or it. */
  place(place: number, isShared: boolean): string;
  /** What is said of a lane that has finished and has no place yet. */
  finished: string;
  /** What is said of a lane that has none: in a list, and in a sentence. */
  unplaced: Record<UnplacedStatus, { short: string; long: string }>;
  /** Says that a time holds a penalty: `incl. 5 s penalty`. */
  penalty(seconds: string): string;
  /** What stands between a name and what is said of it, spaces included. */
  colon: string;
  late: DelayWords;
  early: DelayWords;
  onTime: DelayWords;
}

interface DelayWords {
  /** @param amount such as `1 h 25 min`; empty when on time */
  title(weekday: string, amount: string): string;
  /** Goes on after the name of the regatta and the day. */
  body(amount: string): string;
}
