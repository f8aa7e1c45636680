/**
 * What the refusal of a write depends on: if that has changed since the page was shown, the answer names the changes in place
 * of the refusal (console, "Interface").
 */
import { NO_RESULT } from './model-state.ts';
import {
  CONFLICT,
  normalised,
  type OfficeRefusal,
  type OfficeRow,
  type OfficeWrite,
} from './office-payloads.ts';
import { reliedOnBy } from './office-rules.ts';
import { type Change, inTheWay, isSame, type OfficeState, type Reliance } from './office-state.ts';

/** @returns the refusal of a write, or a conflict with what others have changed of its reasons since the page was shown */
export function refusedMeanwhile(
  refusal: OfficeRefusal,
  write: OfficeWrite,
  state: OfficeState,
  later: Change[],
): OfficeRefusal {
  const meanwhile = (relied: Reliance[]) => inTheWay(later, [], relied);
  const reasons = [...(refusal.changed ?? []), ...meanwhile(mattersTo(write, state, later))];
  const others = meanwhile(sentBy(write, state, later));
  const isOnlyRefused =
    reasons.length === 0 && (refusal.code !== 'conflict' || others.length === 0);
  return isOnlyRefused ? refusal : { ...CONFLICT, changed: [...new Set([...reasons, ...others])] };
}

/**
 * The properties that a write sends with values other than the stored ones: a conflict also names those that others have
 * changed since the page was shown (console, "Conflicts, in full").
 *
 * @param state before the write
 */
function sentBy(write: OfficeWrite, state: OfficeState, later: Change[]): Reliance[] {
  const sent = (key: string, stored: object | undefined, values: object): Reliance[] => {
    const names = Object.entries(values)
      .filter(([name, value]) => !isSame((stored as never)?.[name], value))
      .map(([name]) => name);
    return stored && names.length === 0 ? [] : [{ key, names }];
  };
  const rows = (kind: 'races' | 'crews', what: string, write: { rows: OfficeRow[] }) =>
    write.rows.flatMap(({ id, facts }) =>
      id === null ? [] : sent(`${what} ${id}`, state[kind].get(id), normalised(kind, facts)),
    );
  switch (write.kind) {
    case 'races':
      return [
        ...rows('races', 'race', write),
        ...later
          .map(({ key }) => ({ key }))
          .filter(({ key }) =>
            write.removed.some((id) => key === `race ${id}` || key.startsWith(`lane ${id} `)),
          ),
      ];
    case 'crews':
      return [
        ...rows('crews', 'crew', write),
        ...write.removed.map((id) => ({ key: `crew ${id}` })),
      ];
    case 'merge':
      return reliedOnByMerge(write, state, later);
    case 'lanes':
    case 'results': {
      const { raceId } = write;
      const lanes = state.lanes.get(raceId);
      const lane = (position: number, values: object) =>
        sent(`lane ${raceId} ${position}`, lanes?.get(position), values);
      if (write.kind === 'results') {
        return write.results.flatMap(({ position, ...result }) => [
          ...lane(Number(position), { ...NO_RESULT, status: 'finished', ...result }),
          { key: `lane ${raceId} ${position}`, names: ['crewId'] },
        ]);
      }
      const crews = new Map(write.lanes.map(({ position, crewId }) => [position, crewId ?? null]));
      const redrawn = [...(lanes ?? [])].filter(
        ([position, { crewId }]) => (crews.get(position) ?? null) !== crewId,
      );
      return [
        ...write.lanes.flatMap(({ position, positionLabel, crewId }) =>
          lane(position, { positionLabel: positionLabel?.normalize('NFC') ?? null, crewId }),
        ),
        ...redrawn.map(([position]) => ({
          key: `lane ${raceId} ${position}`,
          names: Object.keys(NO_RESULT),
        })),
      ];
    }
    default:
      return [];
  }
}

const moves = (ids: number[]) => (change: Change) =>
  change.key.startsWith('lane ') &&
  [change.before?.crewId, change.after?.crewId].some((id) => ids.includes(Number(id ?? -1)));

function reliedOnByMerge(
  { keep, remove }: Extract<OfficeWrite, { kind: 'merge' }>,
  state: OfficeState,
  later: Change[],
): Reliance[] {
  const ids = [keep, remove];
  const lanes = [...state.lanes].flatMap(([raceId, ofRace]) =>
    [...ofRace]
      .filter(([, { crewId }]) => ids.includes(crewId ?? 0))
      .map(([position]) => ({ key: `lane ${raceId} ${position}` })),
  );
  const moved = later.filter(moves(ids)).map(({ key }) => ({ key }));
  return [...ids.map((id) => ({ key: `crew ${id}` })), ...lanes, ...moved];
}

/** What the refusal of a write depends on. @param state before the write */
function mattersTo(write: OfficeWrite, state: OfficeState, later: Change[]): Reliance[] {
  const where = (matters: (change: Change) => boolean, ...names: string[]) =>
    later.filter(matters).map(({ key }) => (names.length > 0 ? { key, names } : { key }));
  const takes = (what: string, name: string, rows: { facts: object }[]) => {
    const list = what === 'race' ? 'races' : 'crews';
    const values = rows.map(({ facts }) => (normalised(list, facts as never) as never)[name]);
    return where(
      ({ key, after }) =>
        key.startsWith(`${what} `) && values.includes((after?.[name] ?? 0) as never),
      name,
    );
  };
  const provisional = { key: 'schedule', names: ['provisionalResults'] };
  switch (write.kind) {
    case 'settings':
      return [];
    case 'races':
      return takes('race', 'raceNumber', write.rows);
    case 'crews':
      return [...takes('crew', 'name', write.rows), ...where(moves(write.removed), 'crewId')];
    case 'merge': {
      const ids = [write.keep, write.remove];
      const isSound = write.keep !== write.remove && ids.every((id) => state.crews.has(id));
      return isSound ? reliedOnByMerge(write, state, later) : [];
    }
  }
  const { raceId } = write;
  const isLane = ({ key }: Change) => key.startsWith(`lane ${raceId} `);
  const race = (id: number, ...names: string[]) => ({ key: `race ${id}`, names });
  switch (write.kind) {
    case 'state':
      return [race(raceId)];
    case 'official':
      return [race(raceId, 'resultMode'), ...where(isLane), provisional];
    case 'results':
      return [race(raceId, 'resultMode')];
    case 'lanes':
      return [race(raceId), ...where(isLane, 'crewId')];
    case 'progression': {
      const ids = [raceId, ...write.rules.flatMap(({ races }) => races)];
      const isRuled = ({ before, after }: Change) => Boolean(before?.from ?? after?.from);
      return [...ids.map((id) => race(id, 'scheduledAt')), ...where(isRuled, 'from')];
    }
    case 'apply': {
      const lanes = state.lanes.get(raceId) ?? new Map();
      return [race(raceId), ...reliedOnBy(raceId, lanes, later), provisional];
    }
  }
}
