/** How addresses, queries and options name a row of the database. */

/** An id in plain decimal; nothing where the text is none. With more digits it would be no safe integer. */
export function readRowId(text: string): number | undefined {
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined;
}
