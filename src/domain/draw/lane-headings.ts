/** Headings of columns that are one lane each, in a row for each race (formats.md §4.2): `Lane 1`, `Bahn 2`, `Boot 3`. */

const LANE =
  /^(?:lane|ln|bahn|couloir|baan|ligne|corsia|acqua|lane\/bow|boat|boot|bateau|レーン)\s*[#.]?\s*(\d{1,2})$/;

/**
 * Which lane a heading numbers.
 *
 * @param heading in lower case, without accents and trailing signs
 * @returns the number of the lane without leading zeros; `undefined`: it is none
 */
export function numberedLane(heading: string): string | undefined {
  const lane = LANE.exec(heading)?.[1];
  return lane === undefined ? undefined : String(Number(lane));
}
