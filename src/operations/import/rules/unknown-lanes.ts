/**
 * Boats in results that nobody has entered: one question for all files of an import, because a single boat in a single race
 * would hold all others up (formats.md §9).
 */
import { NO_RESULT, NOT_WITHDRAWN } from '../../../domain/draw/lane.ts';
import type { Race } from '../../../domain/races/plan-races.ts';
import type { ReadLane } from '../../../exchange/reading/reading.ts';
import { type ImportContext, oneAnswer } from '../context.ts';
import { type Draft, numberShown } from '../draft.ts';
import { labelOf, type PlacedLane } from './lane-labels.ts';

const ANSWERS = ['add', 'skip', 'refuse'] as const;

export class UnknownLanes {
  /** Whether the results of the race are left out for such a boat. */
  isRefused = false;
  private readonly draft: Draft;
  private readonly context: ImportContext;
  private readonly race: Race;

  constructor(draft: Draft, context: ImportContext, race: Race) {
    this.draft = draft;
    this.context = context;
    this.race = race;
  }

  /**
   * @param label of the lane; `null` where the file only names the crew, so that nobody knows which lane it was in
   * @param what is not in the draw
   * @returns the lane, where the race gets it
   */
  take(read: ReadLane, label: string | null, what: string): PlacedLane[] {
    const { findings } = this.context;
    const where = `${what} of race ${numberShown(this.race)}`;
    const answer = this.ask(where);
    if (answer === 'add') return [this.add(read, label)];
    if (answer === 'refuse') this.isRefused = true;
    const left = answer === 'skip' ? 'its result is' : 'the results of the race are';
    findings.skip(read.row, `${where} is not in the draw: ${left} left out, as answered`);
    return [];
  }

  private ask(where: string): (typeof ANSWERS)[number] {
    const { answers, findings } = this.context;
    const given = oneAnswer(answers.unknownLanes, ANSWERS);
    if (given === undefined) {
      findings.ask({
        id: 'unknownLanes',
        text: 'Some results are of boats that are not in the draw. Does the race get a lane without a crew for each (add), are these results left out (skip), or all results of such races (refuse)?',
        proposed: ANSWERS[0],
        options: ANSWERS,
        where,
      });
    }
    return given ?? ANSWERS[0];
  }

  /** At the position of its number, where that is free, else behind the others: without it the boats behind would move up. */
  private add(read: ReadLane, label: string | null): PlacedLane {
    const { draft, race } = this;
    const stored = draft.lanesOf(race.id);
    const positions = stored.map(({ position }) => position);
    const isFree = /^[1-9]\d{0,3}$/.test(label ?? '') && !positions.includes(Number(label));
    const position = isFree ? Number(label) : Math.max(0, ...positions) + 1;
    const usual = labelOf({ position, positionLabel: null }, race, draft);
    const lane = {
      ...{ ...NO_RESULT, ...NOT_WITHDRAWN, from: null, team: null },
      ...{ position, positionLabel: usual === label ? null : label },
    };
    draft.lanes.set(
      race.id,
      [...stored, lane].sort((a, b) => a.position - b.position),
    );
    draft.nameLane('lanes', race.id, position);
    const named = label === null && read.crew ? `: the file has "${read.crew.name}" there` : '';
    const text = `lane ${label ?? usual} of race ${numberShown(race)} is new, and without a crew${named}`;
    this.context.findings.note(read.row, text);
    return { read, position };
  }
}
