/** The findings of a plan, each once: questions, skipped rows, wrong rows and notes. */
import type { ImportDocument } from '../../contract/import.ts';
import type { Answers, Question, QuestionId } from '../../exchange/reading/reading.ts';
import { isJsonObject } from '../../exchange/text/text.ts';

/** The most options or keys that a sentence about an unusable answer lists. */
const MAX_SHOWN = 12;

/** @returns a sentence: which answer cannot be used, and what is expected */
function unusableAnswer(answer: unknown, { proposed, options }: Question): string {
  const shown = shortened(answer);
  if (!isJsonObject(proposed)) {
    const expected = options ? `none of ${listed(options, MAX_SHOWN)}` : 'not usable';
    return `The answer ${shown} is ${expected}.`;
  }
  if (!isJsonObject(answer))
    return `The answer ${shown} is no object such as ${shortened(proposed)}.`;
  const missing = Object.keys(proposed).filter((key) => !Object.hasOwn(answer, key));
  if (missing.length > 0)
    return `The answer ${shown} says nothing of ${listed(missing, MAX_SHOWN)}.`;
  const wrong = Object.keys(proposed).filter((key) => !options?.includes(answer[key]));
  const expected = options
    ? `is none of ${listed(options, MAX_SHOWN)}`
    : `cannot be used; expected is something like ${shortened(proposed)}`;
  const what = wrong.map((key) => `${JSON.stringify(key)}: ${JSON.stringify(answer[key])}`);
  return `In the answer ${shown}, what it says of ${what.slice(0, MAX_SHOWN).join(', ')} ${expected}.`;
}

const MAX_LENGTH = 120;

function shortened(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text;
}

type Skipped = ImportDocument['skipped'][number];
type Wrong = ImportDocument['wrong'][number];
type Note = ImportDocument['notes'][number];

export class Findings {
  readonly questions: (Question & { unusable?: unknown })[] = [];
  readonly skipped: Skipped[] = [];
  readonly wrong: Wrong[] = [];
  readonly notes: Note[] = [];
  private readonly said = new Set<string>();
  private file: { file?: string } = {};
  private answers: Answers = {};
  /** By question: the places in all files that it is about. */
  private readonly places = new Map<QuestionId, Set<string>>();

  /**
   * @param name of the file that all following findings are about; `undefined` when there is only one
   * @param answers the answers for this file; when a question is asked that has one, that answer is unusable
   */
  about(name: string | undefined, answers: Answers = {}): void {
    this.file = name === undefined ? {} : { file: name };
    this.answers = answers;
  }

  /** Questions with the same id are merged into one, which names everything that they are about. */
  ask(question: Question): void {
    const { id } = question;
    const known = this.questions.find((each) => each.id === id);
    const same = known ?? { ...question };
    if (!known) this.questions.push(same);
    if (isJsonObject(same.proposed) && isJsonObject(question.proposed)) {
      same.proposed = { ...question.proposed, ...same.proposed };
    }
    if (known?.about) same.about = [...new Set([...known.about, ...(question.about ?? [])])];
    const answer = this.answers[id];
    if (!known && answer !== undefined) {
      same.unusable = answer;
      same.text = `${unusableAnswer(answer, question)} ${question.text}`;
    }
    const places = this.places.get(id) ?? new Set();
    const place = this.placeOf(question);
    if (place !== undefined) places.add(place);
    this.places.set(id, places);
    if (places.size > 0) same.where = someOf([...places]);
  }

  private placeOf({ where }: Question): string | undefined {
    const { file } = this.file;
    if (file === undefined || where?.includes(file)) return where;
    return where === undefined ? file : `${file}: ${where}`;
  }

  isAsked(id: QuestionId): boolean {
    return this.questions.some((question) => question.id === id);
  }

  /** Brings a question before all others. */
  askFirst(id: QuestionId): void {
    this.questions.sort((a, b) => Number(b.id === id) - Number(a.id === id));
  }

  /** Whether a question is asked whose answer is an object with one value for each of several things. */
  asksEach(id: QuestionId): boolean {
    return this.questions.some((question) => question.id === id && isJsonObject(question.proposed));
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

const MAX_PLACES = 10;

function someOf(places: readonly string[]): string {
  const more = places.length - MAX_PLACES;
  return [...places.slice(0, MAX_PLACES), ...(more > 0 ? [`and ${more} more`] : [])].join('; ');
}

/** The first of some values, as a sentence names them: `"a", "b" and 2 more`. */
export function listed(values: readonly unknown[], most = 3): string {
  const first = values.slice(0, most).map((value) => JSON.stringify(value));
  const more = values.length - first.length;
  return first.join(', ') + (more > 0 ? ` and ${more} more` : '');
}
