/** The line with which a block of lanes begins: `Event,1,U14 BOYS K1,HEAT 1,500m` (formats.md §4.4 e). */
import { lineOf } from '../cells/cell-text.ts';
import type { Cell } from '../table.ts';
import type { Field } from './common-headings.ts';
import { headingText } from './header.ts';

const BEGINS = new Set(['event', 'race', 'rennen', 'course', 'epreuve', 'wettkampf', 'veld']);
const ROUND =
  /^(?:(?:semi|quarter|grand|petite?)?[\s-]*(?:heat|final|finale|semi|repechage|rep|round|vorlauf|zwischenlauf|lauf|abteilung|hoffnungslauf|halbfinale|endlauf|serie|série|manche|repêchage|voorwedstrijd|halve finale|herkansing))\b/iu;

/** The properties of the race; `undefined` where the row is no such line. */
export function blockRace(row: readonly Cell[]): Partial<Record<Field, Cell>> | undefined {
  const [first, number, title, ...others] = row;
  if (first?.kind !== 'text' || first.text.length > 20 || number === undefined) return undefined;
  const word = headingText(first.text);
  const printed = lineOf(number);
  if (!BEGINS.has(word) || printed.length > 10 || !/\d/.test(printed) || /\s/.test(printed))
    return undefined;
  const race: Partial<Record<Field, Cell>> = { number };
  if (title && lineOf(title) !== '') race.title = title;
  for (const cell of others) {
    const field = fieldOf(cell);
    if (field && race[field] === undefined) race[field] = cell;
  }
  return race;
}

function fieldOf(cell: Cell): Field | undefined {
  const text = lineOf(cell).slice(0, 80);
  if (/^\d+(?:[.,]\d+)?\s?k?m(?:eters?|etres?)?$/i.test(text)) return 'distance';
  if (ROUND.test(text)) return 'round';
  if (cell.kind === 'time' || /^\d{1,2}[:h]\d{2}(?::\d{2})?\s?(?:[ap]\.?m\.?)?$/i.test(text))
    return 'start';
  if (cell.kind === 'date' || /^\d{4}-\d{1,2}-\d{1,2}$/.test(text)) return 'date';
  return undefined;
}
