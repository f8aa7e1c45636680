/**
 * What has to do with the refusal of a write: where it has changed since the page was shown, the answer says so in place
 * of the refusal (console, "Interface").
 */
import { normalised, type OfficeWrite } from './office-payloads.ts';
import { reliedOnBy } from './office-rules.ts';
import type { Change, OfficeState, Reliance } from './office-state.ts';

/** @param state before the write */
export function mattersTo(write: OfficeWrite, state: OfficeState, later: Change[]): Reliance[] {
  const where = (matters: (change: Change) => boolean, ...names: string[]) =>
    later.filter(matters).map(({ key }) => (names.length > 0 ? { key, names } : { key }));
  const moves = (ids: number[]) => (change: Change) =>
    change.key.startsWith('lane ') &&
    [change.before?.crewId, change.after?.crewId].some((id) => ids.includes(Number(id ?? -1)));
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
      const crews = ids.map((id) => ({ key: `crew ${id}` }));
      const lanes = [...state.lanes].flatMap(([raceId, ofRace]) =>
        [...ofRace]
          .filter(([, { crewId }]) => ids.includes(crewId ?? 0))
          .map(([position]) => ({ key: `lane ${raceId} ${position}` })),
      );
      const isSound = write.keep !== write.remove && ids.every((id) => state.crews.has(id));
      return !isSound ? [] : [...crews, ...lanes, ...where(moves(ids))];
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
