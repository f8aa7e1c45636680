/** How a path names an event (decision R13). */

/** No event has this id: row numbers start at 1. */
export const NO_EVENT = 0;

/** A positive int64 in plain decimal; anything else is an event that nobody can see. */
export function parseEventId(text: string): number {
  const id = /^[1-9]\d{0,18}$/.test(text) ? Number(text) : NO_EVENT;
  return Number.isSafeInteger(id) ? id : NO_EVENT;
}
