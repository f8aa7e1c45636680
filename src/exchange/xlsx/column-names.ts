/** Columns of a sheet by their letters. */

/** `A` is 1, `AA` is 27. */
export function columnNumber(letters: string): number {
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
}

/** 1 is `A`, 27 is `AA`. */
export function columnLetters(column: number): string {
  if (column < 1) return '';
  const last = (column - 1) % 26;
  return columnLetters((column - 1 - last) / 26) + String.fromCharCode(65 + last);
}
