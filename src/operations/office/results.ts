/**
 * Writes of one race's results by the race office: the whole field at once, as in `/v1` (console, "Interface"); what happens
 * from start to finish, as in `/timing/v1` (racing, "The office"); and whether results are official (console, "Official").
 */
import type { OfficeResultsWrite } from '../../contract/console/office-writes.ts';
import type { TimingWrite } from '../../contract/timing.ts';
import { NO_RESULT } from '../../domain/draw/lane.ts';
import {
  type EventRows,
  lanesOf,
  raceOf,
  withLanes,
  withRace,
} from '../../domain/event/event-rows.ts';
import { aSchedule } from '../../domain/history/changes.ts';
import {
  crewsIn,
  lanesGone,
  presenceOf,
  sentOf,
  type Touched,
  touchedResults,
} from '../../domain/history/conflicts.ts';
import { type Identity, keyOf } from '../../domain/history/event-state.ts';
import { conflict, Refusal } from '../../domain/refusal.ts';
import { planRacing, sentOfRacing } from '../../domain/results/plan-racing.ts';
import { planResults } from '../../domain/results/plan-results.ts';
import { officeOperation } from './office-operation.ts';

type Input = Omit<OfficeResultsWrite, 'seen'> & { raceId: number };

/** The result is the race's id. */
export const postResults = officeOperation<Input, number>({
  name: 'push-results',
  named: (_, { raceId }) => [
    { key: keyOf({ subject: 'race', id: raceId }), properties: ['resultMode'] },
  ],
  sent: ({ stored: { rows } }, { raceId, results }) => [
    ...sentOf(
      rows,
      results.map(({ position, ...result }) => [
        { subject: 'lane', id: raceId, position },
        { ...NO_RESULT, status: 'finished', ...result },
      ]),
    ),
    ...crewsIn(raceId, results),
  ],
  plan: ({ later, stored: { rows } }, { raceId, results }) => {
    const race = raceOf(rows, raceId);
    if (race instanceof Refusal) return race;
    const before = lanesOf(rows, raceId);
    const gone = lanesGone(later, raceId, { lanes: before, named: results });
    if (gone) return gone;
    const after = planResults(race.resultMode, before, results);
    if (after instanceof Refusal) return after;
    return {
      after: withLanes(rows, raceId, after),
      touched: crewsIn(raceId, results),
      result: raceId,
    };
  },
});

type RacingInput = TimingWrite & { raceId: number };

/** The result is the race's id. */
export const setRacing = officeOperation<RacingInput, number>({
  name: 'set-racing',
  named: (_, { raceId }) => [presenceOf(raceId)],
  sent: ({ schedule: { laneScheme }, stored: { rows } }, input) =>
    touchedBy(rows, laneScheme, input),
  plan: ({ later, schedule: { laneScheme }, stored: { rows } }, input) => {
    const { raceId, ...racing } = input;
    const race = raceOf(rows, raceId);
    if (race instanceof Refusal) return race;
    const lanes = lanesOf(rows, raceId);
    const stored = { race, lanes, laneScheme };
    const named = sentOfRacing(stored, racing).ofLanes;
    const gone = lanesGone(later, raceId, { lanes, named });
    if (gone) return gone;
    const planned = planRacing(stored, racing);
    if (planned instanceof Refusal) return planned;
    const after = withLanes(withRace(rows, race, planned.race), raceId, planned.lanes);
    return { after, touched: touchedBy(rows, laneScheme, input), result: raceId };
  },
});

/**
 * What a page must have seen of what it sends: the properties, also those that are derived in the end, such as the status
 * where a verdict is taken back; and the crews to which the times belong.
 */
function touchedBy(
  rows: EventRows,
  laneScheme: readonly string[] | null,
  { raceId, ...racing }: RacingInput,
): Touched[] {
  const race = raceOf(rows, raceId);
  if (race instanceof Refusal) return [];
  const stored = { race, lanes: lanesOf(rows, raceId), laneScheme };
  const { ofRace, ofLanes } = sentOfRacing(stored, racing);
  const sent = ofLanes.map(({ position, values }): [Identity, object] => [
    { subject: 'lane', id: raceId, position },
    values,
  ]);
  return [
    ...sentOf(rows, [[{ subject: 'race', id: raceId }, ofRace], ...sent]),
    ...crewsIn(raceId, ofLanes),
  ];
}

interface OfficialInput {
  raceId: number;
  official: boolean;
}

/** The result is the race's id. */
export const setOfficial = officeOperation<OfficialInput, number>({
  name: 'set-official',
  named: ({ later }, { raceId }) => [
    presenceOf(raceId),
    ...touchedResults(later, raceId),
    { key: keyOf(aSchedule), properties: ['provisionalResults'] },
  ],
  plan: ({ schedule, later, stored: { rows } }, { raceId, official }) => {
    const race = raceOf(rows, raceId);
    if (race instanceof Refusal) return race;
    if (!schedule.provisionalResults) {
      return conflict('The event does not use provisional results: see its settings.');
    }
    if (lanesOf(rows, raceId).every(({ status }) => status === NO_RESULT.status)) {
      return conflict('The race has no results yet.');
    }
    // A person makes only those results official that the page showed.
    const touched = touchedResults(later, raceId);
    return { after: withRace(rows, race, { official }), touched, result: raceId };
  },
});
