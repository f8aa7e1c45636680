/** The words of push messages. There is one file per language. */
import type { DecimalMark } from '../../domain/finish-time.ts';
import type { UnplacedStatus } from '../../domain/status-words.ts';

export interface Words {
  /** Names weekdays and months; its first part is the language. */
  locale: string;
  decimalMark: DecimalMark;
  /** `Race 12`; the number as it is printed, such as `16A`. */
  race(number: string): string;
  /** A position, also in place of a crew where none is drawn: `Lane 3`, as on the board. The label is any text. */
  lane(label: string): string;
  /** The same of labels that are no lanes: `Bow 105`. */
  bow(label: string): string;
  /** A place in a sentence: `2nd`. It does not depend on whether a crew is he, she or it. */
  place(place: number, isShared: boolean): string;
  /** Of a lane that has finished and has no place yet. */
  finished: string;
  /** Of a lane that cannot have a place: in a list, and in a sentence. */
  unplaced: Record<UnplacedStatus, { short: string; long: string }>;
  /** Of a crew that keeps its lane and does not row. */
  withdrawn: string;
  /** After a time with a penalty: `incl. 5 s penalty`. */
  penalty(seconds: string): string;
  /** Between a name and the text about it, with its spaces. */
  colon: string;
  /** Sentences about a race, which a reason may follow. */
  cancelled: string;
  postponed: string;
  /** @param time such as `Saturday 10:40` */
  afterAll(time: string): string;
  /** Of a race that is about to start: of a crew that is followed, and of a race (`Race 12`) that is. */
  soon: {
    own(minutes: number): string;
    other(race: string, minutes: number): string;
  };
  late: DelayWords;
  early: DelayWords;
  onTime: DelayWords;
  /** Races that are planned anew. */
  retimed: {
    /** @param race such as `Race 19` @param laterCount how many others of the day come after it */
    title(race: string, time: string, laterCount: number): string;
    /** Follows the name of the regatta and the day. */
    body: string;
  };
}

interface DelayWords {
  /** @param amount such as `1 h 25 min`; empty when on time */
  title(weekday: string, amount: string): string;
  /** Follows the name of the regatta and the day. @param end before which time races are planned that it moves */
  body(amount: string, end?: string): string;
}
