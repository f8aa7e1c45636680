/** Crews that have withdrawn (console, "Withdrawn"), as files say it. */
import { withEntryWithdrawn } from '../../../domain/crews/withdraw-crew.ts';
import type { Race } from '../../../domain/races/plan-races.ts';
import { Refusal } from '../../../domain/refusal.ts';
import type { ReadRace } from '../../../exchange/reading/reading.ts';
import type { ImportContext } from '../context.ts';
import { type Draft, numberShown } from '../draft.ts';
import type { Crews } from './crews.ts';
import type { PlacedLane } from './lane-labels.ts';

/**
 * The race of a file in which whoever has withdrawn from the event's race already stays in the lane, and gets no result of
 * a word such as "scratched": file and race office say the same. Of others it is said that their lane is empty.
 */
export function withKnownWithdrawals(
  draft: Draft,
  { findings }: ImportContext,
  crews: Crews,
  { race, read }: { race: Race; read: ReadRace },
): ReadRace {
  const stored = draft.lanesOf(race.id).filter(({ withdrawn }) => withdrawn);
  const gone = new Set(stored.map(({ team }) => team?.name));
  const lanes = read.lanes.map((lane) => {
    const { scratched, crew, row } = lane;
    if (!scratched) return lane;
    const name = crews.nameOf(scratched);
    if (gone.has(name)) return { ...lane, crew: scratched, result: null };
    const text = `${JSON.stringify(name)} has withdrawn from race ${numberShown(race)}: its lane is empty`;
    if (crew === null) findings.note(row, text);
    return lane;
  });
  return { ...read, lanes };
}

/** Withdraws the crews of lanes of which the file says so, as the race office does; one that has a result is skipped. */
export function withdrawCrews(
  draft: Draft,
  { findings }: ImportContext,
  race: Race,
  lanes: readonly PlacedLane[],
): void {
  for (const { read, position } of lanes) {
    const stored = draft.lanesOf(race.id);
    const isKnown = stored.some((lane) => lane.position === position && lane.withdrawn);
    if (!read.withdrawn || isKnown) continue;
    draft.nameLane('lanes', race.id, position);
    const mark = { withdrawn: true, withdrawnReason: null };
    const after = withEntryWithdrawn(stored, position, mark);
    if (after instanceof Refusal)
      findings.skip(read.row, `race ${numberShown(race)}: ${after.detail}`);
    else draft.lanes.set(race.id, after);
  }
}
