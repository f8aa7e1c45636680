/** The unsaved results of one race: kept through reloads, posted in one write. */
import { computed, type ReadonlySignal, signal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import type { OfficeRace } from '../../../../../../src/contract/console/office.ts';
import { numberShown } from '../../../../../../src/domain/races/race-name.ts';
import { announce } from '../../../documents/announcements.ts';
import { office, shownRevision } from '../../../documents/office.ts';
import type { Problem } from '../../../problems.ts';
import { racesWords } from '../../../words/office-races.ts';
import { writeOffice } from '../../conflicts/write.ts';
import { type TableDraft, tableDraft } from '../../table/table-draft.ts';
import { type FieldEntry, fieldEntry, resultsBody } from './field-entry.ts';

const TEXT = 'text';
const ORDER = 'order';

export class ResultsDraft {
  readonly draft: TableDraft;
  readonly entry: ReadonlySignal<FieldEntry>;
  readonly problem = signal<Problem | undefined>(undefined);
  /** The position of the lane whose fault has stopped a post. */
  readonly refused = signal<number | undefined>(undefined);
  /** Whether a post was stopped because lanes are missing; the next one sends what is there. */
  readonly asksForPart = signal(false);
  private readonly race: ReadonlySignal<OfficeRace>;

  constructor(draft: TableDraft, race: ReadonlySignal<OfficeRace>) {
    this.draft = draft;
    this.race = race;
    this.entry = computed(() => fieldEntry(race.value, this.texts()));
  }

  /** What was typed for a lane; `undefined` where nothing was. */
  text(position: number): string | undefined {
    return this.draft.row(String(position)).value?.values[TEXT];
  }

  get order(): string {
    return this.draft.row(ORDER).value?.values[TEXT] ?? '';
  }

  /** @param base the text in the field when the cursor came @param seen the revision at that time */
  type(position: number, value: string, base: string, seen = shownRevision()): void {
    this.refused.value = undefined;
    this.asksForPart.value = false;
    this.draft.type(String(position), { field: TEXT, value, stored: base, seen });
  }

  typeOrder(value: string): void {
    this.asksForPart.value = false;
    this.draft.type(ORDER, { field: TEXT, value, stored: '', seen: shownRevision() });
  }

  discard(): void {
    this.problem.value = undefined;
    this.refused.value = undefined;
    this.asksForPart.value = false;
    this.draft.discard();
  }

  /**
   * Posts all that was typed, in one write. Where lanes are missing it asks first, because a forgotten lane looks like one that
   * is still on the course.
   *
   * @returns the position of a faulty lane, or `'order'`: nothing was sent; else `undefined`
   */
  async post(eventId: number): Promise<number | 'order' | undefined> {
    if (this.draft.isBusy.peek() || !this.draft.isChanged.peek()) return undefined;
    const { wrong, order, lanes, entered, scored } = this.entry.peek();
    this.refused.value = wrong[0];
    if (wrong[0] !== undefined) return wrong[0];
    if (order.trouble) return 'order';
    if (scored < entered && !this.asksForPart.peek()) {
      this.asksForPart.value = true;
      return undefined;
    }
    const results = new Map(
      lanes.flatMap(({ lane, typed, result }) => (typed ? [[lane.position, result]] : [])),
    );
    await this.send(eventId, results);
    return undefined;
  }

  private async send(eventId: number, results: Parameters<typeof resultsBody>[2]): Promise<void> {
    const t = racesWords.peek();
    const race = this.race.peek();
    // What was typed for a lane that no longer has a crew is not sent, and stays in the draft.
    const sent = this.draft.take([...[...results.keys()].map(String), ORDER]);
    this.draft.isBusy.value = true;
    const outcome = await writeOffice('PUT /events/{eventId}/races/{raceId}/results', {
      params: { eventId, raceId: race.id },
      seen: sent.seen,
      body: ({ isDropped }) => resultsBody(race.id, storedNow(race), results, isDropped),
      mine: {
        valuesOf: ({ subject, id, position = 0 }) => {
          const result = results.get(position);
          if (subject !== 'lane' || id !== race.id || !result) return undefined;
          const { finishPlace, ...others } = result;
          // In a timed race the place is derived, and no part of the result.
          return race.resultMode === 'timed' ? others : { ...others, finishPlace };
        },
      },
      said: t.posted(numberShown(race)),
    });
    this.draft.isBusy.value = false;
    this.problem.value = outcome.kind === 'refused' ? outcome.problem : undefined;
    if (outcome.kind === 'refused') return;
    this.asksForPart.value = false;
    this.draft.settle(sent);
    // An order of finish is never stored, so an order that was emptied meanwhile is nothing to post.
    if (this.order === '') this.draft.discard([ORDER]);
    if (outcome.kind === 'given-up') announce(t.nothingToPost);
  }

  private texts() {
    const lanes = new Map<number, string>();
    for (const key of this.draft.keys.value) {
      const text = key === ORDER ? undefined : this.text(Number(key));
      if (text !== undefined) lanes.set(Number(key), text);
    }
    return { lanes, order: this.order };
  }
}

/** The race as it is stored now, which may be newer than what was on the screen when a write began. */
export function storedNow(race: OfficeRace): OfficeRace {
  return office.peek().document?.races.find(({ id }) => id === race.id) ?? race;
}

/** The draft of a race's results, the same object while the race is on the page. */
export function useResultsDraft(eventId: number, race: OfficeRace): ResultsDraft {
  const draft = tableDraft(`results ${eventId} ${race.id}`);
  const shown = useMemo(() => signal(race), [race.id]);
  shown.value = race;
  return useMemo(() => new ResultsDraft(draft, shown), [draft, shown]);
}
