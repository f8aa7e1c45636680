/** Plans what each row of pasted crews would write; and the headings of their columns. */
import type { OfficeCrew } from '../../../../../src/contract/console/office.ts';
import { nameKey } from '../../../../../src/domain/crews/similar-names.ts';
import {
  type Headings,
  type PastedRow,
  type PlannedRow,
  type RowFault,
  textsByField,
} from '../paste/pasted-table.ts';
import {
  CREW_FIELDS,
  type CrewFault,
  type CrewField,
  type CrewTexts,
  type CrewValues,
  readCrew,
  textsOfCrew,
} from './crew-rows.ts';

/** Headings as `headingText` writes them. */
export const CREW_HEADINGS: Headings<CrewField> = {
  name: [
    ...['crew', 'crew name', 'name', 'team', 'team name', 'boat name', 'entry'],
    ...['mannschaft', 'mannschaftsname', 'boot name', 'team name', 'bootsname'],
    ...['equipage', 'nom', 'nom de l equipage'],
  ],
  clubId: [
    ...['club', 'club id', 'club code', 'affiliation', 'crew abbrev', 'abbreviation', 'school'],
    ...['verein', 'vereinskurzel', 'kurzel', 'klub'],
    ...['association', 'code club', 'sigle'],
  ],
  boatIndex: [
    ...['boat', 'boat number', 'boat no', 'boat index', 'boat #'],
    ...['boot', 'bootsnummer', 'boot nr'],
    ...['bateau', 'numero du bateau'],
  ],
  sortOrder: [
    ...['order', 'sort order', 'sort', 'position', 'no', 'nr', '#'],
    ...['ordnung', 'reihenfolge', 'reihung', 'lfd nr'],
    ...['ordre', 'rang', 'n'],
  ],
};

/** Without headings the column with words is the name. */
export function guessCrewColumn(
  cells: readonly string[],
  taken: readonly (CrewField | undefined)[],
): CrewField | undefined {
  const hasWords = cells.some((cell) => /\p{L}{2}/u.test(cell));
  if (hasWords) return taken.includes('name') ? undefined : 'name';
  return undefined;
}

interface CrewPaste {
  crews: readonly OfficeCrew[];
  rows: readonly PastedRow[];
  fields: readonly (CrewField | undefined)[];
}

type PlannedCrew = PlannedRow<CrewField, CrewValues>;

/** A plan for each row. `doubts` are names of crews that are probably the same. */
export function planCrews({ crews, rows, fields }: CrewPaste): PlannedCrew[] {
  const byName = new Map(crews.map((crew) => [crew.name, crew]));
  const byKey = new Map(crews.map((crew) => [nameKey(crew.name), crew]));
  const all = rows.map(({ line, cells }) => ({
    line,
    cells,
    texts: { name: '', ...textsByField(cells, fields) },
  }));
  const linesOf = new Map<string, number[]>();
  for (const { line, texts } of all) {
    const name = texts.name ?? '';
    if (name !== '') linesOf.set(name, [...(linesOf.get(name) ?? []), line]);
  }
  return all.map(({ line, cells, texts }) => {
    const label = texts.name ?? '';
    const { values } = readCrew(texts);
    const reads = readsOf(values);
    const base = { line, texts: cells, reads, id: null, write: {}, changes: [], doubts: [] };
    const faults = faultsOf(texts, linesOf.get(label) ?? [], cells);
    if (faults.length > 0) return { ...base, state: 'wrong', faults };
    const crew = byName.get(label);
    if (crew) return { ...base, faults: [], ...compared(crew, values) };
    const similar = byKey.get(nameKey(label));
    return { ...base, state: 'new', faults, write: values, doubts: similar ? [similar.name] : [] };
  });
}

function readsOf(values: CrewValues): Partial<CrewTexts> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, String(value ?? '')]),
  );
}

function faultsOf(
  texts: Partial<CrewTexts>,
  lines: readonly number[],
  cells: readonly string[],
): RowFault<CrewField>[] {
  if (cells.some((cell) => /^=./.test(cell))) return [{ code: 'formula' }];
  if (lines.length > 1) return [{ field: 'name', code: 'twice', lines }];
  const { faults } = readCrew(texts);
  return (Object.entries(faults) as [CrewField, CrewFault][]).map(([field, fault]) => ({
    field,
    ...fault,
  }));
}

function compared(
  crew: OfficeCrew,
  values: CrewValues,
): Pick<PlannedCrew, 'state' | 'id' | 'write' | 'changes'> {
  const before = textsOfCrew(crew);
  const changed = CREW_FIELDS.filter(
    (field) => Object.hasOwn(values, field) && values[field] !== crew[field],
  );
  return {
    state: changed.length === 0 ? 'same' : 'changed',
    id: crew.id,
    write: Object.fromEntries(changed.map((field) => [field, values[field]])),
    changes: changed.map((field) => ({
      field,
      before: before[field],
      after: String(values[field] ?? ''),
    })),
  };
}
