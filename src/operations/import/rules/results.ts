/** Enters the results of a file into a race (tools.md, "Results"). */
import { ResultWrite } from '../../../contract/race.ts';
import { readObject } from '../../../contract/reading/read-body.ts';
import {
  isSameResult,
  type Lane,
  type LaneResult,
  NO_RESULT,
  withResult,
} from '../../../domain/draw/lane.ts';
import type { Race } from '../../../domain/races/race.ts';
import { numberShown } from '../../../domain/races/race-name.ts';
import type { ReadRace, ReadResult } from '../../../exchange/reading/reading.ts';
import {
  EMPTY_PLACE_ANSWERS,
  EMPTY_PLACE_TEXT,
  placeAloneAnswer,
  placeAloneProposal,
  settlePlaces,
} from '../../../exchange/reading/settle-places.ts';
import { answerTo, type Draft, type ImportContext } from '../context.ts';
import type { EnteredResults } from './entries.ts';
import { labelOf, type PlacedLane } from './place-lanes.ts';

/** A result of the file, in the lane that it is for. */
interface PlacedResult {
  result: ReadResult;
  position: number;
  row: number;
  category?: string | undefined;
  allowanceMillis?: number | undefined;
  outOfCompetition?: boolean | undefined;
}

/**
 * @param match the race as it is in the draft, and as it is in the file
 * @returns which results stay as they are stored, and what was added to others
 */
export function enterResults(
  draft: Draft,
  context: ImportContext,
  { race, read }: { race: Race; read: ReadRace },
  lanes: readonly PlacedLane[],
): EnteredResults {
  const results = lanes.flatMap(({ read: lane, position }): PlacedResult[] => {
    const { result, row, category, allowanceMillis, outOfCompetition } = lane;
    if (!result || !isValid(result, row, context)) return [];
    return [{ result, position, row, category, allowanceMillis, outOfCompetition }];
  });
  const kept = new Set<number>();
  const addedMillis = new Map<number, number>();
  if (results.length === 0) return { kept, addedMillis };
  const mode = modeOf(context, race, results);
  if (mode === undefined) return { kept, addedMillis };
  if (mode !== race.resultMode) draft.races.set(race.id, { ...race, resultMode: mode });
  const source = read.externalId;
  draft.sources.set(race.id, source);
  const settled =
    mode === 'timed'
      ? withVerdicts(context, race, withoutPlacesAlone(context, race, results))
      : results;
  const byPosition = new Map(settled.map((each) => [each.position, each]));
  const after = draft.lanesOf(race.id).map((lane) => {
    const placed = byPosition.get(lane.position);
    if (!placed) return lane;
    draft.nameLane('results', race.id, lane.position);
    const result = resultIn(lane, placed, mode);
    const target = { race, lane, row: placed.row, source };
    if (isSameResult(lane, result)) return withResult(lane, result);
    if (mayWrite(draft, context, target)) {
      reportState(context, { race, read }, placed.row);
      return withResult(lane, result);
    }
    kept.add(lane.position);
    return lane;
  });
  draft.lanes.set(race.id, after);
  for (const { position, result } of results) {
    const added = (byPosition.get(position)?.result.finishMillis ?? 0) - (result.finishMillis ?? 0);
    if (added > 0) addedMillis.set(position, added);
  }
  return { kept, addedMillis };
}

function isValid(result: ReadResult, row: number, { findings }: ImportContext): boolean {
  const { finishMillis: finishTimeMillis, penaltyMillis, place: finishPlace } = result;
  const read = readObject(ResultWrite, {
    position: 1,
    finishTimeMillis,
    penaltyMillis,
    finishPlace,
  });
  if ('value' in read) return true;
  for (const { field, detail } of read.violations) {
    findings.reject(row, field === 'finishPlace' ? 'place' : 'time', `${field} ${detail}`);
  }
  return false;
}

/**
 * The result mode of the race. Results of a file do not change it, with one exception: when places contradict the times,
 * the answer to `placesConflict` says which count; a timing computer's file is wrong then.
 *
 * @returns `undefined` when the results are wrong, which is reported
 */
function modeOf(
  context: ImportContext,
  race: Race,
  results: readonly PlacedResult[],
): Race['resultMode'] | undefined {
  const { findings, format } = context;
  const finished = results.filter(({ result }) => result.status === 'finished');
  const number = numberShown(race);
  if (race.resultMode === 'placesOnly') {
    const { row } = finished.find(({ result }) => result.place === null) ?? {};
    if (row)
      findings.note(row, `race ${number} is ranked by places alone, and the file gives none here`);
    return 'placesOnly';
  }
  if ('addedMillis' in settlePlaces(finishesOf(results))) return 'timed';
  const what = 'places that contradict the times';
  if (format === 'finishlynx') {
    const row = finished[0]?.row ?? null;
    findings.reject(row, 'place', `race ${number} has ${what}: save it again in FinishLynx`);
    return undefined;
  }
  const given = answerTo(context, {
    id: 'placesConflict',
    text: `The file has ${what}. "times" ranks by the times, "places" takes the places and ranks such a race by them alone.`,
    proposed: 'times',
    options: ['times', 'places'],
    where: `race ${number}`,
  });
  return given === 'places' ? 'placesOnly' : 'timed';
}

/** In a race ranked by times, a place without a time is left out, or becomes the status that was answered (formats.md §9). */
function withoutPlacesAlone(
  { answers, findings }: ImportContext,
  race: Race,
  results: readonly PlacedResult[],
): PlacedResult[] {
  const number = numberShown(race);
  return results.flatMap((each): PlacedResult[] => {
    const { status, finishMillis, place } = each.result;
    if (status !== 'finished' || finishMillis !== null || place === null) return [each];
    const boat = `place ${place} of race ${number}`;
    const given = placeAloneAnswer(answers.emptyPlace, boat);
    if (given === undefined) {
      findings.ask({
        id: 'emptyPlace',
        text: EMPTY_PLACE_TEXT,
        proposed: placeAloneProposal(answers.emptyPlace, boat),
        options: EMPTY_PLACE_ANSWERS,
        where: boat,
      });
    }
    if (given !== undefined && given !== 'none') {
      findings.note(each.row, `${boat} has no time, and is ${given}, as answered`);
      return [{ ...each, result: { ...each.result, status: given, place: null } }];
    }
    findings.skip(each.row, `${boat} has no time`);
    return [];
  });
}

/** The results, with milliseconds added where a photo finish has decided between equal times. */
function withVerdicts(
  { findings }: ImportContext,
  race: Race,
  results: readonly PlacedResult[],
): PlacedResult[] {
  const timed = results.filter(isTimed);
  const settled = settlePlaces(finishesOf(results));
  if (!('addedMillis' in settled)) return [...results];
  return results.map((each) => {
    const millis = settled.addedMillis[timed.indexOf(each)] ?? 0;
    if (millis === 0) return each;
    const { result, row } = each;
    const text = `race ${numberShown(race)}: place ${result.place} has the time of the place before; ${millis} ms are added, so that the places stay as they are`;
    findings.note(row, text);
    const finishMillis = (result.finishMillis ?? 0) + millis;
    return { ...each, result: { ...result, finishMillis } };
  });
}

function isTimed({ result }: PlacedResult): boolean {
  return result.status === 'finished' && result.finishMillis !== null;
}

function finishesOf(results: readonly PlacedResult[]) {
  return results.filter(isTimed).map(({ result, category, allowanceMillis }) => ({
    totalMillis: (result.finishMillis ?? 0) + (result.penaltyMillis ?? 0) - (allowanceMillis ?? 0),
    place: result.place,
    category,
  }));
}

/**
 * A lane's result as it is to be. Values that the mode of the race hides stay as they are stored (decision L12), and so
 * does the place of a crew out of competition, which is never shown.
 */
function resultIn(
  lane: Lane,
  { result, outOfCompetition = lane.outOfCompetition }: PlacedResult,
  mode: Race['resultMode'],
): LaneResult {
  const penaltyMillis = result.penaltyMillis || null;
  const isHidden = outOfCompetition && result.place === null;
  const hasSamePenalty = (lane.penaltyMillis ?? 0) === (penaltyMillis ?? 0);
  return {
    status: result.status,
    finishTimeMillis:
      mode === 'timed' ? result.finishMillis : (result.finishMillis ?? lane.finishTimeMillis),
    finishPlace: mode === 'timed' || isHidden ? lane.finishPlace : result.place,
    penaltyMillis: hasSamePenalty ? lane.penaltyMillis : penaltyMillis,
  };
}

/** Reports a new result in a cancelled race as wrong, and notes that an official race becomes provisional by it. */
function reportState(
  { findings }: ImportContext,
  { race, read }: { race: Race; read: ReadRace },
  row: number,
): void {
  const number = numberShown(race);
  // Our own export says the state of its races.
  if (race.state === 'cancelled' && read.state === undefined) {
    const text = `race ${number} is cancelled, and the file has other results of it: make it planned again in the race office, or leave it out`;
    findings.reject(row, null, text);
  }
  if (race.official) {
    findings.note(read.row, `race ${number} is official: its results become provisional again`);
  }
}

/** Whether a result may replace the stored one: nothing that a person may have entered is overwritten unasked. */
function mayWrite(
  draft: Draft,
  { answers, findings, lastWritten }: ImportContext,
  { race, lane, row, source }: { race: Race; lane: Lane; row: number; source: string },
): boolean {
  if (lane.status === NO_RESULT.status) return true;
  const written = lastWritten(race.id, lane.position, source);
  if (written && isSameResult(written, lane)) return true;
  if (answers.overwriteResults === true) return true;
  const where = `race ${numberShown(race)}, lane ${labelOf(lane, race, draft)}`;
  if (answers.overwriteResults !== false) {
    findings.ask({
      id: 'overwriteResults',
      text: 'The event has other results already than the file: those that would be skipped are listed. true overwrites them with those of the file, false leaves them as they are.',
      proposed: false,
      options: [false, true],
      where,
    });
  }
  findings.skip(row, `${where} has another result already`);
  return false;
}
