/** What the parts of the page of crews share: its rows, drafts, selection and faults. */
import { computed, effect, type ReadonlySignal, signal } from '@preact/signals';
import type { OfficeCrew } from '../../../../../src/contract/console/office.ts';
import { office, shownRevision } from '../../documents/office.ts';
import { isTypingInRows } from '../table/row-actions.ts';
import type { RowDrafts } from '../table/row-drafts.ts';
import { repeatedTexts, steady } from '../table/row-push.ts';
import { type CrewRow, pushCrews, type RowsWrite, TableState } from '../table/table-state.ts';
import { type EntriesOfCrew, entriesOfCrews } from '../withdrawn/entries.ts';
import {
  type CrewTexts,
  countedAnew,
  crewPushOf,
  mineOfCrews,
  movedCrew,
  racesOfCrews,
  shownCrew,
  storedCrews,
} from './crew-rows.ts';

export class CrewsState extends TableState<CrewRow> {
  protected readonly push = pushCrews;
  protected readonly errorFields = { first: 'name' };
  /** By key of the row. */
  readonly crews: ReadonlySignal<ReadonlyMap<string, OfficeCrew>>;
  /** The printed numbers of the races in which a crew is drawn, by its id. */
  readonly racesOf: ReadonlySignal<ReadonlyMap<number, readonly string[]>>;
  /** The races from which each crew can withdraw, or has withdrawn, by its id. */
  readonly entries: ReadonlySignal<ReadonlyMap<number, EntriesOfCrew>>;
  /** Keys of the rows in the order of the table. */
  readonly rows = signal<readonly string[]>([]);
  /** Names that more than one crew has. */
  readonly repeated: ReadonlySignal<ReadonlySet<string>>;

  constructor(eventId: number) {
    super(eventId, 'crews');
    this.crews = computed(
      () => new Map(office.value.document?.crews.map((crew) => [String(crew.id), crew])),
    );
    this.racesOf = computed(() => racesOfCrews(office.value.document ?? { races: [] }));
    this.entries = computed(() => entriesOfCrews(office.value.document ?? { races: [] }));
    this.repeated = steady(() =>
      repeatedTexts(this.keys().map((key) => this.texts(key).name.trim())),
    );
  }

  /** Keeps the rows of the table current. @returns a function that stops it */
  follow(): () => void {
    return effect(() => {
      const keys = this.keys();
      if (!isTypingInRows()) {
        this.rows.value = this.sorted(keys);
        return;
      }
      // While somebody types, rows on the screen keep their places.
      const shown = this.rows.peek().filter((key) => keys.includes(key));
      this.rows.value = [...shown, ...keys.filter((key) => !shown.includes(key))];
    });
  }

  /** Sorts the rows; to be called when nobody is typing in them. */
  sort(): void {
    this.rows.value = this.sorted(this.keys());
  }

  /** The texts of a row: what is typed, else what is stored. */
  texts(key: string): CrewTexts {
    return shownCrew(this.crews.value.get(key), this.draft.row(key).value);
  }

  textsUnwatched(key: string): CrewTexts {
    return shownCrew(this.crews.peek().get(key), this.draft.row(key).peek());
  }

  /** Exchanges a crew with its neighbour. @returns whether there is one */
  move(key: string, by: 1 | -1): boolean {
    const moved = movedCrew(this.orders(), key, by);
    this.typeOrders(moved);
    return moved.length > 0;
  }

  /** Sorts the crews by name, as a draft of their orders. */
  sortByName(): void {
    const compare = new Intl.Collator(undefined, { numeric: true }).compare;
    const keys = [...this.rows.peek()].sort((a, b) =>
      compare(this.textsUnwatched(a).name, this.textsUnwatched(b).name),
    );
    this.typeOrders(countedAnew(keys, this.orders()));
  }

  protected writeOf(rows: RowDrafts): RowsWrite<CrewRow> {
    return {
      push: (decided) => crewPushOf(rows, this.crews.peek(), decided),
      mine: mineOfCrews(rows, this.crews.peek()),
      stored: () => storedCrews(rows, this.crews.peek()),
    };
  }

  /** Sorts keys by the order of the crews, typed else stored; rows without an order come last. */
  private sorted(keys: readonly string[]): string[] {
    const at = (key: string) => {
      const order = this.textsUnwatched(key).sortOrder;
      return order === '' || Number.isNaN(Number(order)) ? Number.POSITIVE_INFINITY : Number(order);
    };
    const place = new Map(keys.map((key, index) => [key, index]));
    return [...keys].sort((a, b) => at(a) - at(b) || (place.get(a) ?? 0) - (place.get(b) ?? 0));
  }

  private orders(): { key: string; sortOrder: number }[] {
    const rows = this.rows.peek().map((key) => ({
      key,
      sortOrder: Number(this.textsUnwatched(key).sortOrder || Number.NaN),
    }));
    const most = rows.reduce((found, { sortOrder }) => Math.max(found, sortOrder || 0), 0);
    return rows.map(({ key, sortOrder }, index) => ({
      key,
      sortOrder: Number.isNaN(sortOrder) ? most + index : sortOrder,
    }));
  }

  private typeOrders(orders: readonly (readonly [key: string, sortOrder: number])[]): void {
    const seen = shownRevision();
    this.draft.typeAll(
      orders.map(([key, sortOrder]) => {
        const crew = this.crews.peek().get(key);
        const stored = crew ? String(crew.sortOrder) : '';
        return [key, { field: 'sortOrder', value: String(sortOrder), stored, seen }];
      }),
    );
    this.sort();
  }

  private keys(): string[] {
    return [...new Set([...this.crews.value.keys(), ...this.draft.keys.value])];
  }
}
