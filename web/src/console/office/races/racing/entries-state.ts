/** The draft of a race's entries besides their results, kept through reloads and saved in one write. */
import { computed, type ReadonlySignal, signal } from '@preact/signals';
import type { OfficeLane, OfficeRace } from '../../../../../../src/contract/console/office.ts';
import { numberShown } from '../../../../../../src/domain/races/race-name.ts';
import { announce } from '../../../documents/announcements.ts';
import { ownProblem, type Problem } from '../../../problems.ts';
import { racingWords } from '../../../words/office-racing.ts';
import { writeOffice } from '../../conflicts/write.ts';
import { errorsByRow, type RowErrors } from '../../table/row-push.ts';
import { type TableDraft, tableDraft } from '../../table/table-draft.ts';
import { mineOfEntries, RACING_ROUTE } from '../race-writes.ts';
import { crewedLanes } from '../results/field-entry.ts';
import { storedNow } from '../results/results-draft.ts';
import {
  type EntryContext,
  type EntryFault,
  type EntryField,
  type EntryTexts,
  type EntryValues,
  entriesLeft,
  type RacingEntry,
  readEntry,
} from './entry-texts.ts';

/** What is typed for one entry. */
interface TypedEntry {
  lane: OfficeLane;
  values: EntryValues;
  faults: Partial<Record<EntryField, EntryFault>>;
}

/** The column that shows the error of a property. */
const COLUMNS: Readonly<Record<string, EntryField>> = {
  category: 'category',
  allowanceMillis: 'allowance',
  outOfCompetition: 'outOfCompetition',
  plannedStartAt: 'plannedStart',
  startedAt: 'start',
  finishedAt: 'finish',
  penaltyMillis: 'penalty',
  status: 'finish',
};

export class EntriesState {
  readonly draft: TableDraft;
  readonly typed: ReadonlySignal<readonly TypedEntry[]>;
  readonly problem = signal<Problem | undefined>(undefined);
  /** What the service has refused, by position and column. */
  readonly refused = signal<RowErrors>(new Map());
  private readonly eventId: number;
  private readonly context: ReadonlySignal<EntryContext & { race: OfficeRace }>;

  constructor(eventId: number, context: ReadonlySignal<EntryContext & { race: OfficeRace }>) {
    this.eventId = eventId;
    this.context = context;
    this.draft = tableDraft(`entries ${eventId} ${context.peek().race.id}`);
    this.typed = computed(() => {
      const { race } = context.value;
      return this.draft.keys.value.flatMap((key): TypedEntry[] => {
        const lane = crewedLanes(race).find(({ position }) => String(position) === key);
        const texts = this.draft.row(key).value?.values as Partial<EntryTexts> | undefined;
        return lane && texts ? [{ lane, ...readEntry(lane, texts, context.value) }] : [];
      });
    });
  }

  discard(): void {
    this.draft.discard();
    this.problem.value = undefined;
    this.refused.value = new Map();
  }

  /** Saves all that was typed, in one write; with a fault nothing is sent. */
  async save(): Promise<void> {
    if (this.draft.isBusy.peek()) return;
    const typed = this.typed.peek();
    // What was typed for a lane that no longer has a crew is not sent, and stays in the draft.
    const sent = this.draft.take(typed.map(({ lane }) => String(lane.position)));
    this.refused.value = new Map();
    if (typed.some(({ faults }) => Object.keys(faults).length > 0)) {
      this.problem.value = ownProblem('validation_failed');
      return;
    }
    const { race } = this.context.peek();
    const entries = typed.map(({ lane, values }) => ({ position: lane.position, ...values }));
    let asked: readonly RacingEntry[] = entries;
    this.draft.isBusy.value = true;
    const outcome = await writeOffice(RACING_ROUTE, {
      params: { eventId: this.eventId, raceId: race.id },
      seen: sent.seen,
      body: ({ isDropped }) => {
        asked = entriesLeft(storedNow(race), entries, isDropped);
        return asked.length > 0 ? { entries: [...asked] } : undefined;
      },
      mine: mineOfEntries(race.id, entries),
      said: racingWords.peek().saved(numberShown(race)),
    });
    this.draft.isBusy.value = false;
    this.problem.value = outcome.kind === 'refused' ? outcome.problem : undefined;
    if (outcome.kind === 'refused') {
      const keys = asked.map(({ position }) => String(position));
      this.refused.value = errorsByRow(outcome.problem, keys, 'finish', COLUMNS);
      return;
    }
    this.draft.settle(sent);
    if (outcome.kind === 'given-up') announce(racingWords.peek().nothingToSave);
  }
}
