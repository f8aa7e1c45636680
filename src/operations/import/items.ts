/** What an import does, thing by thing: before and after of all that its files name. */
import { formatInstant } from '../../contract/instant.ts';
import type { ImportItem } from '../../contract/import.ts';
import { type Lane, NO_RESULT } from '../../domain/draw/lane.ts';
import type { Race } from '../../domain/races/plan-races.ts';
import type { Team } from '../../domain/crews/plan-teams.ts';
import { positionLabel } from '../../domain/races/race-view.ts';
import { type Draft, numberShown } from './draft.ts';

type Facts = Record<string, unknown>;

/** @returns crews by their order in the file, then races, lanes and results race by race */
export function itemsOf(draft: Draft): ImportItem[] {
  const { named, before } = draft;
  const racesBefore = new Map(before.races.map((race) => [race.id, race]));
  const teamsBefore = new Map(before.teams.map((team) => [team.id, team]));
  const crews = [...named.teams].flatMap((id): ImportItem[] => {
    const team = draft.teams.get(id);
    if (!team) return [];
    const changes = compared(factsOfCrew(teamsBefore.get(id)), factsOfCrew(team));
    return [{ kind: 'crew', crew: team.name, ...changes }];
  });
  const raceIds = new Set([...named.races, ...named.lanes.keys(), ...named.results.keys()]);
  const races = [...raceIds].flatMap((id): ImportItem[] => {
    const race = draft.races.get(id);
    if (!race) return [];
    const compare = compared(factsOfRace(racesBefore.get(id)), factsOfRace(race));
    const isShown = named.races.has(id) || compare.outcome !== 'same';
    const item: ImportItem = { kind: 'race', race: numberShown(race), ...compare };
    return [...(isShown ? [item] : []), ...lanesOf(draft, race)];
  });
  return [...crews, ...races];
}

function lanesOf(draft: Draft, race: Race): ImportItem[] {
  const before = new Map(
    (draft.before.lanes.get(race.id) ?? []).map((lane) => [lane.position, lane]),
  );
  const after = new Map(draft.lanesOf(race.id).map((lane) => [lane.position, lane]));
  const items = (kind: 'lane' | 'result', facts: (lane: Lane | undefined) => Facts | null) =>
    [...(draft.named[kind === 'lane' ? 'lanes' : 'results'].get(race.id) ?? [])]
      .sort((a, b) => a - b)
      .flatMap((position): ImportItem[] => {
        const crew = (after.get(position) ?? before.get(position))?.team?.name;
        const changes = compared(facts(before.get(position)), facts(after.get(position)));
        const place = { kind, race: numberShown(race), position };
        return [{ ...place, ...(crew !== undefined && { crew }), ...changes }];
      });
  const scheme = [race.laneScheme, draft.settings.laneScheme] as const;
  const drawn = (lane: Lane | undefined) =>
    lane
      ? {
          crew: lane.team?.name ?? null,
          positionLabel: positionLabel(lane, ...scheme),
          withdrawn: lane.withdrawn || null,
        }
      : null;
  return [
    ...items('lane', drawn),
    ...items('result', (lane) => (lane ? factsOfResult(lane) : null)),
  ];
}

function factsOfCrew(team: Team | undefined): Facts | null {
  if (!team) return null;
  const { name, externalId, clubId } = team;
  return { name, externalId, clubId };
}

function factsOfRace(race: Race | undefined): Facts | null {
  if (!race) return null;
  const { raceNumber, printedNumber, title, scheduledAt, boatClass, round, divisionLabel } = race;
  const { distanceMeters, notes, resultMode, state, externalId } = race;
  const texts = {
    title,
    boatClass,
    round,
    divisionLabel,
    distanceMeters,
    notes,
    resultMode,
    state,
    externalId,
  };
  return { raceNumber, printedNumber, scheduledAt: formatInstant(scheduledAt), ...texts };
}

/** A lane without a result has none yet. */
function factsOfResult({
  status,
  finishTimeMillis,
  finishPlace,
  penaltyMillis,
}: Lane): Facts | null {
  if (status === NO_RESULT.status) return null;
  return { status, finishTimeMillis, finishPlace, penaltyMillis };
}

/** @param before `null` where it is new, @param after `null` where it goes */
function compared(
  before: Facts | null,
  after: Facts | null,
): Pick<ImportItem, 'outcome' | 'changes'> {
  const changes = Object.keys(after ?? before ?? {}).flatMap((property) => {
    const [from, to] = [before?.[property] ?? null, after?.[property] ?? null];
    return from === to ? [] : [{ property, from, to }];
  });
  if (before === null && after !== null) return { outcome: 'new', changes };
  return { outcome: changes.length > 0 ? 'changed' : 'same', changes };
}
