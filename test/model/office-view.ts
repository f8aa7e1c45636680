/** How the model's race office shows races and settings, and what of a row is stored. */
import { type Crew, printInstant, type Race, venueDay, viewRace } from './model-state.ts';
import { proposalOf, type ShownRace } from './office-progression.ts';
import type { OfficeRace, OfficeState } from './office-state.ts';

/** The properties of a race that the office shows and `/v1` does not. */
export type Said = Pick<OfficeRace, 'printedNumber' | 'state' | 'reason' | 'official'>;

export const NO_TEXTS: Said = {
  printedNumber: null,
  state: 'planned',
  reason: null,
  official: false,
};

interface Known {
  id: number;
  state: OfficeState;
  said: Said;
  timezone: string | null;
  /** What the rules of its lanes propose. */
  draw: object | null;
}

/** The statuses of boats that have been on the course: a delay no longer moves their race. */
const RACED = ['finished', 'dnf', 'dsq'];

/** A race as the office shows it. */
export function officeView(
  race: Race,
  { id, state: { schedule, delays, lanes }, said, timezone, draw }: Known,
): object {
  const { printedNumber, state, reason, official } = said;
  const { lanes: views, ...view } = viewRace(race, schedule);
  const minutes = delays.get(venueDay(race.scheduledAt, timezone)) ?? 0;
  const hasRaced = race.lanes.some(({ status }) => RACED.includes(status));
  const delay = hasRaced || state !== 'planned' ? 0 : minutes;
  // The planned starts of lanes move with the delay of the day, whatever is scored.
  const startsAt = printInstant(race.scheduledAt + (state === 'planned' ? minutes : 0) * 60_000);
  const ofRace = lanes.get(id) ?? new Map();
  const entries = [...ofRace.values()].filter(({ crewId, withdrawn }) => crewId && !withdrawn);
  return {
    ...view,
    id,
    ...{ kind: null, effectiveKind: 'lanes', startIntervalSeconds: null, startedAt: null },
    ...{ closed: false, clockOffsetMillis: 0, entered: entries.length },
    scored: entries.filter(({ status }) => status !== 'assigned').length,
    ...{ printedNumber, state, reason, draw },
    official: schedule?.provisionalResults ? official : null,
    estimatedAt: printInstant(race.scheduledAt + delay * 60_000),
    lanes: views.map(({ teamExternalId: _, teamName: __, ...lane }) => ({
      ...lane,
      crewId: lanes.get(id)?.get(lane.position)?.crewId ?? null,
      from: lanes.get(id)?.get(lane.position)?.from ?? null,
      withdrawn: lanes.get(id)?.get(lane.position)?.withdrawn ?? false,
      withdrawnReason: lanes.get(id)?.get(lane.position)?.withdrawnReason ?? null,
      ...{ category: null, categoryPlace: null, outOfCompetition: false, allowanceMillis: null },
      ...{ adjustedTimeMillis: null, plannedStartAt: null, startedAt: null, finishedAt: null },
      startsAt: lanes.get(id)?.get(lane.position)?.crewId ? startsAt : null,
    })),
  };
}

/** What the rules of a race propose. @param rowOf finds the race of the model with an id */
export function drawIn(
  state: OfficeState,
  raceId: number,
  rowOf: (id: number) => Race | undefined,
): ReturnType<typeof proposalOf> {
  const shown = (id: number): ShownRace | undefined => {
    const [race, row] = [state.races.get(id), rowOf(id)];
    if (!race || !row) return undefined;
    const lanes = viewRace(row, state.schedule).lanes.map((lane) => {
      const stored = state.lanes.get(id)?.get(lane.position);
      const { crewId = null, from = null, withdrawn = false } = stored ?? {};
      return { ...lane, crewId, from, withdrawn };
    });
    const counts = !state.schedule?.provisionalResults || race.official;
    return { scheduledAt: race.scheduledAt, counts, lanes };
  };
  return proposalOf(shown(raceId)?.lanes ?? [], shown);
}

/** The ids of the races in running order, and the crews in the order of their list. */
export function inOrder(state: OfficeState): { races: number[]; crews: object[] } {
  const races = [...state.races].sort(
    ([, a], [, b]) => a.scheduledAt - b.scheduledAt || a.raceNumber - b.raceNumber,
  );
  const crews = [...state.crews].sort(
    ([, a], [, b]) => a.sortOrder - b.sortOrder || (a.name < b.name ? -1 : 1),
  );
  return { races: races.map(([id]) => id), crews: crews.map(([id, crew]) => ({ id, ...crew })) };
}

/** The settings as they are shown. */
export function settingsOf({ schedule }: OfficeState): object {
  const { status: _, ...settings } = schedule ?? { status: 'draft' };
  return settings;
}

/** What is stored of a crew, without what else a caller has sent. */
export function pickCrew({ externalId, name, clubId, boatIndex, sortOrder, adopted }: Crew): Crew {
  return { externalId, name, clubId, boatIndex, sortOrder, adopted };
}

/** What is stored of a race, without what else a caller has sent. */
export function pickRace(race: OfficeRace): OfficeRace {
  const { externalId, raceNumber, title, scheduledAt, distanceMeters, boatClass, round } = race;
  const { divisionLabel, resultMode, resultVisibility, laneScheme, notes } = race;
  return {
    ...{ externalId, raceNumber, title, scheduledAt, distanceMeters, boatClass, round },
    ...{ divisionLabel, resultMode, resultVisibility, laneScheme, notes, ...NO_TEXTS },
  };
}
