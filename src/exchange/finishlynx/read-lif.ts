/** `.lif` files for an import: results of one race, which they never create (tools.md, "Import"). */
import { Inquiry } from '../reading/inquiry.ts';
import { PersonNames } from '../reading/person-names.ts';
import {
  type Answers,
  askMeaning,
  type Question,
  type QuestionId,
  type Reader,
  type ReadLane,
  type ReadRace,
  type ReadResult,
} from '../reading/reading.ts';
import {
  EMPTY_PLACE_ANSWERS,
  type EmptyPlaceAnswer,
  withoutPlaceAnswer,
} from '../reading/settle-places.ts';
import { momentOf } from '../tables/results/result-time.ts';
import { type Lif, parseLif, startMillisOf } from './files.ts';
import { type LifLane, type LifOutcome, lifResults } from './lif-results.ts';
import {
  heatElsewhere,
  lynxRaceId,
  printedNumberOf,
  raceNumberOf,
  roundInWords,
} from './numbers.ts';

/** Reads one `.lif` file. */
export const readLif: Reader = (file, answers) => {
  const state = parseLif(file.bytes);
  if ('unreadable' in state) {
    return { unreadable: `${file.name} is no result of FinishLynx: ${state.unreadable}.` };
  }
  if ('unfinished' in state) {
    return {
      unreadable: `${file.name} is not whole: ${state.unfinished}. Save the race again in FinishLynx.`,
    };
  }
  const { lanes, notes, wrong } = lifResults(state.lif);
  const inquiry = new Inquiry(answers);
  const names = new PersonNames(inquiry);
  const race = raceOf(state.lif, lanes, { answers, names });
  const called = [race.printed, race.round ?? race.title].filter((part) => part !== null).join(' ');
  const about = `race ${called || race.externalId} (${file.name})`;
  return {
    format: 'finishlynx',
    layout: 'finishlynx:lif',
    questions:
      wrong.length > 0 ? [] : [...openQuestions(lanes, answers, about), ...inquiry.questions],
    reading: {
      carries: { crews: false, races: false, draw: false, results: true },
      races: [race],
      crews: [],
      skipped: [],
      wrong,
      notes: [...notes, ...names.notes],
    },
  };
};

interface Asked {
  answers: Answers;
  names: PersonNames;
}

function raceOf(lif: Lif, lanes: readonly LifLane[], asked: Asked): ReadRace {
  const { event, round, heat } = lif;
  const millis = startMillisOf(lif);
  const cell = millis === null ? undefined : ({ kind: 'time', text: lif.start, millis } as const);
  const startedAt = momentOf(cell);
  return {
    externalId: lynxRaceId(event, round, heat),
    printed: printedNumberOf(lif),
    raceNumber: raceNumberOf(lif),
    title: lif.name || null,
    boatClass: null,
    round: roundInWords(lif),
    elsewhere: heatElsewhere(lif),
    divisionLabel: null,
    distanceMeters: null,
    start: null,
    ...(startedAt && { startedAt }),
    notes: null,
    lanes: lanes.map((lane) => readLane(lane, asked)),
    row: 1,
  };
}

function readLane(lane: LifLane, { answers, names }: Asked): ReadLane {
  const [written] = lane.names;
  const name = written === undefined ? undefined : names.of(written, lane.row);
  return {
    label: lane.lane,
    crew:
      name === undefined
        ? null
        : { externalId: `lynx:${lane.id ?? name}`, name, clubId: null, row: lane.row },
    result: resultOf(lane, answers),
    row: lane.row,
  };
}

/** `none`: no result (yet). */
const ROW_ANSWERS = EMPTY_PLACE_ANSWERS;
type RowAnswer = EmptyPlaceAnswer;

interface RowQuestion {
  id: QuestionId;
  kind: LifOutcome['kind'];
  text: string;
  proposed: RowAnswer;
}

const ROW_QUESTIONS: readonly RowQuestion[] = [
  {
    id: 'emptyPlace',
    kind: 'none',
    text: 'These boats have neither a place nor a time. What does that mean?',
    proposed: 'none',
  },
  {
    id: 'falseStart',
    kind: 'falseStart',
    text: 'These boats have the status FS, false start. Are they disqualified, or was the race started again?',
    proposed: 'dsq',
  },
  {
    id: 'advanced',
    kind: 'advanced',
    text: 'These boats have the status ADV, advanced without racing. What is their result here?',
    proposed: 'none',
  },
];

/** The result of a row; `null` where it has none, or where its question is open. */
function resultOf({ outcome }: LifLane, answers: Answers): ReadResult | null {
  if (outcome.kind === 'result') return outcome.result;
  const answer = answerTo(outcome, answers);
  if (answer === undefined || answer === 'none') return null;
  return { status: answer, finishMillis: null, penaltyMillis: null, place: null };
}

/**
 * The questions that the answers leave open.
 *
 * @param about the race and the file; the lanes of a question are added to it
 */
function openQuestions(lanes: readonly LifLane[], answers: Answers, about: string): Question[] {
  const open = lanes.filter(
    ({ outcome }) => outcome.kind !== 'result' && answerTo(outcome, answers) === undefined,
  );
  const asked = ROW_QUESTIONS.flatMap(({ id, kind, text, proposed }) => {
    const rows = open.filter(({ outcome }) => outcome.kind === kind);
    return rows.length === 0
      ? []
      : [{ id, text, proposed, options: ROW_ANSWERS, where: `${about}, ${placesOf(rows)}` }];
  });
  return [...asked, ...statusQuestion(open, about)];
}

/** The question about unknown status words; its answer is an object from each word to its meaning. */
function statusQuestion(open: readonly LifLane[], about: string): Question[] {
  const rows = open.filter(({ outcome }) => outcome.kind === 'unknown');
  if (rows.length === 0) return [];
  const words = new Set(
    rows.map(({ outcome }) => (outcome.kind === 'unknown' ? outcome.word : '')),
  );
  return [
    {
      id: 'status',
      text: askMeaning(words),
      // No proposal: a wrong guess would let boats finish that never started.
      proposed: Object.fromEntries([...words].map((word) => [word, null])),
      options: ROW_ANSWERS,
      where: `${about}, ${placesOf(rows)}`,
    },
  ];
}

function answerTo(outcome: LifOutcome, answers: Answers): RowAnswer | undefined {
  const { status } = answers;
  const asked = ROW_QUESTIONS.find(({ kind }) => kind === outcome.kind);
  if (asked?.id === 'emptyPlace') return withoutPlaceAnswer(answers.emptyPlace);
  const answer = asked
    ? answers[asked.id]
    : outcome.kind === 'unknown' && typeof status === 'object' && status !== null
      ? new Map(Object.entries(status)).get(outcome.word)
      : undefined;
  return ROW_ANSWERS.find((one) => one === answer);
}

function placesOf(rows: readonly LifLane[]): string {
  return rows.map(({ lane, row }) => (lane === null ? `row ${row}` : `lane ${lane}`)).join(', ');
}
