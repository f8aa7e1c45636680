/** Which program wrote a text: told by its first line, or by the headings that only one program has. Pure. */
import type { Format, NamedFile, Question } from './reading.ts';
import { textTableFormat } from '../tables/read-text-table.ts';
import { isWebscorer } from '../webscorer.ts';

/** A header of FinishLynx: event, round, heat, and the start of the race in its eleventh field or a little later. */
const LIF_HEADER =
  /^[^,]{1,10},[^,]{0,20},\d{0,3},(?:[^,]*,){7,10}\d{1,2}:\d{2}:\d{2}(?:\.\d{1,4})?(?:,|$)/;
/** Event, round, heat and a name; it may be without the start. */
const LIF_START = /^\d{1,4}[A-Za-z]?,[^,]{0,20},\d{0,3},[^,\d]/;
/** Place, id and lane. */
const LIF_ROW = /^(?:\d{1,3}|[A-Za-z]{1,7})?,[^,]{0,20},\d{0,3},(?:[^,]*,){3}/;
/** No line of a result is longer; it keeps the looking short. */
const MAX_LINE_LENGTH = 1000;
const LIF_OR_TABLE: Question = {
  id: 'format',
  text: 'The file has no headings. Is it a result of FinishLynx, or a table?',
  proposed: 'finishlynx',
  options: ['finishlynx', 'csv'],
};

/** @param text the beginning of the file */
export function recogniseText(
  file: NamedFile,
  text: string,
): { format: Format } | { question: Question } {
  const [first = '', second = ''] = text
    .split(/[\r\n]+/, 2)
    .map((line) => line.slice(0, MAX_LINE_LENGTH));
  if (LIF_HEADER.test(first)) return { format: 'finishlynx' };
  if (isWebscorer(text)) return { format: 'webscorer' };
  const format = textTableFormat(file);
  const isPerhaps = format === 'csv' && LIF_START.test(first) && LIF_ROW.test(second);
  return isPerhaps ? { question: LIF_OR_TABLE } : { format };
}
