/** A regatta that has been rowed, as its data file holds it. */
import { readFileSync } from 'node:fs';

/** One regatta that has been rowed: its races in the order in which they really ran. */
export interface Regatta {
  name: string;
  /** Where the facts come from and under which licence. */
  source: string;
  /** The day of the racing, `YYYY-MM-DD` in the regatta's time zone. */
  date: string;
  /** IANA time zone of the venue. */
  timezone: string;
  city: string;
  countryCode: string;
  /** The club that ran it, where the file says so. */
  host?: string;
  races: RegattaRace[];
}

/** One race. A race that did not run has no lanes. */
export interface RegattaRace {
  /** The printed label, such as `16A`: it is not a number and says nothing about the order. */
  label: string;
  name: string;
  /** Who goes through, in words: `3 to Final`. May be empty. */
  progression: string;
  /** Time of day of the real start, `HH:MM:SS` at the venue; null if none was recorded. */
  startTime: string | null;
  lanes: RegattaLane[];
}

/** One crew in one lane of one race, with what became of it. */
export interface RegattaLane {
  /** The bow number as printed, usually the lane. */
  label: string;
  /** From 1; unique in its race. */
  position: number;
  crew: string;
  /** The official place; null for a crew that was not placed. */
  place: number | null;
  /** `assigned` is a crew that was drawn and has no result. */
  status: 'assigned' | 'finished' | 'dns' | 'dnf' | 'dsq';
  /** Milliseconds from start to finish, without the penalty. */
  rawTimeMillis: number | null;
  /** Milliseconds added to the time, or taken off it if negative; null for none. */
  penaltyMillis: number | null;
  penaltyReason?: string;
}

export type RegattaName = 'hebda-cup-2023' | 'wy-hi-2023';

/** Reads one of the regattas that are kept next to this file. */
export function loadRegatta(name: RegattaName): Regatta {
  return JSON.parse(readFileSync(new URL(`./${name}.json`, import.meta.url), 'utf8')) as Regatta;
}
