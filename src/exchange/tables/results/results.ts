/** The results of the rows of a table, from the words, times, penalties and places of each row. */
import { formatThousandths } from '../../../domain/results/finish-time.ts';
import { type Inquiry, textsByText } from '../../reading/inquiry.ts';
import type { ReadEntry, ReadResult, RowNote, WrongRow } from '../../reading/reading.ts';
import { lineOf } from '../cells/cell-text.ts';
import { plainWord, type StatusWord, statusWordOf } from '../cells/result-cells.ts';
import type { SheetRow } from '../sheet-rows.ts';
import { askBadTimes } from './likely-times.ts';
import { type Allowances, allowancesOf, type ResultFacts, resultFacts } from './result-facts.ts';
import type { ReadTime } from './result-time.ts';
import { settleTimes } from './settle-times.ts';

/** What is known of one row's result. */
export interface RowResult {
  /** `scratched` and `empty` depend on the other boats of the race. */
  kind: 'result' | 'none' | 'scratched' | 'empty';
  result: ReadResult | null;
  /** A sentence for the race's notes. */
  raceNote: string | null;
  /** The other facts of the entry; starts only where a column or a finish shows that they are actual ones. */
  entry: ReadEntry;
}

type Outcome = Omit<RowResult, 'entry'> & { allowanceMillis?: number };

const NO_RESULT: Outcome = { kind: 'none', result: null, raceNote: null };

/** The possible answers for a status word. */
const STATUS_ANSWERS = ['dns', 'dnf', 'dsq', 'scratch', 'exhibition', 'none'] as const;
type StatusAnswer = (typeof STATUS_ANSWERS)[number];

/** Reads the results of all rows of one table, with the questions that they raise. */
export class ResultReader {
  readonly notes: RowNote[] = [];
  readonly wrong: WrongRow[] = [];
  private readonly facts: ReadonlyMap<SheetRow, ResultFacts>;
  private readonly allowances: Allowances;
  private readonly inquiry: Inquiry;
  private readonly statuses: ReadonlyMap<string, StatusAnswer>;
  private readonly badTimes: ReadonlyMap<string, number | null>;

  /** @param isMachineTimed whether a timing program has written the times */
  constructor(rows: readonly SheetRow[], inquiry: Inquiry, isMachineTimed = false) {
    this.inquiry = inquiry;
    const read = new Map(rows.map((row) => [row, resultFacts(row)]));
    const { facts, notes } = settleTimes(read, inquiry, isMachineTimed);
    this.facts = facts;
    this.allowances = allowancesOf(rows);
    this.notes.push(...notes, ...this.allowances.notes);
    this.statuses = this.askStatuses();
    this.badTimes = this.askBadTimes();
  }

  read(row: SheetRow): RowResult {
    const facts = this.facts.get(row);
    if (!facts) return { ...NO_RESULT, entry: {} };
    const said = this.wordOf(facts);
    const { allowanceMillis = this.allowances.of(row), ...outcome } = this.outcomeOf(
      row,
      facts,
      said,
    );
    const isOut = facts.isOutOfCompetition || said === 'exhibition';
    const entry: ReadEntry = {
      ...(allowanceMillis && { allowanceMillis }),
      ...(isOut && { outOfCompetition: true }),
      ...clocksOf(facts, outcome),
    };
    return { ...outcome, entry };
  }

  private outcomeOf(
    row: SheetRow,
    facts: ResultFacts,
    said: StatusWord | 'none' | undefined,
  ): Outcome {
    const word = said === 'cancelled' ? this.cancelled(row) : said;
    if (word === 'scratch') return { ...NO_RESULT, kind: 'scratched' };
    if (word === 'none' || word === 'advanced') return NO_RESULT;
    if (word === 'cancelled') return { ...NO_RESULT, raceNote: this.textOf(row) };
    if (word === 'dns') return resultOf('dns', NO_TIMES, null);
    const times = { ...this.timesOf(row, facts), ...fromClocks(facts) };
    if (word === 'dnf' || word === 'dsq') return resultOf(word, times, null);
    // Out of competition: a time, and no place.
    if (word === 'exhibition')
      return times.finishMillis === null ? NO_RESULT : resultOf('finished', times, null);
    if (times.finishMillis !== null || facts.place !== null)
      return resultOf('finished', times, facts.place);
    const isUnderWay = word === 'ok' || isTyped(facts) || facts.startedAt !== undefined;
    return isUnderWay ? NO_RESULT : { ...NO_RESULT, kind: 'empty' };
  }

  /** Whether a row has anything of a result. */
  hasResult(row: SheetRow): boolean {
    const facts = this.facts.get(row);
    if (!facts) return false;
    const { word, unknown, time, raw, adjusted, place } = facts;
    const isWord = word === 'dns' || word === 'dnf' || word === 'dsq' || unknown !== undefined;
    return isWord || place !== null || [time, raw, adjusted].some(({ kind }) => kind !== 'none');
  }

  private wordOf(facts: ResultFacts): StatusWord | 'none' | undefined {
    const { word, unknown } = facts;
    if (word === 'falseStart') {
      const text = 'Some boats have made a false start. What is their result (none: no result)?';
      return this.inquiry.choose('falseStart', text, ['dsq', 'none', 'dns', 'dnf']);
    }
    if (word === 'advanced') {
      const text =
        'Some boats have advanced without racing. What is their result (none: no result)?';
      return this.inquiry.choose('advanced', text, ['none', 'dns', 'dnf', 'dsq']);
    }
    if (word === 'doubtful') return this.statuses.get('ab') ?? 'none';
    const isDecided = word !== undefined && word !== 'ok' && word !== 'exhibition';
    return unknown === undefined || isDecided
      ? word
      : (this.statuses.get(plainWord(unknown)) ?? 'none');
  }

  /** A word such as "cancelled" beside one boat may be about the boat alone, so it is asked about; `none`: about the race. */
  private cancelled(row: SheetRow): StatusWord | 'none' {
    const text = this.textOf(row);
    const answer = text === null ? undefined : this.statuses.get(plainWord(text));
    return answer === undefined || answer === 'none' ? 'cancelled' : answer;
  }

  /** Raw, penalty and adjusted time that agree need no question; one time and a penalty do. */
  private timesOf(row: SheetRow, facts: ResultFacts): Times {
    const raw = this.millisOf(facts.raw) ?? this.millisOf(facts.time);
    const adjusted = this.millisOf(facts.adjusted);
    const penalty = facts.penalty.kind === 'millis' ? facts.penalty.millis : null;
    if (facts.penalty.kind === 'words' || facts.penalty.kind === 'bonus')
      this.note(
        row,
        `“${facts.penalty.kind === 'words' ? facts.penalty.text.slice(0, 60) : 'A bonus'}” is no penalty in seconds and is left out.`,
      );
    if (raw !== null && adjusted !== null) return this.agreed(row, raw, penalty, adjusted);
    // The handicap is already subtracted from an adjusted time, so it is added again.
    const only = raw ?? (adjusted === null ? null : adjusted + (this.allowances.of(row) ?? 0));
    // A time computed from times of day does not include a penalty.
    if (facts.isFromClocks) return { finishMillis: only, penaltyMillis: penalty };
    if (only === null || penalty === null) return { finishMillis: only, penaltyMillis: null };
    const isRaw = raw !== null && facts.raw.kind !== 'none';
    const text =
      'Some boats have a penalty and one time only. Is the penalty inside that time (inside), or does it come on top (apart)?';
    const answer = this.inquiry.choose(
      'penalty',
      text,
      isRaw ? ['apart', 'inside'] : ['inside', 'apart'],
    );
    if (answer === 'apart') return { finishMillis: only, penaltyMillis: penalty };
    if (only > penalty) return { finishMillis: only - penalty, penaltyMillis: penalty };
    this.wrong.push({
      row: row.row,
      column: 'penalty',
      reason: 'The penalty is longer than the time that contains it.',
    });
    return NO_TIMES;
  }

  private agreed(row: SheetRow, raw: number, penalty: number | null, adjusted: number): Times {
    const whole = raw + (penalty ?? 0);
    const given = this.allowances.of(row);
    if (whole - (given ?? 0) === adjusted) return { finishMillis: raw, penaltyMillis: penalty };
    if (whole === adjusted || adjusted < raw) {
      const allowanceMillis = whole - adjusted;
      if (given !== undefined)
        this.note(row, `The handicap is taken from the times: ${allowanceMillis / 1000} s.`);
      return { finishMillis: raw, penaltyMillis: penalty, allowanceMillis };
    }
    const time = formatThousandths(raw);
    this.note(
      row,
      `The raw time ${time} and the penalty do not make the adjusted time; the adjusted time is taken.`,
    );
    return { finishMillis: adjusted, penaltyMillis: null };
  }

  private millisOf(time: ReadTime): number | null {
    if (time.kind === 'time') return time.millis;
    if (time.kind === 'bad') return this.badTimes.get(time.text) ?? null;
    if (time.kind !== 'colons') return null;
    const text =
      'Some results have two colons, such as 6:08:30. Are they minutes, seconds and hundredths (hundredths), or hours, minutes and seconds (hours)?';
    const answer = this.inquiry.choose('colonTime', text, ['hundredths', 'hours']);
    return answer === 'hundredths' ? time.asHundredths : time.asHours;
  }

  /** One question for all words that nobody knows. */
  private askStatuses(): ReadonlyMap<string, StatusAnswer> {
    const all = [...this.facts.values()];
    const unknown = all.flatMap(({ unknown: text, word }) =>
      text !== undefined && (word === undefined || word === 'ok' || word === 'exhibition')
        ? [text]
        : [],
    );
    const hasAb = all.some(({ word }) => word === 'doubtful');
    const cancelled = [...this.facts].flatMap(([row, { word }]) =>
      word === 'cancelled' ? (this.textOf(row) ?? []) : [],
    );
    const ofRaces = new Set(cancelled.map(plainWord));
    const words = [
      ...new Map(
        [...unknown, ...cancelled, ...(hasAb ? ['ab'] : [])].map((text) => [plainWord(text), text]),
      ),
    ];
    if (words.length === 0) return new Map();
    const texts = words.slice(0, 12).map(([, text]) => `“${text}”`);
    const answer = this.inquiry.ask(
      {
        id: 'status',
        text: `What do these words mean: ${texts.join(', ')}? Possible are ${STATUS_ANSWERS.join(', ')} (none: no result yet; that a race is cancelled goes into its notes).`,
        // No proposal for an unknown word: a wrong guess would let boats advance that never started.
        proposed: Object.fromEntries(
          words.map(([word, text]) => [
            text,
            ofRaces.has(word) ? 'none' : word === 'ab' ? 'dnf' : null,
          ]),
        ),
        options: STATUS_ANSWERS,
      },
      (value) => {
        const said = textsByText(value);
        const byWord =
          said && new Map([...said].map(([text, status]) => [plainWord(text), status]));
        const found = words.map(([word]) =>
          STATUS_ANSWERS.find((each) => each === byWord?.get(word)),
        );
        return found.includes(undefined) ? undefined : (found as StatusAnswer[]);
      },
    );
    return new Map(words.map(([word], index) => [word, answer?.[index] ?? 'none']));
  }

  /** The meant times of the cells that are no times. */
  private askBadTimes(): ReadonlyMap<string, number | null> {
    const bad = new Map<string, string>();
    for (const [, { time, raw, adjusted }] of this.facts)
      for (const each of [time, raw, adjusted])
        if (each.kind === 'bad') bad.set(each.text.slice(0, 60), each.proposed);
    return askBadTimes(bad, this.inquiry);
  }

  /** The word that cancels a race, for the notes of the race; a word in the notes themselves is there already. */
  private textOf({ cells }: SheetRow): string | null {
    const texts = [cells.status, cells.time, cells.place].map(lineOf);
    return texts.find((text) => statusWordOf(text) === 'cancelled') ?? null;
  }

  private note({ row }: SheetRow, text: string) {
    this.notes.push({ row, text });
  }
}

interface Times {
  finishMillis: number | null;
  penaltyMillis: number | null;
  /** Where it follows from the times. */
  allowanceMillis?: number;
  isFromClocks?: true;
}

const NO_TIMES: Times = { finishMillis: null, penaltyMillis: null };

function fromClocks({ isFromClocks }: ResultFacts): Pick<Times, 'isFromClocks'> {
  return isFromClocks ? { isFromClocks } : {};
}

function isTyped({ time, raw, adjusted }: ResultFacts): boolean {
  return [time, raw, adjusted].some(({ kind }) => kind === 'bad' || kind === 'colons');
}

/** The times of day of a boat: none if it did not start; no finish if it did not finish, or was disqualified without a time. */
function clocksOf(
  { startedAt, finishedAt }: ResultFacts,
  { kind, result }: Outcome,
): Pick<ReadEntry, 'startedAt' | 'finishedAt'> {
  if (kind === 'scratched' || result?.status === 'dns') return {};
  const isTimed = result === null || result.status === 'finished' || result.finishMillis !== null;
  return { ...(startedAt && { startedAt }), ...(finishedAt && isTimed && { finishedAt }) };
}

function resultOf(
  status: ReadResult['status'],
  { allowanceMillis, ...times }: Times,
  place: number | null,
): Outcome {
  return {
    kind: 'result',
    result: { status, ...times, place },
    raceNote: null,
    ...(allowanceMillis !== undefined && { allowanceMillis }),
  };
}
