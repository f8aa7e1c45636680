/**
 * A list of boats as they start or finish, kept on this device until each line is stored: through a reload, the end of the
 * session, and hours without a network. Lines are sent as they are typed, in the order of their times, and again once there is
 * a connection; two devices may keep lists of the same race, because a write names only its own boats.
 */
import { computed, type ReadonlySignal, signal } from '@preact/signals';
import type { OfficeRace } from '../../../../../../src/contract/console/office.ts';
import { formatInstant } from '../../../../../../src/contract/instant.ts';
import { isOffline } from '../../../api.ts';
import { shownRevision } from '../../../documents/office.ts';
import type { Problem } from '../../../problems.ts';
import { racingWords } from '../../../words/office-racing.ts';
import { writeOffice } from '../../conflicts/write.ts';
import { isNewRow } from '../../table/row-drafts.ts';
import { type TableDraft, tableDraft } from '../../table/table-draft.ts';
import { mineOfEntries, RACING_ROUTE } from '../race-writes.ts';
import { storedNow } from '../results/results-draft.ts';
import {
  type Arrival,
  type CourseEnd,
  entriesOf,
  isToSend,
  type JudgedArrival,
  judgedArrivals,
} from './arrivals.ts';

/** Rows of the draft that are no lines yet: the field for the next boat, and pasted times. */
type Typed = 'field' | 'pasted';
/** At most so many lines go into one request, because hundreds may wait after hours without a network. */
const MAX_TOGETHER = 50;
/** After a temporary failure, not a fault of what was sent, the list tries again after so long. */
const RETRY_MILLIS = 5000;
const NOT_NOW: readonly string[] = ['offline', 'cancelled', 'rate_limited', 'internal_error'];

export class ArrivalList {
  readonly end: CourseEnd;
  readonly draft: TableDraft;
  readonly lines: ReadonlySignal<readonly JudgedArrival[]>;
  /** Why lines were refused, by key. They are not sent again until the person corrects them. */
  readonly refused = signal<ReadonlyMap<string, Problem>>(new Map());
  private readonly eventId: number;
  private readonly race: ReadonlySignal<OfficeRace>;
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** Once several lines were refused together, each is sent alone, so that a faulty one does not hold back the others. */
  private isOneByOne = false;

  constructor(eventId: number, end: CourseEnd, race: ReadonlySignal<OfficeRace>) {
    this.eventId = eventId;
    this.end = end;
    this.race = race;
    const name = end === 'start' ? 'starts' : 'finishes';
    this.draft = tableDraft(`${name} ${eventId} ${race.peek().id}`);
    this.lines = computed(() => judgedArrivals(race.value, end, this.arrivals()));
  }

  /** The text of a row that is no line yet. */
  text(where: Typed): string {
    return this.draft.row(where).value?.values.text ?? '';
  }

  type(where: Typed, value: string): void {
    this.draft.type(where, { field: 'text', value, stored: '', seen: shownRevision() });
  }

  /** Adds a line, and sends it. @param line with `at` in epoch milliseconds */
  add(line: Omit<Arrival, 'key'>): void {
    this.draft.add(valuesOf(line));
    void this.send();
  }

  /** The bow that is being typed into a line; it counts once Enter is pressed. `undefined`: nothing. */
  typing(key: string): string | undefined {
    return this.draft.row(key).value?.values.typing;
  }

  typeBow(key: string, value: string): void {
    this.draft.type(key, { field: 'typing', value, stored: '', seen: shownRevision() });
  }

  /** Gives a line its bow, or sends it again, with the revision that is on the screen now. */
  name(key: string, bow: string, more: Pick<Arrival, 'replaces'> = {}): void {
    const line = this.lines.peek().find((each) => each.key === key);
    if (!line) return;
    // The line may be in a request with its earlier bow.
    const frees = line.frees ?? (line.state.kind === 'ready' ? line.state.position : undefined);
    this.remove(line);
    this.add({ ...line, bow, ...more, ...(frees !== undefined && { frees }) });
  }

  /** Gives the boat the time of this line in place of the one that it has, which stays here as a line without a bow. */
  take({ key, bow, state }: JudgedArrival): void {
    if (state.kind !== 'twice') return;
    const { at, position } = state;
    const isOfBoat = (line: JudgedArrival) =>
      line.at === at && line.state.kind === 'ready' && line.state.position === position;
    // The time is stored, or that of a line that is not sent yet.
    const unsent = this.lines.peek().find(isOfBoat);
    if (unsent) this.name(unsent.key, '');
    this.name(key, bow, { replaces: true });
    if (!unsent) this.add({ at, bow: '' });
  }

  /** @returns a function that puts the line back */
  remove(line: Arrival): () => void {
    this.draft.discard([line.key]);
    this.forget([line.key]);
    return () => this.add(line);
  }

  /** Sends all lines that can be sent. Never throws. */
  async send(): Promise<void> {
    if (this.draft.isBusy.peek() || isOffline.peek()) return;
    this.draft.isBusy.value = true;
    while (await this.sendSome());
    this.draft.isBusy.value = false;
  }

  /** Cancels the retry. */
  stop(): void {
    clearTimeout(this.timer);
  }

  /** @returns whether there may be more to send now */
  private async sendSome(): Promise<boolean> {
    const refused = this.refused.peek();
    const due = this.lines.peek().filter((line) => isToSend(line) && !refused.has(line.key));
    const lines = due.slice(0, this.isOneByOne ? 1 : MAX_TOGETHER);
    if (lines.length === 0) {
      this.isOneByOne = false;
      return false;
    }
    const race = storedNow(this.race.peek());
    const entries = entriesOf(race, this.end, lines);
    const sent = this.draft.take(lines.map(({ key }) => key));
    const outcome = await writeOffice(RACING_ROUTE, {
      params: { eventId: this.eventId, raceId: race.id },
      seen: sent.seen,
      body: () => (entries.length > 0 ? { entries } : undefined),
      mine: mineOfEntries(race.id, entries),
      said: this.saidOf(lines),
      isQuiet: true,
    });
    if (outcome.kind !== 'refused') {
      const stays = (line: JudgedArrival) => line.state.kind !== 'ready' || this.isRetyped(line);
      const done = new Set(lines.flatMap((line) => (stays(line) ? [] : line.key)));
      const settled = Object.entries(sent.rows).filter(([key]) => done.has(key));
      this.draft.settle({ ...sent, rows: Object.fromEntries(settled) });
      for (const line of lines) if (!done.has(line.key)) this.noteWritten(line);
      // This list itself has given the time of a renamed line to the boat named first, so that is no conflict.
      const written = new Set(lines.map(({ at }) => at));
      for (const { key, at, frees } of this.lines.peek())
        if (frees !== undefined && written.has(at)) this.draft.markSeen(key);
      return true;
    }
    if (NOT_NOW.includes(outcome.problem.code)) {
      this.sendLater();
      return false;
    }
    if (lines.length > 1) this.isOneByOne = true;
    else this.refuse(lines, outcome.problem);
    return true;
  }

  /** Whether another bow is being typed into a line that is in the request. */
  private isRetyped({ key, bow }: Arrival): boolean {
    const typing = this.typing(key);
    return typing !== undefined && typing.trim() !== bow.trim();
  }

  /**
   * Keeps a line after its write: one without a bow that only took a time away from a boat, and one whose bow is being
   * corrected. The latter loses its bow, and will take the time away from the boat that got it.
   */
  private noteWritten({ key, state }: JudgedArrival): void {
    if (!this.draft.keys.peek().includes(key)) return;
    const isNamed = state.kind === 'ready';
    const seen = shownRevision();
    if (isNamed) this.draft.type(key, { field: 'bow', value: '', stored: '', seen });
    const frees = isNamed ? String(state.position) : '';
    this.draft.type(key, { field: 'frees', value: frees, stored: '', seen });
  }

  private sendLater(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.send(), RETRY_MILLIS);
  }

  private refuse(lines: readonly Arrival[], problem: Problem): void {
    this.refused.value = new Map([
      ...this.refused.peek(),
      ...lines.map(({ key }) => [key, problem] as const),
    ]);
  }

  private forget(keys: readonly string[]): void {
    const left = [...this.refused.peek()].filter(([key]) => !keys.includes(key));
    this.refused.value = new Map(left);
  }

  private saidOf(lines: readonly JudgedArrival[]): string {
    const t = racingWords.peek();
    const [line] = lines;
    if (!line || lines.length > 1) return t.storedMany(lines.length);
    const said = this.end === 'start' ? t.storedStart : t.storedFinish;
    return said(line.bow || '?', this.clock(line.at));
  }

  /** A time of the list as people at the venue read it. */
  clock: (at: number) => string = (at) => formatInstant(at);

  private arrivals(): Arrival[] {
    return this.draft.keys.value.filter(isNewRow).flatMap((key): Arrival[] => {
      const values = this.draft.row(key).value?.values;
      const at = Date.parse(values?.at ?? '');
      if (!values || Number.isNaN(at)) return [];
      const { bow = '', frees, replaces } = values;
      const own = frees && { frees: Number(frees) };
      return [{ key, at, bow, ...own, ...(replaces !== undefined && { replaces: true }) }];
    });
  }
}

/** A line as the draft stores it. */
function valuesOf({ at, bow, frees, replaces }: Omit<Arrival, 'key'>): Record<string, string> {
  return {
    at: formatInstant(at),
    bow,
    ...(frees !== undefined && { frees: String(frees) }),
    ...(replaces && { replaces: 'yes' }),
  };
}
