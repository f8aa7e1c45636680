/** What is asked about the cells of crews: persons behind their names, and names that are struck through. */
import type { Inquiry } from '../../reading/inquiry.ts';
import { PersonNames } from '../../reading/person-names.ts';
import type { RowNote } from '../../reading/reading.ts';
import { crewNameOf } from '../crews.ts';
import type { SheetRow } from '../sheet-rows.ts';
import { textCell } from '../table.ts';
import { lineOf } from './cell-text.ts';

interface CrewCells {
  rows: SheetRow[];
  notes: RowNote[];
}

/** The rows with the crews as they are to be stored. */
export function settleCrewCells(rows: readonly SheetRow[], inquiry: Inquiry): CrewCells {
  const named = settlePersons(rows, inquiry);
  const struck = settleStruck(named.rows, inquiry);
  return { rows: struck.rows, notes: [...named.notes, ...struck.notes] };
}

/** The line through a name stays when the person behind it goes. */
function settlePersons(rows: readonly SheetRow[], inquiry: Inquiry): CrewCells {
  const names = new PersonNames(inquiry);
  const named = rows.map((row) => {
    const field = lineOf(row.cells.crew) === '' ? 'club' : 'crew';
    const cell = row.cells[field];
    const written = lineOf(cell);
    const name = names.of(written, row.row);
    if (name === written) return row;
    const isStruck = cell?.isStruck && { isStruck: cell.isStruck };
    return { ...row, cells: { ...row.cells, [field]: { ...textCell(name), ...isStruck } } };
  });
  return { rows: named, notes: names.notes };
}

/** A line through a name mostly means that the boat was withdrawn; a status beside it says more. */
function settleStruck(rows: readonly SheetRow[], inquiry: Inquiry): CrewCells {
  const struck = rows.filter((row) => {
    const cell = lineOf(row.cells.crew) === '' ? row.cells.club : row.cells.crew;
    return cell?.isStruck === true && crewNameOf(row) !== '';
  });
  const [first] = struck;
  if (first === undefined) return { rows: [...rows], notes: [] };
  const text =
    'Some crews are struck through. Are they withdrawn (withdrawn), or do they row (racing)?';
  const answer = inquiry.choose('scratch', text, ['withdrawn', 'racing'], `row ${first.row}`);
  const notes = struck.map((row) => ({
    row: row.row,
    text: `“${crewNameOf(row).slice(0, 60)}” is struck through${answer === 'withdrawn' ? ' and counts as withdrawn' : ''}.`,
  }));
  if (answer === 'racing') return { rows: [...rows], notes };
  const withdrawn = rows.map((row) =>
    struck.includes(row) && lineOf(row.cells.status) === ''
      ? { ...row, cells: { ...row.cells, status: textCell('withdrawn') } }
      : row,
  );
  return { rows: withdrawn, notes };
}
