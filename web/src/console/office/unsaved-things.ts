/** Which drafts of an event are unsaved, found by the names under which they are stored (`table-draft.ts`, `form.ts`). Pure. */
import type { OfficePart } from '../../../../src/contract/console/office.ts';

/** One unsaved draft; `raceId` where it is about one race. */
export interface UnsavedThing {
  kind: UnsavedKind;
  part: OfficePart;
  raceId?: number;
}

/** The name of a draft has one of these kinds and the id of the event; the part of the office in which it is typed. */
const PARTS_OF = {
  event: 'overview',
  look: 'overview',
  programme: 'programme',
  'paste-races': 'programme',
  settings: 'programme',
  import: 'programme',
  crews: 'crews',
  'paste-crews': 'crews',
  results: 'races',
  draw: 'races',
  entries: 'races',
  'paste-entries': 'races',
  starts: 'races',
  'race-facts': 'races',
  finishes: 'races',
  rules: 'progression',
  round: 'progression',
  pattern: 'progression',
  'pattern-races': 'progression',
  heats: 'progression',
  delay: 'day',
  retime: 'day',
  notice: 'day',
} as const satisfies Record<string, OfficePart>;

type UnsavedKind = keyof typeof PARTS_OF;

/** Kinds of which each race has a draft of its own. */
const OF_RACES: readonly string[] = [
  ...['results', 'draw', 'rules'],
  ...['entries', 'paste-entries', 'starts', 'finishes', 'race-facts'],
];

/**
 * The unsaved drafts of an event.
 *
 * @param names under which drafts are stored: `rows 5 results 7 12` is what person 5 has typed into the results of race 12 of
 *   event 7
 * @returns each draft once, in the order of the names
 */
export function unsavedThings(
  names: readonly string[],
  { personId, eventId }: { personId: number; eventId: number },
): UnsavedThing[] {
  const found = new Map<string, UnsavedThing>();
  for (const name of names) {
    const [, owner, kind = '', event, rest] = NAME.exec(name) ?? [];
    if (Number(owner) !== personId || Number(event) !== eventId || rest === 'seen') continue;
    if (!Object.hasOwn(PARTS_OF, kind)) continue;
    const known = kind as UnsavedKind;
    const raceId = OF_RACES.includes(kind) ? { raceId: Number(rest) } : {};
    found.set(`${kind} ${raceId.raceId}`, { kind: known, part: PARTS_OF[known], ...raceId });
  }
  return [...found.values()];
}

const NAME = /^(?:rows|draft) (\d+) ([a-z-]+?)[ -](\d+)(?: (\S+))?$/;
