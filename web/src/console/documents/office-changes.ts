/** What differs between two states of the office document, and one state that shares with the other what is the same. */
import type { Office } from '../../../../src/contract/console/office.ts';

interface Newer {
  /** Equal to the newer document; what has not changed in it is the same object as before. */
  document: Office;
  /**
   * Keys of what is marked on the page: `race 12` and `race 12 title`, `lane 12 3` (race and position), `crew 4` and
   * `crew 4 name`; of a new race or crew only the first.
   */
  changed: string[];
}

/** @param before of the same event */
export function compareOffices(before: Office, after: Office): Newer {
  const changed: string[] = [];
  const races = shared('race', before.races, after.races, changed);
  const crews = shared('crew', before.crews, after.crews, changed);
  return { document: { ...after, races, crews }, changed };
}

/** Properties that follow from others and are not marked: a delay changes every estimate, and nobody needs to look at each. */
const DERIVED: readonly string[] = ['estimatedAt', 'draw'];

function shared<Row extends { id: number }>(
  kind: string,
  before: readonly Row[],
  after: readonly Row[],
  changed: string[],
): Row[] {
  const known = new Map(before.map((row) => [row.id, row]));
  return after.map((row) => {
    const old = known.get(row.id);
    if (!old) {
      changed.push(`${kind} ${row.id}`);
      return row;
    }
    if (isEqual(old, row)) return old;
    const properties = changedProperties(old, row).filter((name) => !DERIVED.includes(name));
    if (properties.length > 0) changed.push(`${kind} ${row.id}`);
    for (const name of properties) {
      if (name === 'lanes') changed.push(...changedLanes(row.id, old, row));
      else changed.push(`${kind} ${row.id} ${name}`);
    }
    return row;
  });
}

function changedProperties(before: object, after: object): string[] {
  return Object.entries(after)
    .filter(([name, value]) => !isEqual((before as Record<string, unknown>)[name], value))
    .map(([name]) => name);
}

function changedLanes(raceId: number, before: object, after: object): string[] {
  const lanesOf = (race: object) => (race as { lanes: readonly { position: number }[] }).lanes;
  const known = new Map(lanesOf(before).map((lane) => [lane.position, lane]));
  return lanesOf(after)
    .filter((lane) => !isEqual(known.get(lane.position), lane))
    .map(({ position }) => `lane ${raceId} ${position}`);
}

function isEqual(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}
