/**
 * A list of boats as they start or finish, kept on this device until each line is stored: through a reload, an ended
 * session, and hours without a network. Lines are sent as they are typed, in the order of their moments, and once more when
 * there is a connection again; two devices may keep lists of the same race, because a write names only its own boats.
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

/** The rows of a draft for what is typed and no line yet: into the field for the next boat, and pasted times. */
type Typed = 'field' | 'pasted';
/** After hours without a network lines go in parcels of so many. */
const MAX_TOGETHER = 50;
/** A refusal that is about the moment, not about what was sent, is tried again after so long. */
const RETRY_MILLIS = 5000;
const NOT_NOW: readonly string[] = ['offline', 'cancelled', 'rate_limited', 'internal_error'];

export class ArrivalList {
  readonly end: CourseEnd;
  readonly draft: TableDraft;
  readonly lines: ReadonlySignal<readonly JudgedArrival[]>;
  /** Why lines were not stored, by key. They wait until somebody looks at them. */
  readonly refused = signal<ReadonlyMap<string, Problem>>(new Map());
  private readonly eventId: number;
  private readonly race: ReadonlySignal<OfficeRace>;
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** Of lines that were sent together and refused each one goes by itself, so that one of them keeps no other. */
  private isOneByOne = false;

  constructor(eventId: number, end: CourseEnd, race: ReadonlySignal<OfficeRace>) {
    this.eventId = eventId;
    this.end = end;
    this.race = race;
    const name = end === 'start' ? 'starts' : 'finishes';
    this.draft = tableDraft(`${name} ${eventId} ${race.peek().id}`);
    this.lines = computed(() => judgedArrivals(race.value, end, this.arrivals()));
  }

  /** What is typed and no line yet. */
  text(where: Typed): string {
    return this.draft.row(where).value?.values.text ?? '';
  }

  type(where: Typed, value: string): void {
    this.draft.type(where, { field: 'text', value, stored: '', seen: shownRevision() });
  }

  /** One more line. @param at epoch milliseconds */
  add(line: Omit<Arrival, 'key'>): void {
    this.draft.add(valuesOf(line));
    void this.send();
  }

  /** What is typed for the boat of a line, and does not count before Enter. */
  typing(key: string): string | undefined {
    return this.draft.row(key).value?.values.typing;
  }

  typeBow(key: string, value: string): void {
    this.draft.type(key, { field: 'typing', value, stored: '', seen: shownRevision() });
  }

  /** Names the boat of a line, or sends it once more: from now on it has seen what is on the screen. */
  name(key: string, bow: string, more: Pick<Arrival, 'replaces'> = {}): void {
    const line = this.lines.peek().find((each) => each.key === key);
    if (!line) return;
    // It may be on its way under the bow that it had.
    const frees = line.frees ?? (line.state.kind === 'ready' ? line.state.position : undefined);
    this.remove(line);
    this.add({ ...line, bow, ...more, ...(frees !== undefined && { frees }) });
  }

  /** Takes the time of a line in place of the one that its boat has, which stays here without a name. */
  take({ key, bow, state }: JudgedArrival): void {
    if (state.kind !== 'twice') return;
    this.name(key, bow, { replaces: true });
    this.add({ at: state.at, bow: '' });
  }

  /** @returns puts it back */
  remove(line: Arrival): () => void {
    this.draft.discard([line.key]);
    this.forget([line.key]);
    return () => this.add(line);
  }

  /** Sends what can be sent, until nothing is left. Never throws. */
  async send(): Promise<void> {
    if (this.draft.isBusy.peek() || isOffline.peek()) return;
    this.draft.isBusy.value = true;
    while (await this.sendSome());
    this.draft.isBusy.value = false;
  }

  /** Sends nothing more. */
  stop(): void {
    clearTimeout(this.timer);
  }

  /** @returns whether it is worth going on */
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
      // The time of a line that got another name on its way was given to its first boat by this list, and by nobody else.
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

  /** Whether another boat is being typed into a line that is on its way. */
  private isRetyped({ key, bow }: Arrival): boolean {
    const typing = this.typing(key);
    return typing !== undefined && typing.trim() !== bow.trim();
  }

  /**
   * A line stays that only takes a time away and has no name yet, and one whose boat is being corrected: its time goes
   * back to this device, as that of a stored line does.
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

  /** A moment of the list as people at the venue read it. */
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

/** A line as a draft keeps it. */
function valuesOf({ at, bow, frees, replaces }: Omit<Arrival, 'key'>): Record<string, string> {
  return {
    at: formatInstant(at),
    bow,
    ...(frees !== undefined && { frees: String(frees) }),
    ...(replaces && { replaces: 'yes' }),
  };
}
