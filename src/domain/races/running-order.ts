/** The order in which races are rowed (decision A3). `listRaces` asks the database for the same order. */

/** What the order depends on; `scheduledAt` in epoch milliseconds. */
export interface Placed {
  scheduledAt: number;
  raceNumber: number;
}

/** Compares two races: by planned start, then by number, which is unique. */
export function byRunningOrder(a: Placed, b: Placed): number {
  return a.scheduledAt - b.scheduledAt || a.raceNumber - b.raceNumber;
}
