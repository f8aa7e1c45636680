/** Event, round and heat, by which FinishLynx identifies a race; they are texts (formats.md §1.1). */

/** The `externalId` of a race that comes from FinishLynx. */
export function lynxRaceId(event: string, round: string, heat: string): string {
  return `lynx:${event}-${round || '1'}-${heat || '1'}`;
}

/** Whether a round or a heat says nothing: FinishLynx and its users leave 0 or 1 where there is only one. */
export function isOnlyOne(number: string): boolean {
  return /^0*1?$/.test(number);
}

/** The round of a race in words, where the file has any; `null` where it is the only one. */
export function roundOf(round: string, heat: string): string | null {
  const isText = !/^\d*$/.test(round);
  if (isText) return isOnlyOne(heat) ? round : `${round} ${heat}`;
  if (isOnlyOne(round)) return isOnlyOne(heat) ? null : `Heat ${heat}`;
  return isOnlyOne(heat) ? `Round ${round}` : `Round ${round} Heat ${heat}`;
}
