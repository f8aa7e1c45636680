/** What the tables of races and of crews share: which rows are selected and open, and how what was typed is saved. */
import { signal } from '@preact/signals';
import type {
  WrittenCrews,
  WrittenRaces,
} from '../../../../../src/contract/console/office-writes.ts';
import type { OfficeKey } from '../../../../../src/contract/console/routes.ts';
import { reloadOffice } from '../../documents/office.ts';
import { ownProblem, type Problem } from '../../problems.ts';
import type { Decisions, Mine } from '../conflicts/conflicts.ts';
import { type OfficeWrite, type Outcome, type WriteBody, writeOffice } from '../conflicts/write.ts';
import { isNewRow, type RowDrafts } from './row-drafts.ts';
import { errorsByRow, type RowErrors } from './row-push.ts';
import { type TableDraft, tableDraft } from './table-draft.ts';

/** A race, and a crew, as it is sent. */
export type RaceRow = WriteBody<'PUT /events/{eventId}/races'>['races'][number];
export type CrewRow = WriteBody<'PUT /events/{eventId}/crews'>['crews'][number];

/** A write of rows; `body` returns the rows that are left to send after the person's decisions, `undefined` for none. */
export interface RowsPush<Row> extends Omit<OfficeWrite<OfficeKey>, 'params' | 'body'> {
  body: (decided: Decisions) => { rows: readonly Row[]; removed?: readonly number[] } | undefined;
}

/** Sends rows of races. */
export function pushRaces(eventId: number, { body, ...write }: RowsPush<RaceRow>) {
  return writeOffice('PUT /events/{eventId}/races', {
    params: { eventId },
    ...write,
    body: (decided) => {
      const { rows: races, ...rest } = body(decided) ?? {};
      return races && { races, ...rest };
    },
  });
}

/** Sends rows of crews. */
export function pushCrews(eventId: number, { body, ...write }: RowsPush<CrewRow>) {
  return writeOffice('PUT /events/{eventId}/crews', {
    params: { eventId },
    ...write,
    body: (decided) => {
      const { rows: crews, ...rest } = body(decided) ?? {};
      return crews && { crews, ...rest };
    },
  });
}

/** How rows that were typed into are written. */
export interface RowsWrite<Row> {
  /** The rows to send after the person's decisions; `keys` in the order of `rows`. */
  push: (decided?: Decisions) => {
    keys: string[];
    rows: readonly Row[];
    removed: readonly number[];
    faults: ReadonlyMap<string, object>;
  };
  mine: Mine;
  /** @returns keys of new rows that are stored already, because the answer to an earlier push was lost */
  stored: () => string[];
}

export abstract class TableState<Row> {
  readonly eventId: number;
  readonly draft: TableDraft;
  readonly selected = signal<ReadonlySet<string>>(new Set());
  readonly open = signal<ReadonlySet<string>>(new Set());
  readonly problem = signal<Problem | undefined>(undefined);
  /** Whether faults are shown: once somebody has tried to save. */
  readonly isJudged = signal(false);
  /** What the service has refused, by key of the row and property. */
  readonly refused = signal<RowErrors>(new Map());
  /** Sends rows. */
  protected abstract readonly push: (
    eventId: number,
    push: RowsPush<Row>,
  ) => Promise<Outcome<WrittenRaces | WrittenCrews>>;
  /** The field beside which an error of a row as a whole is shown, and fields that show errors of other properties. */
  protected abstract readonly errorFields: { first: string; others?: Record<string, string> };

  /** @param name of the draft, under which it is stored */
  constructor(eventId: number, name: string) {
    this.eventId = eventId;
    this.draft = tableDraft(`${name} ${eventId}`);
  }

  /** Puts the rows in order, once nobody types any more. */
  abstract sort(): void;

  /** @param rows that were typed into */
  protected abstract writeOf(rows: RowDrafts): RowsWrite<Row>;

  unselect(): void {
    this.selected.value = new Set();
  }

  /** Gives up what was typed. */
  discard(): void {
    this.draft.discard();
    this.problem.value = undefined;
    this.sort();
  }

  /** Sends what was typed. @returns keys and ids of the rows that were added */
  async save(): Promise<ReadonlyMap<string, number>> {
    const added = new Map<string, number>();
    const { isBusy } = this.draft;
    if (isBusy.peek()) return added;
    if (this.problem.peek()?.code === 'offline' || this.draft.isKept) await this.settleLost();
    const sent = this.draft.take();
    const { push, mine } = this.writeOf(sent.rows);
    this.refused.value = new Map();
    this.isJudged.value = true;
    let { keys, faults } = push();
    if (faults.size > 0) {
      this.problem.value = ownProblem('validation_failed');
      return added;
    }
    isBusy.value = true;
    const outcome = await this.push(this.eventId, {
      seen: sent.seen,
      body: (decided) => {
        const { rows, removed, ...left } = push(decided);
        keys = left.keys;
        const isEmpty = rows.length === 0 && removed.length === 0;
        return isEmpty ? undefined : { rows, removed };
      },
      mine,
    });
    isBusy.value = false;
    if (outcome.kind === 'refused') {
      const { first, others } = this.errorFields;
      this.problem.value = outcome.problem;
      this.refused.value = errorsByRow(outcome.problem, keys, first, others);
      return added;
    }
    this.problem.value = undefined;
    this.isJudged.value = false;
    if (outcome.kind === 'done') {
      const written = 'races' in outcome.body ? outcome.body.races : outcome.body.crews;
      written.forEach(({ id }, index) => {
        const key = keys[index];
        if (key !== undefined && isNewRow(key)) added.set(key, id);
      });
    }
    this.draft.settle(sent, added);
    return added;
  }

  /** Rows sent before the connection was lost, or the page reloaded, may be stored: they are not sent as new again. */
  private async settleLost(): Promise<void> {
    this.draft.isBusy.value = true;
    await reloadOffice();
    this.draft.isBusy.value = false;
    this.draft.isKept = false;
    this.draft.discard(this.writeOf(this.draft.take().rows).stored());
  }
}
