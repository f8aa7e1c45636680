/**
 * Plans a head regatta: when boats start and finish by the true clock, and what the start and the finish send, whose clocks
 * differ, with the mistakes that are made on such a day.
 */

export interface Size {
  divisions: number;
  boatsOfDivision: number;
  minutesBetweenDivisions: number;
  /** The time of the fastest boat and of the slowest. */
  rowingMinutes: [number, number];
  outOfOrder: number;
  dns: number;
  dnf: number;
  falseBows: number;
  corrections: number;
}

export interface Boat {
  bow: number;
  division: number;
  position: number;
  crew: string;
  category: string;
  allowanceMillis: number | null;
  outOfCompetition: boolean;
}

/** What the start or the finish sends. */
export interface Message {
  /** When it is sent, by the true clock, in epoch milliseconds. */
  at: number;
  clock: 'start' | 'finish';
  division: number;
  body: { closed?: true; entries?: EntryBody[] };
  /** The wrong property of a message that has to be refused. */
  refusedOn?: string;
}

interface EntryBody {
  positionLabel: string;
  startedAt?: string;
  finishedAt?: string;
  penaltyMillis?: number;
  status?: 'dns' | 'dnf';
}

export interface Plan {
  /** When each division starts. */
  starts: number[];
  boats: Boat[];
  /** In the order of time. */
  messages: Message[];
}

export const INTERVAL_SECONDS = 20;
/** How far the clock at the finish is behind that at the start. */
export const CLOCK_OFFSET_MILLIS = 7400;
const SECOND = 1000;
const MINUTE = 60 * SECOND;

const CATEGORIES = [
  ['Open 4x', null],
  ['Masters C 4x', 45 * SECOND],
  ['Junior 4x', null],
] as const;
const CLUBS = [
  'Ahorn',
  'Birke',
  'Eiche',
  'Esche',
  'Linde',
  'Ulme',
  'Weide',
  'Erle',
  'Buche',
  'Kiefer',
];

const text = (at: number) => new Date(at).toISOString();

/** @param random from 0 to 1, the same for the same seed */
export function planHeadRegatta(size: Size, startAt: number, random: () => number): Plan {
  const starts = Array.from(
    { length: size.divisions },
    (_, division) => startAt + division * size.minutesBetweenDivisions * MINUTE,
  );
  const boats = starts.flatMap((_, division) =>
    Array.from({ length: size.boatsOfDivision }, (__, index) =>
      boatOf(division, index, size.boatsOfDivision),
    ),
  );
  const fates = new Fates(boats, random);
  const late = new Set(fates.take(size.outOfOrder));
  const dns = new Set(fates.take(size.dns));
  const dnf = new Set(fates.take(size.dnf));
  const misread = new Set(fates.take(size.falseBows));
  const corrected = new Set(fates.take(size.corrections));
  const missing = fates.takeOf(size.divisions - 1);
  const messages: Message[] = boats.flatMap((boat) => {
    const { bow, division, position } = boat;
    const said = (at: number, clock: Message['clock'], entry: object, refusedOn?: string) => ({
      ...{ at, clock, division, ...(refusedOn !== undefined && { refusedOn }) },
      body: { entries: [{ positionLabel: String(bow), ...entry }] },
    });
    const planned = (starts[division] ?? 0) + (position - 1) * INTERVAL_SECONDS * SECOND;
    if (dns.has(boat)) return [said(planned + 90 * SECOND, 'start', { status: 'dns' })];
    const startedAt = planned + Math.round(random() * 900) + (late.has(boat) ? 25 * SECOND : 0);
    const start = said(startedAt, 'start', { startedAt: text(startedAt) });
    if (boat === missing) return [start];
    const [least, most] = size.rowingMinutes;
    const rowed = Math.round((least + random() * (most - least)) * MINUTE);
    if (dnf.has(boat)) return [start, said(startedAt + rowed / 2, 'finish', { status: 'dnf' })];
    const at = startedAt + rowed;
    const finishedAt = text(at - CLOCK_OFFSET_MILLIS);
    const finish = said(at, 'finish', { finishedAt });
    const isPenalised = position % 20 === 7;
    const penalty = said(at + 30 * SECOND, 'finish', { penaltyMillis: 5 * SECOND });
    const beside = isPenalised ? [penalty] : [];
    if (misread.has(boat)) {
      const wrong = said(
        at,
        'finish',
        { positionLabel: `9${bow}`, finishedAt },
        'entries[0].positionLabel',
      );
      return [start, wrong, { ...finish, at: at + 6 * SECOND }, ...beside];
    }
    if (corrected.has(boat)) {
      const wrong = said(at, 'finish', {
        finishedAt: text(at - CLOCK_OFFSET_MILLIS - 60 * SECOND),
      });
      return [start, wrong, { ...finish, at: at + 45 * SECOND }, ...beside];
    }
    return [start, finish, ...beside];
  });
  const last = Math.max(...messages.map(({ at }) => at));
  const close: Message = {
    ...{ at: last + 60 * SECOND, clock: 'finish', division: size.divisions - 1 },
    body: { closed: true },
  };
  return { starts, boats, messages: [...messages, close].sort((a, b) => a.at - b.at) };
}

function boatOf(division: number, index: number, size: number): Boat {
  const bow = division * size + index + 1;
  const [category, allowanceMillis] = CATEGORIES[index % CATEGORIES.length] ?? CATEGORIES[0];
  return {
    ...{ bow, division, position: index + 1, category, allowanceMillis },
    crew: `${CLUBS[bow % CLUBS.length]} ${bow}`,
    outOfCompetition: index % 25 === 13,
  };
}

/** Picks boats to which something happens, each boat only once. */
class Fates {
  private readonly left: Boat[];
  private readonly random: () => number;

  constructor(boats: Boat[], random: () => number) {
    this.left = boats.filter(({ outOfCompetition }) => !outOfCompetition);
    this.random = random;
  }

  take(count: number): Boat[] {
    return Array.from({ length: count }, () => {
      const [boat] = this.left.splice(Math.floor(this.random() * this.left.length), 1);
      if (!boat) throw new Error('There are more fates than boats.');
      return boat;
    });
  }

  takeOf(division: number): Boat | undefined {
    const at = this.left.findIndex((boat) => boat.division === division);
    return this.left.splice(at, 1)[0];
  }
}
