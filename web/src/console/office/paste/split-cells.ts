/** Text as spreadsheets copy and export it, as rows of cells. */

/**
 * Splits a text at tabs, as spreadsheets copy it, or else at semicolons or commas, as they export it. A cell in
 * quotation marks may hold separators, line breaks, and quotation marks twice.
 *
 * @returns one row for each line that has any text, cells trimmed and in NFC
 */
export function splitCells(text: string): { line: number; cells: string[] }[] {
  const clean = text.replace(/^\uFEFF/, '').replaceAll(/\r\n?/g, '\n');
  const separator = separatorOf(clean);
  const rows: { line: number; cells: string[] }[] = [];
  let cells: string[] = [];
  let [at, line, lineOfRow] = [0, 1, 1];
  while (at <= clean.length) {
    const cell = cellAt(clean, at, separator);
    cells.push(trimmed(cell.text));
    line += countLineBreaks(cell.text);
    at = cell.end + 1;
    if (clean[cell.end] === separator) continue;
    if (cells.some((each) => each !== '')) rows.push({ line: lineOfRow, cells });
    cells = [];
    line += 1;
    lineOfRow = line;
  }
  return rows;
}

/** @returns the text of the cell that begins at an index, and the index of what ends it */
function cellAt(text: string, start: number, separator: string): { text: string; end: number } {
  const quoted = text[start] === '"' ? quotedAt(text, start) : undefined;
  if (quoted) {
    const next = text[quoted.end];
    if (next === undefined || next === separator || next === '\n') return quoted;
  }
  // A mark that does not enclose the whole cell, such as that of inches, is text.
  let end = start;
  while (end < text.length && text[end] !== separator && text[end] !== '\n') end += 1;
  return { text: text.slice(start, end), end };
}

function quotedAt(text: string, start: number): { text: string; end: number } | undefined {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] !== '"') continue;
    if (text[at + 1] === '"') at += 1;
    else return { text: text.slice(start + 1, at).replaceAll('""', '"'), end: at + 1 };
  }
  return undefined;
}

function separatorOf(text: string): string {
  if (text.includes('\t')) return '\t';
  const [first = ''] = text.split('\n', 1);
  const count = (separator: string) => first.split(separator).length;
  return count(';') >= count(',') ? ';' : ',';
}

function trimmed(text: string): string {
  return text
    .replaceAll(/[\s\u00A0\u200B]+/g, ' ')
    .trim()
    .normalize('NFC');
}

function countLineBreaks(text: string): number {
  return text.split('\n').length - 1;
}
