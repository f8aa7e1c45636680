/**
 * The order in which lanes finished, as somebody calls it out: `3 1 4`, `3=1 4` where two were level. Pure; it
 * comes before the times, or, in a race without times, in place of them (console, "Fast entry").
 */

interface OrderLane {
  position: number;
  positionLabel: string;
}

interface FinishOrder {
  /** Places by position, one more than the lanes before; level lanes share one. */
  places: ReadonlyMap<number, number>;
  /** The first thing that is wrong. */
  trouble?: { kind: 'unknown' | 'twice'; label: string };
}

/** @param lanes those with a crew */
export function readFinishOrder(text: string, lanes: readonly OrderLane[]): FinishOrder {
  const positions = new Map(lanes.map((lane) => [plain(lane.positionLabel), lane.position]));
  const places = new Map<number, number>();
  let trouble: FinishOrder['trouble'];
  for (const group of groupsOf(plain(text), positions)) {
    const place = places.size + 1;
    for (const label of group) {
      const position = positions.get(label);
      if (position === undefined) trouble ??= { kind: 'unknown', label };
      else if (places.has(position)) trouble ??= { kind: 'twice', label };
      else places.set(position, place);
    }
  }
  return trouble ? { places, trouble } : { places };
}

/** The order with one more lane at its end, as a tap on the lane adds it. */
export function withNext(text: string, label: string): string {
  const before = text.trim().replace(/,$/, '');
  return before === '' ? label : `${before} ${label}`;
}

/** Lanes in the order in which they finished, then the others as they lie. */
export function inFinishOrder<Lane extends { position: number }>(
  lanes: readonly Lane[],
  { places }: FinishOrder,
): Lane[] {
  const place = ({ position }: Lane) => places.get(position) ?? Number.MAX_SAFE_INTEGER;
  return [...lanes].sort((a, b) => place(a) - place(b) || a.position - b.position);
}

/** Labels, those that were level together. */
function groupsOf(text: string, known: ReadonlyMap<string, number>): string[][] {
  const isShort = [...known.keys()].every((label) => label.length === 1);
  return text
    .replace(/\s*=\s*/g, '=')
    .split(/[\s,;]+/)
    .filter((word) => word !== '')
    .flatMap((word) => {
      if (word.includes('=')) return [word.split('=').filter((label) => label !== '')];
      // `314` where every lane has one digit.
      return isShort && !known.has(word) ? [...word].map((label) => [label]) : [[word]];
    });
}

function plain(text: string): string {
  return text.normalize('NFKC').trim().toLowerCase();
}
