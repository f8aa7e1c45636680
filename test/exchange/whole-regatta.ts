/** The recorded regattas of the project as input for the writers of files, without a database. */
import { regattaPush } from '../../regattas/push-plan.ts';
import { loadRegatta, type RegattaName } from '../../regattas/regatta.ts';
import type { Team } from '../../src/domain/crews/team.ts';
import { emptyLane, type Lane } from '../../src/domain/draw/lane.ts';
import { DEFAULT_SETTINGS } from '../../src/domain/event/schedule.ts';
import { byRunningOrder, newRace, type Race } from '../../src/domain/races/race.ts';
import type { WholeEvent } from '../../src/exchange/event-file.ts';

export const REGATTAS: readonly RegattaName[] = ['hebda-cup-2023', 'wy-hi-2023'];

/** A regatta as it is stored once everything has been pushed. */
export function wholeRegatta(name: RegattaName): WholeEvent {
  const regatta = loadRegatta(name);
  const push = regattaPush(regatta);
  const teams = push.teams.map(
    ({ externalId, name: crew }, index): Team => ({
      id: index + 1,
      externalId,
      name: crew,
      ...{ clubId: null, boatIndex: null, sortOrder: index, adopted: false },
    }),
  );
  const races = push.races.map(({ scheduledAt, ...race }, index): Race => {
    const { raceNumber, resultMode } = race;
    const made = newRace({ raceNumber, resultMode, scheduledAt: Date.parse(scheduledAt) });
    const label = regatta.races[index]?.label ?? '';
    const printedNumber = label === String(raceNumber) ? null : label;
    return { id: 100 + index, ...made, ...race, printedNumber };
  });
  const crews = new Map(teams.map((team) => [team.externalId, team]));
  const results = new Map(push.results.map(({ externalId, results: list }) => [externalId, list]));
  const lanes = push.draws.map((drawn): [number, Lane[]] => {
    const id = races.find(({ externalId }) => externalId === drawn.externalId)?.id ?? 0;
    const ofRace = results.get(drawn.externalId) ?? [];
    return [
      id,
      drawn.lanes.map(({ position, positionLabel = null, teamExternalId }) => {
        const result = ofRace.find((each) => each.position === position);
        const team = crews.get(teamExternalId) ?? null;
        return { ...emptyLane(position), positionLabel, team, ...result };
      }),
    ];
  });
  const { date, timezone, city, countryCode } = regatta;
  return {
    ...{ id: 7, name: regatta.name, startDate: date, endDate: date, timezone, city, countryCode },
    look: null,
    schedule: { status: 'draft', ...DEFAULT_SETTINGS },
    teams,
    races: races.sort(byRunningOrder),
    lanes: new Map(lanes),
    delays: new Map(),
    notices: [],
  };
}
