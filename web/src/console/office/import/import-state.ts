/**
 * An import on the page: the chosen files, the answers, and the service's preview. The service stores none of it: each request
 * sends the files again. What was pasted and answered stays in the tab until it is imported or discarded.
 */
import { computed, type ReadonlySignal, signal } from '@preact/signals';
import type { ImportAnswer, ImportWrite } from '../../../../../src/contract/import.ts';
import { call } from '../../api.ts';
import { noteOwnWrite, reloadOffice } from '../../documents/office.ts';
import { readJson } from '../../drafts.ts';
import { Form } from '../../form.ts';
import type { Problem } from '../../problems.ts';
import {
  answersFor,
  encoded,
  type ImportQuestion,
  type PickedFile,
  pastedFile,
  type TooMuch,
  tooMuch,
  withFiles,
} from './import-decisions.ts';

const NOTHING = { text: '', answers: '{}' };
/** Long, because a large file takes time with a weak signal, and reading a workbook may take ten seconds. */
const PATIENCE_MILLIS = 90_000;

export class ImportState {
  readonly eventId: number;
  readonly isBusy = signal(false);
  readonly problem = signal<Problem | undefined>(undefined);
  readonly tooMuch = signal<TooMuch | undefined>(undefined);
  /** Whether a chosen file no longer exists on the disk, or is locked. */
  readonly isUnreadable = signal(false);
  /** The last answer of the service. */
  readonly answer = signal<ImportAnswer | undefined>(undefined);
  /** Whether `answer` is about the present files and answers. */
  readonly isCurrent: ReadonlySignal<boolean>;
  /** All questions that the service has asked about these files, in this order. */
  readonly asked = signal<readonly ImportQuestion[]>([]);
  readonly pasted: ReadonlySignal<string>;
  readonly given: ReadonlySignal<Readonly<Record<string, unknown>>>;
  readonly files = signal<readonly PickedFile[]>([]);
  private readonly form: Form<typeof NOTHING>;
  /** Counts the changes of files and answers. */
  private readonly version = signal(0);
  private readonly answeredVersion = signal(-1);

  constructor(eventId: number) {
    this.eventId = eventId;
    this.form = new Form({ name: `import-${eventId}`, initial: NOTHING });
    this.pasted = computed(() => this.form.values.value.text);
    this.given = computed(
      () => (readJson(this.form.values.value.answers) ?? {}) as Record<string, unknown>,
    );
    this.isCurrent = computed(() => this.answeredVersion.value === this.version.value);
  }

  add(files: readonly PickedFile[]): void {
    if (files.length === 0) return;
    this.files.value = withFiles(this.files.peek(), files);
    this.restart();
    void this.look();
  }

  remove(name: string): void {
    this.files.value = this.files.peek().filter((file) => file.name !== name);
    this.restart();
    void this.look();
  }

  paste(text: string): void {
    this.form.set('text', text);
    this.restart();
  }

  /** @param value `undefined`: what is proposed */
  give(id: string, value: unknown): void {
    const { [id]: _, ...others } = this.given.peek();
    const answers = value === undefined ? others : { ...others, [id]: value };
    this.form.set('answers', JSON.stringify(answers));
    this.version.value += 1;
  }

  /** Requests the preview for the present files and answers. */
  async look(): Promise<void> {
    // A call during a request returns at once: the loop of the first call then sends another request.
    while (!this.isBusy.peek() && !this.isCurrent.peek() && this.all().length > 0) {
      if (!(await this.send(undefined))) return;
    }
  }

  /** Requests the preview again, with the proposed answers where no other was given. */
  async answerAll(): Promise<void> {
    this.version.value += 1;
    await this.look();
  }

  /**
   * Writes what the preview shows. What was added meanwhile stays, and is previewed next.
   *
   * @returns what was written; `undefined`: nothing
   */
  async write(): Promise<ImportAnswer | undefined> {
    const shown = this.answer.peek();
    if (!shown || this.isBusy.peek() || !this.isCurrent.peek()) return undefined;
    const [files, values] = [this.files.peek(), this.form.values.peek()];
    await this.send(shown.preview);
    const answer = this.answer.peek();
    const written = answer?.written ? answer : undefined;
    if (written) {
      this.form.settle(values);
      this.files.value = this.files.peek().filter((file) => !files.includes(file));
      this.restart();
    }
    void this.look();
    return written;
  }

  /** Forgets files, answers and the preview. */
  discard(): void {
    this.form.discard();
    this.files.value = [];
    this.restart();
  }

  /** Forgets the questions and the preview, which were about other files. */
  private restart(): void {
    this.version.value += 1;
    this.asked.value = [];
    this.answer.value = undefined;
    this.problem.value = undefined;
    this.tooMuch.value = undefined;
    this.isUnreadable.value = false;
  }

  private all(): readonly PickedFile[] {
    const text = this.pasted.peek();
    return text.trim() === '' ? this.files.peek() : [...this.files.peek(), pastedFile(text)];
  }

  /** @returns whether the service has answered */
  private async send(preview: string | undefined): Promise<boolean> {
    const files = this.all();
    this.problem.value = undefined;
    this.tooMuch.value = tooMuch(files);
    if (this.tooMuch.peek()) return false;
    this.isBusy.value = true;
    const version = this.version.peek();
    const answers = answersFor(this.asked.peek(), this.given.peek());
    try {
      return await this.sendFiles({ files: await encoded(files), answers }, preview, version);
    } catch {
      this.isUnreadable.value = true;
      return false;
    } finally {
      this.isBusy.value = false;
    }
  }

  /** @param version of the files and answers */
  private async sendFiles(
    given: Pick<ImportWrite, 'files' | 'answers'>,
    preview: string | undefined,
    version: number,
  ): Promise<boolean> {
    const body: ImportWrite = { ...given, ...(preview !== undefined && { preview }) };
    const reply = await noteOwnWrite(
      call('POST /events/{eventId}/import', {
        params: { eventId: this.eventId },
        body,
        patienceMillis: PATIENCE_MILLIS,
      }),
    );
    if (reply.problem) {
      this.problem.value = reply.problem;
      return false;
    }
    if (reply.body.written) await reloadOffice();
    // An answer about earlier files or answers is dropped: `look` sends the present ones next.
    if (version !== this.version.peek() && !reply.body.written) return true;
    const open = reply.body.questions.map(withZoneHere);
    const ids = new Set(open.map(({ id }) => id));
    this.asked.value = [...this.asked.peek().filter(({ id }) => !ids.has(id)), ...open];
    this.answer.value = reply.body;
    this.answeredVersion.value = this.version.peek();
    return true;
  }
}

/** Proposes the zone of this device where the service proposes none for the regatta. */
function withZoneHere(question: ImportQuestion): ImportQuestion {
  if (question.id !== 'zone' || question.proposed !== null) return question;
  return { ...question, proposed: new Intl.DateTimeFormat().resolvedOptions().timeZone };
}
