/** What each pasted row of entries would change, and the headings of their columns. Pure. */
import type { OfficeLane, OfficeRace } from '../../../../../../src/contract/console/office.ts';
import { nameKey } from '../../../../../../src/domain/crews/similar-names.ts';
import {
  type Headings,
  mostFit,
  type PastedRow,
  type PlannedRow,
  type RowFault,
  textsByField,
} from '../../paste/pasted-table.ts';
import { crewedLanes } from '../results/field-entry.ts';
import { lanesByBow } from './arrivals.ts';
import {
  ENTRY_FIELDS,
  type EntryContext,
  type EntryField,
  type EntryTexts,
  type EntryValues,
  entriesLeft,
  readEntry,
  textsOfEntry,
} from './entry-texts.ts';

/** What a column can be: `anyStart` is the planned or the actual start, depending on the columns beside it. */
export type PastedField = 'bow' | 'crew' | 'anyStart' | EntryField;

/** As `headingText` writes them. */
export const ENTRY_HEADINGS: Headings<PastedField> = {
  outOfCompetition: [
    ...['out of competition', 'exhibition', 'exhib', 'exh', 'ooc'],
    ...['ausser konkurrenz', 'a k', 'ak'],
    ...['hors concours', 'h c', 'hc'],
  ],
  plannedStart: [
    ...['planned start', 'scheduled start', 'estimated start', 'start planned', 'event time'],
    ...['geplanter start', 'start geplant', 'sollstart', 'startzeit geplant'],
    ...['depart prevu', 'heure de depart prevue'],
  ],
  start: [
    ...['actual start', 'start actual', 'started', 'started at', 's time'],
    ...['gestartet', 'start ist', 'iststart'],
    ...['depart reel', 'parti a'],
  ],
  anyStart: [
    ...['start', 'start time', 'start time of day'],
    ...['startzeit', 'startuhrzeit'],
    ...['depart', 'heure de depart'],
  ],
  finish: [
    ...['finish', 'finish time', 'finish time of day', 'finished', 'finished at', 'f time', 'end'],
    ...['ziel', 'zielzeit', 'zieleinlauf', 'ankunft'],
    ...['arrivee', 'heure d arrivee'],
  ],
  allowance: [
    ...['allowance', 'handicap', 'hcap', 'time allowance'],
    ...['zeitgutschrift', 'gutschrift', 'vorgabe'],
    ...['bonification', 'bonus'],
  ],
  penalty: [
    ...['penalty', 'penalties', 'pen', 'penalty s', 'penalty seconds', 'time penalty'],
    ...['zeitstrafe', 'strafzeit', 'strafe', 'strafsekunden', 'zeitstrafe s'],
    ...['penalite', 'penalites', 'penalite s'],
  ],
  category: [
    ...['category', 'cat', 'age category', 'class', 'division', 'age group'],
    ...['kategorie', 'klasse', 'altersklasse', 'wertung'],
    ...['categorie', 'categorie d age'],
  ],
  bow: [
    ...[
      'bow',
      'bow number',
      'bow no',
      'bow #',
      'bib',
      'bib number',
      'plate',
      'number',
      'no',
      'nr',
      '#',
    ],
    ...['startnummer', 'startnr', 'start nr', 'bugnummer', 'bug', 'nummer', 'bahn', 'lane'],
    ...['etrave', 'numero d etrave', 'n d etrave', 'dossard', 'numero', 'n', 'couloir'],
  ],
  crew: [
    ...['crew', 'crew name', 'name', 'team', 'team name', 'entry'],
    ...['mannschaft', 'mannschaftsname', 'boot name'],
    ...['equipage', 'nom', 'nom de l equipage'],
  ],
};

/** Without headings: a column of numbers is the bow, one with words the crew. */
export function guessEntryColumn(
  cells: readonly string[],
  taken: readonly (PastedField | undefined)[],
): PastedField | undefined {
  const most = (fits: (cell: string) => boolean) => mostFit(cells, fits);
  const free = (field: PastedField) => (taken.includes(field) ? undefined : field);
  if (most((cell) => /^\d{1,4}[a-z]?$/i.test(cell))) return free('bow');
  if (most((cell) => /^\d{1,2}[:.]\d{2}[:.]\d{2}/.test(cell)))
    return free('anyStart') ?? free('finish');
  return most((cell) => /\p{L}{2}/u.test(cell)) ? (free('crew') ?? free('category')) : undefined;
}

/** What a row writes: of its entry, and of the race where all entries share a start. */
export interface EntryWrite {
  entry: EntryValues;
  /** The start of the race. */
  startedAt?: string;
}

type PlannedEntry = PlannedRow<PastedField, EntryWrite>;

interface EntryPaste {
  race: OfficeRace;
  context: EntryContext;
  rows: readonly PastedRow[];
  fields: readonly (PastedField | undefined)[];
  /** The name of a crew by its id. */
  nameOf: (crewId: number | null) => string;
}

/**
 * A plan for each row. A column of starts counts as actual only where there are finishes beside it, or its heading says that it
 * is (racing, "The office"); a start that all entries of a race share is written as that of the race.
 */
export function planEntries(paste: EntryPaste): PlannedEntry[] {
  const { race, context, rows, nameOf } = paste;
  const fields = readFields(paste);
  const find = finderOf(race, nameOf);
  const found = rows.map(({ line, cells }) => {
    const texts = textsByField(cells, fields);
    return { line, cells, texts, target: find(texts.bow ?? '', texts.crew ?? '') };
  });
  const linesOf = grouped(found, ({ target }) => target.lane?.position);
  const shared = sharedStart(race, found, context);
  return found.map(({ line, cells, texts, target }) => {
    const base = { line, texts: cells, reads: {}, id: null, changes: [], doubts: [] };
    const write: EntryWrite = { entry: {} };
    const wrong = (faults: RowFault<PastedField>[]): PlannedEntry => {
      return { ...base, write, state: 'wrong', faults };
    };
    if (cells.some((cell) => /^=./.test(cell))) return wrong([{ code: 'formula' }]);
    const { lane, fault } = target;
    if (!lane) return wrong([{ field: 'bow', code: fault ?? 'unknown-bow' }]);
    const twice = linesOf.get(lane.position) ?? [];
    if (twice.length > 1)
      return wrong([{ field: 'bow', code: 'twice', lines: twice.map((each) => each.line) }]);
    const own = Object.fromEntries(
      ENTRY_FIELDS.flatMap((field) => (texts[field] === undefined ? [] : [[field, texts[field]]])),
    ) as Partial<EntryTexts>;
    const { values, faults } = readEntry(lane, own, context);
    const codes = Object.entries(faults) as [EntryField, string][];
    if (codes.length > 0) return wrong(codes.map(([field, code]) => ({ field, code })));
    return { ...base, faults: [], ...compared(race, lane, { values, own, context, shared }) };
  });
}

/** Decides what an `anyStart` column is: planned starts, unless there are finishes beside them. */
function readFields({ rows, fields }: EntryPaste): (PastedField | undefined)[] {
  const finish = fields.indexOf('finish');
  const hasFinishes = finish >= 0 && rows.some(({ cells }) => (cells[finish] ?? '') !== '');
  const meant = hasFinishes ? 'start' : 'plannedStart';
  return fields.map((field) => {
    if (field !== 'anyStart') return field;
    return fields.includes(meant) ? undefined : meant;
  });
}

/** Whether the starts of a paste are taken as planned, though they might be actual. */
export function takesAsPlanned(paste: Pick<EntryPaste, 'rows' | 'fields'>): boolean {
  const fields = readFields(paste as EntryPaste);
  const column = paste.fields.indexOf('anyStart');
  return column >= 0 && fields[column] === 'plannedStart';
}

type Texts = Partial<Record<PastedField, string>>;

interface Target {
  lane?: OfficeLane;
  fault?: 'no-bow' | 'unknown-bow' | 'other-crew';
}

/** Finds the entry of a row by its bow, else by the name of its crew; where the row has both, they have to agree. */
function finderOf(
  race: OfficeRace,
  nameOf: EntryPaste['nameOf'],
): (bow: string, crew: string) => Target {
  const lanes = crewedLanes(race);
  const byBow = lanesByBow(lanes);
  const byName = grouped(lanes, ({ crewId }) => nameKey(nameOf(crewId)));
  return (bow, crew) => {
    if (bow === '' && crew === '') return { fault: 'no-bow' };
    const named = crew === '' ? [] : (byName.get(nameKey(crew)) ?? []);
    if (bow === '') return named.length === 1 ? { lane: named[0] as OfficeLane } : {};
    const lane = byBow(bow);
    if (!lane) return {};
    return crew !== '' && named.length > 0 && !named.includes(lane)
      ? { fault: 'other-crew' }
      : { lane };
  };
}

/** The start that all rows of a race whose boats start together share, if it has one. */
function sharedStart(
  race: OfficeRace,
  found: readonly { texts: Texts; target: Target }[],
  context: EntryContext,
): string | undefined {
  if (race.effectiveKind !== 'lanes' || found.length < 2) return undefined;
  const starts = found.map(({ texts, target }) =>
    target.lane && texts.start
      ? readEntry(target.lane, { start: texts.start }, context).values.startedAt
      : undefined,
  );
  const [first] = starts;
  return first && starts.every((start) => start === first) ? first : undefined;
}

interface Read {
  values: EntryValues;
  own: Partial<EntryTexts>;
  context: EntryContext;
  shared: string | undefined;
}

function compared(
  race: OfficeRace,
  lane: OfficeLane,
  { values, own, context, shared }: Read,
): Pick<PlannedEntry, 'state' | 'id' | 'write' | 'changes' | 'reads'> {
  const { startedAt, ...others } = values;
  const entry = shared ? others : values;
  const [left] = entriesLeft(race, [{ position: lane.position, ...entry }], () => false);
  const isOtherStart = shared !== undefined && shared !== race.startedAt;
  const before = textsOfEntry(lane, context);
  const after = { ...before, ...readsOf(lane, values, before, context) };
  const changes = (Object.keys(own) as EntryField[])
    .filter(
      (field) => before[field] !== after[field] && !(field === 'start' && shared && !isOtherStart),
    )
    .map((field) => ({ field, before: before[field], after: after[field] }));
  const { position: _, ...write } = left ?? { position: lane.position };
  return {
    state: left || isOtherStart ? 'changed' : 'same',
    id: lane.position,
    reads: Object.fromEntries(
      (Object.keys(own) as EntryField[]).map((field) => [field, after[field]]),
    ),
    write: { entry: write as EntryValues, ...(isOtherStart && { startedAt: shared }) },
    changes,
  };
}

/** The texts of what was read, as the table will show them. */
function readsOf(
  lane: OfficeLane,
  values: EntryValues,
  before: EntryTexts,
  context: EntryContext,
): EntryTexts {
  const { status = lane.status, ...rest } = values;
  const read = { ...lane, ...rest, status } as OfficeLane;
  return { ...before, ...textsOfEntry(read, context) };
}

function grouped<Key, Item>(
  items: readonly Item[],
  keyOf: (item: Item) => Key,
): ReadonlyMap<Key, readonly Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}
