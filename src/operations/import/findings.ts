/** What a plan has to say besides what it changes, each thing once. */
import type { ImportDocument } from '../../contract/import.ts';
import type { QuestionId } from '../../exchange/questions.ts';
import type { Question } from '../../exchange/reading.ts';

type Skipped = ImportDocument['skipped'][number];
type Wrong = ImportDocument['wrong'][number];
type Note = ImportDocument['notes'][number];

export class Findings {
  readonly questions: Question[] = [];
  readonly skipped: Skipped[] = [];
  readonly wrong: Wrong[] = [];
  readonly notes: Note[] = [];
  private readonly said = new Set<string>();
  private file: { file?: string } = {};

  /** @param name of the file that all that follows is about; `undefined` where there is only one */
  about(name: string | undefined): void {
    this.file = name === undefined ? {} : { file: name };
  }

  /** Two questions of one id are one where both are about the keys of an object. */
  ask(question: Question): void {
    const same = this.questions.find(({ id }) => id === question.id);
    if (!same) {
      this.questions.push(question);
    } else if (isObject(same.proposed) && isObject(question.proposed)) {
      same.proposed = { ...question.proposed, ...same.proposed };
    }
  }

  isAsked(id: QuestionId): boolean {
    return this.questions.some((question) => question.id === id);
  }

  reject(row: number | null, column: string | null, reason: string): void {
    this.once(this.wrong, { row, column, reason, ...this.file });
  }

  skip(row: number | null, reason: string): void {
    this.once(this.skipped, { row, reason, ...this.file });
  }

  note(row: number | null, text: string): void {
    this.once(this.notes, { row, text, ...this.file });
  }

  private once<Finding>(list: Finding[], finding: Finding): void {
    const key = JSON.stringify(finding);
    if (this.said.has(key)) return;
    this.said.add(key);
    list.push(finding);
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
