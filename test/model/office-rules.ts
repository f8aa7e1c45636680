/**
 * What the specification of the console says of each write of the race office: how it changes an event, what it
 * relies on, and why it is refused.
 */
import { NO_RESULT } from './model-state.ts';
import {
  CONFLICT,
  invalid,
  missing,
  namedBy,
  normalised,
  type OfficeRefusal,
  type OfficeWrite,
} from './office-payloads.ts';
import { type proposalOf, wrongRules } from './office-progression.ts';
import {
  type Change,
  inTheWay,
  type OfficeLane,
  type OfficeRace,
  type OfficeState,
  type Reliance,
  racesWithRules,
} from './office-state.ts';

/** The effect of a write on the state that it was given. */
export interface Done {
  relied: Reliance[];
  /** The ids of the two crews of a merge, which count as one. */
  oneCrew?: number[];
  /** The rows that the answer shows, in its order. */
  shown: number[];
}

interface Given {
  /** The changes since the page was shown. */
  later: Change[];
  /** A new id, for a new row. */
  newId(): number;
  /** What the rules of a race propose now. */
  proposalOf(raceId: number): ReturnType<typeof proposalOf>;
}

const NO_RACE: OfficeRefusal = { status: 404, code: 'race_not_found' };

/** Carries out a write on a state, which may be half changed when the write is refused. */
export function carryOut(
  state: OfficeState,
  write: OfficeWrite,
  given: Given,
): Done | OfficeRefusal {
  switch (write.kind) {
    case 'races':
      return pushRaces(state, write, given);
    case 'crews':
      return pushCrews(state, write, given);
    case 'merge':
      return merge(state, write, given);
    case 'settings':
      Object.assign(state.schedule ?? {}, write.settings);
      return { relied: [], shown: [] };
    default:
      return changeRace(state, write, given);
  }
}

function pushRaces(
  { races, lanes, schedule }: OfficeState,
  write: Extract<OfficeWrite, { kind: 'races' }>,
  { later, newId }: Given,
): Done | OfficeRefusal {
  const refusal = missing(namedBy(write), races, 'race', later);
  if (refusal) return refusal;
  for (const id of write.removed) {
    races.delete(id);
    lanes.delete(id);
  }
  for (const lane of [...lanes.values()].flatMap((ofRace) => [...ofRace.values()])) {
    if (lane.from?.races.some((id) => write.removed.includes(id))) lane.from = null;
  }
  const shown = write.rows.map(({ id, facts }) => {
    const race = id === null ? undefined : races.get(id);
    const key = id ?? newId();
    const kept = race ?? blankRace(schedule?.defaultResultMode ?? 'timed');
    races.set(key, { ...kept, ...(normalised('races', facts) as Partial<OfficeRace>) });
    return key;
  });
  const numbers = [...races.values()].map(({ raceNumber }) => raceNumber);
  if (new Set(numbers).size < numbers.length) return CONFLICT;
  const keys = later
    .map(({ key }) => key)
    .filter((key) =>
      write.removed.some(
        (id) => `${key} `.startsWith(`race ${id} `) || key.startsWith(`lane ${id} `),
      ),
    );
  return { relied: keys.map((key) => ({ key })), shown };
}

function blankRace(resultMode: OfficeRace['resultMode']): OfficeRace {
  return {
    ...{ externalId: null, raceNumber: 0, title: null, scheduledAt: 0, distanceMeters: null },
    ...{ boatClass: null, round: null, divisionLabel: null, resultMode, resultVisibility: null },
    ...{ laneScheme: null, notes: null, printedNumber: null, reason: null, official: false },
    state: 'planned',
  };
}

function pushCrews(
  { crews, lanes }: OfficeState,
  write: Extract<OfficeWrite, { kind: 'crews' }>,
  { later, newId }: Given,
): Done | OfficeRefusal {
  const refusal = missing(namedBy(write), crews, 'crew', later);
  if (refusal) return refusal;
  const drawn = [...lanes.values()].flatMap((ofRace) => [...ofRace.values()]);
  if (drawn.some(({ crewId }) => crewId !== null && write.removed.includes(crewId)))
    return CONFLICT;
  for (const id of write.removed) crews.delete(id);
  // A new crew goes behind all existing crews, and behind the new crews before it in the list.
  const orders = [...crews.values()].map(({ sortOrder }) => sortOrder);
  const shown = write.rows.map(({ id, facts }) => {
    const last = Math.max(...orders);
    const sortOrder = orders.length === 0 ? 0 : Math.min(last + 1, 2_147_483_647);
    const blank = {
      externalId: null,
      name: '',
      clubId: null,
      boatIndex: null,
      sortOrder,
      adopted: false,
    };
    const kept = id === null ? blank : crews.get(id);
    const crew = { ...blank, ...kept, ...normalised('crews', facts) };
    const key = id ?? newId();
    crews.set(key, crew);
    orders.push(crew.sortOrder);
    return key;
  });
  const names = [...crews.values()].map(({ name }) => name);
  return new Set(names).size < names.length ? CONFLICT : { relied: [], shown };
}

function merge(
  { crews, lanes }: OfficeState,
  { keep, remove }: Extract<OfficeWrite, { kind: 'merge' }>,
  { later }: Given,
): Done | OfficeRefusal {
  if (keep === remove) return invalid('remove');
  const named = [
    { field: 'keep', id: keep },
    { field: 'remove', id: remove },
  ];
  const refusal = missing(named, crews, 'crew', later);
  if (refusal) return refusal;
  const [kept, gone] = [crews.get(keep), crews.get(remove)];
  if (!kept || !gone) throw new Error('both are there');
  if (kept.externalId !== null && gone.externalId !== null) return CONFLICT;
  const relied: Reliance[] = [{ key: `crew ${keep}` }, { key: `crew ${remove}` }];
  for (const { key, before, after } of later) {
    const ids = [before?.crewId, after?.crewId];
    if (ids.includes(keep) || ids.includes(remove)) relied.push({ key });
  }
  for (const [raceId, ofRace] of lanes) {
    const drawn = [...ofRace.values()].map(({ crewId }) => crewId);
    if (drawn.includes(keep) && drawn.includes(remove)) return CONFLICT;
    for (const [position, lane] of ofRace) {
      if (lane.crewId === keep || lane.crewId === remove)
        relied.push({ key: `lane ${raceId} ${position}` });
      if (lane.crewId === remove) lane.crewId = keep;
    }
  }
  crews.delete(remove);
  kept.externalId ??= gone.externalId;
  if (gone.externalId !== null) kept.adopted = true;
  return { relied, oneCrew: [keep, remove], shown: [keep] };
}

function changeRace(
  state: OfficeState,
  write: Extract<OfficeWrite, { raceId: number }>,
  { later, proposalOf: propose }: Given,
): Done | OfficeRefusal {
  const { raceId } = write;
  if (write.kind === 'state' && write.state === 'planned' && write.reason !== null) {
    return invalid('reason');
  }
  const race = state.races.get(raceId);
  if (!race) return NO_RACE;
  const lanes = state.lanes.get(raceId) ?? new Map<number, OfficeLane>();
  const keyOf = (position: number) => `lane ${raceId} ${position}`;
  const shown = [raceId];
  switch (write.kind) {
    case 'state':
      Object.assign(race, { state: write.state, reason: write.reason });
      return { relied: [], shown };
    case 'official': {
      if (!state.schedule?.provisionalResults) return CONFLICT;
      if ([...lanes.values()].every(({ status }) => status === 'assigned')) return CONFLICT;
      race.official = write.official;
      const ofRace = later.filter(({ key }) => key.startsWith(`lane ${raceId} `));
      const relied: Reliance[] = [{ key: `race ${raceId}`, names: ['resultMode'] }];
      return { relied: [...relied, ...ofRace.map(({ key }) => ({ key }))], shown };
    }
    case 'results': {
      const positions = write.results.map(({ position }) => Number(position));
      const crewsOf = (of: number[]) =>
        of.map((position) => ({ key: keyOf(position), names: ['crewId'] }));
      const gone = positions.filter((position) => !lanes.has(position));
      const changed = inTheWay(later, [], crewsOf(gone));
      if (changed.length > 0) return { ...CONFLICT, changed };
      const forbidden = race.resultMode === 'timed' ? 'finishPlace' : 'finishTimeMillis';
      const wrong = write.results.some((each) => (each[forbidden] ?? null) !== null)
        ? ['results']
        : [];
      positions.forEach((position, at) => {
        if (!lanes.has(position)) wrong.push(`results[${at}].position`);
      });
      if (wrong.length > 0) return invalid(...wrong);
      for (const { position, ...result } of write.results) {
        Object.assign(lanes.get(Number(position)) ?? {}, NO_RESULT, { status: 'finished' }, result);
      }
      return { relied: crewsOf(positions), shown };
    }
    case 'progression':
      return setRules(state, write, lanes);
    case 'apply': {
      const proposal = propose(raceId);
      if (!proposal?.ready) return CONFLICT;
      const crewOf = new Map(proposal.lanes.map(({ position, crewId }) => [position, crewId]));
      const isRowed = [...lanes].some(([position, { crewId, status }]) => {
        const named = crewOf.get(position);
        return named !== undefined && named !== crewId && status !== 'assigned';
      });
      if (isRowed) return CONFLICT;
      const wanted = [...lanes].map(([position, { positionLabel, crewId }]) => {
        const named = crewOf.get(position);
        return { position, positionLabel, crewId: named === undefined ? crewId : named };
      });
      const done = redraw(state, { kind: 'lanes', raceId, lanes: wanted }, lanes, keyOf);
      return 'code' in done ? done : { ...done, relied: reliedOnBy(raceId, lanes, later) };
    }
    case 'lanes': {
      const named = write.lanes.map(({ crewId: id }, at) => ({ field: `lanes[${at}].crewId`, id }));
      const refusal = missing(named, state.crews, 'crew', later);
      if (refusal) return refusal;
      return redraw(state, write, lanes, keyOf);
    }
  }
}

function redraw(
  state: OfficeState,
  { raceId, lanes: wanted }: Extract<OfficeWrite, { kind: 'lanes' }>,
  before: Map<number, OfficeLane>,
  keyOf: (position: number) => string,
): Done | OfficeRefusal {
  const drawn = wanted.flatMap(({ crewId }) => crewId ?? []);
  const positions = new Set(wanted.map(({ position }) => position));
  const leftBehind = [...before].some(
    ([position, { crewId }]) =>
      !positions.has(position) && crewId !== null && drawn.includes(crewId),
  );
  if (new Set(drawn).size < drawn.length || leftBehind) return CONFLICT;
  const after = new Map<number, OfficeLane>();
  for (const { position, positionLabel, crewId } of wanted) {
    const lane = before.get(position);
    const isEmptied = lane && lane.crewId !== null && crewId === null;
    const kept = lane && !isEmptied ? lane : NO_RESULT;
    const { status, finishTimeMillis, finishPlace, penaltyMillis } = kept;
    const label = positionLabel === null ? null : positionLabel.normalize('NFC');
    after.set(position, {
      ...{ positionLabel: label, crewId },
      ...{ status, finishTimeMillis, finishPlace, penaltyMillis },
      from: lane?.from ?? null,
      ...markOf(before, crewId, status),
    });
  }
  if (after.size === 0) state.lanes.delete(raceId);
  else state.lanes.set(raceId, after);
  const redrawn = [...before].filter(
    ([position, { crewId }]) => (after.get(position)?.crewId ?? null) !== crewId,
  );
  const relied = redrawn.map(([position]) => ({
    key: keyOf(position),
    names: Object.keys(NO_RESULT),
  }));
  return { relied, shown: [raceId] };
}

type Mark = Pick<OfficeLane, 'withdrawn' | 'withdrawnReason'>;
export const ROWS: Mark = { withdrawn: false, withdrawnReason: null };

/** The withdrawal of a crew, which goes with it to another lane of its race; a crew with a result has none. */
export function markOf(
  before: Map<number, OfficeLane> | undefined,
  crewId: number | null,
  status: OfficeLane['status'],
): Mark {
  if (crewId === null || status !== 'assigned') return ROWS;
  const was = [...(before?.values() ?? [])].find((lane) => lane.crewId === crewId);
  return was ? { withdrawn: was.withdrawn, withdrawnReason: was.withdrawnReason } : ROWS;
}

/** Replaces all rules of a race; a rule for a position without a lane makes an empty lane. */
function setRules(
  state: OfficeState,
  { raceId, rules }: Extract<OfficeWrite, { kind: 'progression' }>,
  before: Map<number, OfficeLane>,
): Done | OfficeRefusal {
  const wrong = wrongRules(raceId, rules, racesWithRules(state));
  if (wrong.length > 0) return invalid(...wrong.map((index) => `rules[${index}]`));
  const after = new Map(before);
  for (const lane of after.values()) lane.from = null;
  for (const { position, races, place, fastest } of rules) {
    const nobody = { positionLabel: null, crewId: null, from: null, ...ROWS };
    const empty: OfficeLane = { ...nobody, ...NO_RESULT };
    const lane = after.get(position) ?? empty;
    after.set(position, { ...lane, from: { races, place, fastest } });
  }
  if (after.size > 0) state.lanes.set(raceId, after);
  return { relied: [], shown: [raceId] };
}

/** What applying a proposal relies on: the race's lanes, and the results of the races from which its crews come. */
export function reliedOnBy(
  raceId: number,
  lanes: Map<number, OfficeLane>,
  later: Change[],
): Reliance[] {
  const sources = [...lanes.values()].flatMap(({ from }) => from?.races ?? []);
  return later.flatMap(({ key }): Reliance[] => {
    const [what, id] = key.split(' ');
    if (what === 'lane' && Number(id) === raceId) return [{ key }];
    if (!sources.includes(Number(id))) return [];
    if (what === 'lane') return [{ key, names: [...Object.keys(NO_RESULT), 'crewId'] }];
    return what === 'race' ? [{ key, names: ['resultMode', 'official'] }] : [];
  });
}
