/** Lines and fields of FinishLynx's files, which quote less than CSV does (formats.md §1.2). */

/** The lines of a text with their numbers from 1; blank ones are left out. */
export function linesOf(text: string): { row: number; line: string }[] {
  return text
    .split(/\r\n|\n|\r/)
    .map((line, index) => ({ row: index + 1, line }))
    .filter(({ line }) => line.trim() !== '');
}

/**
 * The fields of a line, trimmed. A field is quoted only where it begins with a quotation mark and the next one stands
 * directly before a comma or the end; every other quotation mark is part of a name.
 */
export function fieldsOf(line: string): string[] {
  const fields: string[] = [];
  for (let at = 0; at <= line.length; ) {
    const quoted = /^\s*"((?:[^"]|"")*)"(?=,|$)/.exec(line.slice(at, at + MAX_QUOTED_LENGTH));
    if (line[at] === '"' && quoted) {
      fields.push(plain((quoted[1] ?? '').replaceAll('""', '"')));
      at += quoted[0].length + 1;
      continue;
    }
    const comma = line.indexOf(',', at);
    const end = comma === -1 ? line.length : comma;
    fields.push(plain(line.slice(at, end)));
    at = end + 1;
  }
  return fields;
}

/** Without control characters, which no name or number has. */
function plain(field: string): string {
  return field.replaceAll(/\p{Cc}+/gu, ' ').trim();
}

/** So that a line of many quotation marks takes no time that grows with its square. */
const MAX_QUOTED_LENGTH = 1000;
