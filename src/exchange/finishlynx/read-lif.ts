/** `.lif` files for an import: results of one race, which they never create (tools.md, "Import"). */
import { Inquiry } from '../reading/inquiry.ts';
import { PersonNames } from '../reading/person-names.ts';
import type { Answers, Reader, ReadLane, ReadRace } from '../reading/reading.ts';
import { momentOf } from '../tables/results/finish-clock.ts';
import { type Lif, parseLif, startMillisOf } from './lif.ts';
import { openQuestions, resultOf } from './lif-answers.ts';
import type { LifLane } from './lif-lane.ts';
import { lifResults } from './lif-results.ts';
import {
  heatElsewhere,
  lynxRaceId,
  printedNumberOf,
  raceNumberOf,
  roundInWords,
} from './race-identity.ts';

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
