/** What the parts of the programme share: its rows, drafts, selection and faults. */
import { computed, effect, type ReadonlySignal, signal } from '@preact/signals';
import type { Office, OfficeRace } from '../../../../../src/contract/console/office.ts';
import { VenueClock } from '../../../../../src/domain/day/venue-clock.ts';
import { office, shownRevision } from '../../documents/office.ts';
import { isTypingInRows } from '../table/row-actions.ts';
import { isNewRow, type RowDrafts } from '../table/row-drafts.ts';
import { repeatedTexts, steady } from '../table/row-push.ts';
import { pushRaces, type RaceRow, type RowsWrite, TableState } from '../table/table-state.ts';
import {
  instantOf,
  mergedRows,
  mineOf,
  nextRace,
  type PlacedRow,
  placedRows,
  pushOf,
  shownTexts,
  storedRows,
} from './race-rows.ts';
import type { RaceField, RaceTexts } from './race-texts.ts';

/** After every time of a day. */
const LAST_TIME = '99:99';

export class ProgrammeState extends TableState<RaceRow> {
  protected readonly push = pushRaces;
  protected readonly errorFields = { first: 'raceNumber', others: { scheduledAt: 'time' } };
  readonly event: ReadonlySignal<Office['event'] | undefined>;
  readonly timezone: ReadonlySignal<string | null>;
  readonly clock: ReadonlySignal<VenueClock>;
  /** By key of the row. */
  readonly races: ReadonlySignal<ReadonlyMap<string, OfficeRace>>;
  /** The rows in the order of the table. */
  readonly rows = signal<readonly PlacedRow[]>([]);
  /** Numbers that more than one race has; `repeatedPrinted`: or shows. */
  readonly repeated: ReadonlySignal<ReadonlySet<string>>;
  readonly repeatedPrinted: ReadonlySignal<ReadonlySet<string>>;

  constructor(eventId: number) {
    super(eventId, 'programme');
    this.event = computed(() => office.value.document?.event);
    this.timezone = computed(() => this.event.value?.timezone ?? null);
    this.clock = computed(() => new VenueClock(this.timezone.value));
    this.races = computed(
      () => new Map(office.value.document?.races.map((race) => [String(race.id), race])),
    );
    const rows = computed(() => this.keys().map((key) => this.texts(key)));
    this.repeated = steady(() => repeatedTexts(rows.value.map((row) => row.raceNumber)));
    this.repeatedPrinted = steady(() =>
      repeatedTexts(rows.value.map((row) => row.printedNumber || row.raceNumber)),
    );
  }

  /** Keeps the rows of the table current. @returns a function that stops it */
  follow(): () => void {
    return effect(() => {
      const keys = this.keys();
      const sorted = placedRows(keys, (key) => this.sortedBy(key));
      this.rows.value = isTypingInRows() ? mergedRows(this.rows.peek(), sorted) : sorted;
    });
  }

  /** Sorts the rows; to be called when nobody is typing in them. */
  sort(): void {
    this.rows.value = placedRows(this.keys(), (key) => this.sortedBy(key));
  }

  /** The texts of a row: what is typed, else what is stored. */
  texts(key: string): RaceTexts {
    return shownTexts(this.races.value.get(key), this.draft.row(key).value, this.clock.value);
  }

  textsUnwatched(key: string): RaceTexts {
    return shownTexts(this.races.peek().get(key), this.draft.row(key).peek(), this.clock.peek());
  }

  /** The stored text of a field. */
  stored(key: string, field: RaceField): string {
    return shownTexts(this.races.peek().get(key), undefined, this.clock.peek())[field];
  }

  /** Puts texts into the drafts of rows, as if somebody had typed them. */
  typeAll(rows: readonly (readonly [key: string, texts: Partial<RaceTexts>])[]): void {
    const seen = shownRevision();
    this.draft.typeAll(
      rows.flatMap(([key, texts]) =>
        (Object.entries(texts) as [RaceField, string][]).map(
          ([field, value]) =>
            [key, { field, value, stored: this.stored(key, field), seen }] as const,
        ),
      ),
    );
  }

  /** Adds a race at the end of a day. @param texts replace those proposed @returns its key */
  add(day: string, texts: Partial<RaceTexts> = {}): string {
    const rows = this.rows.peek().map(({ key }) => this.textsUnwatched(key));
    const next = nextRace(rows, day, this.clock.peek());
    return this.draft.add({ ...next, ...texts });
  }

  /** Adds a race like another one, with the next number and time. @returns its key */
  duplicate(key: string): string {
    const { raceNumber: _, printedNumber: __, time: ___, ...texts } = this.textsUnwatched(key);
    return this.add(texts.day, texts);
  }

  /** Exchanges the times of a row and the one before or after it. @returns whether there is one */
  exchange(key: string, by: 1 | -1): boolean {
    const rows = this.rows.peek();
    const index = rows.findIndex((row) => row.key === key);
    const other = rows[index + by];
    if (index < 0 || !other) return false;
    const [mine, theirs] = [this.textsUnwatched(key), this.textsUnwatched(other.key)];
    const at = ({ day, time }: RaceTexts) => ({ day, time });
    this.typeAll([
      [key, at(theirs)],
      [other.key, at(mine)],
    ]);
    this.sort();
    return true;
  }

  protected writeOf(rows: RowDrafts): RowsWrite<RaceRow> {
    const clock = this.clock.peek();
    return {
      push: (decided) => pushOf(rows, this.races.peek(), clock, decided),
      mine: mineOf(rows, this.races.peek(), clock),
      stored: () => storedRows(rows, this.races.peek(), clock),
    };
  }

  /** The texts by which a row is sorted: an unreadable time counts as the stored one; a row without any comes last. */
  private sortedBy(key: string): RaceTexts {
    const texts = this.textsUnwatched(key);
    const day = isNewRow(key) ? texts.day : texts.day || this.dayOfGone(key);
    const race = this.races.peek().get(key);
    const { values } = this.draft.row(key).peek() ?? {};
    // By instant, because times can come twice; a race that nobody typed into has its instant, and needs no look-up.
    const moments =
      race && values?.day === undefined && values?.time === undefined
        ? [Date.parse(race.scheduledAt)]
        : [texts.time, this.stored(key, 'time')].map((time) =>
            instantOf({ day, time }, this.clock.peek()),
          );
    const at = moments.find((moment) => !Number.isNaN(moment));
    return { ...texts, day, time: at === undefined ? LAST_TIME : new Date(at).toISOString() };
  }

  /** The day of a removed race, which keeps its place in the table though its day is not stored any more. */
  dayOfGone(key: string): string {
    const shown = this.rows.peek().find((row) => row.key === key)?.day;
    return shown || (this.event.peek()?.startDate ?? '');
  }

  /** Keys of all rows: stored races, and rows with a draft, which are new or of a removed race. */
  private keys(): string[] {
    return [...new Set([...this.races.value.keys(), ...this.draft.keys.value])];
  }
}
