/** Letters that tell boats of one name apart. */

/** A, B … Z, AA, AB … @param count from 1 */
export function letterOf(count: number): string {
  const before = count > 26 ? letterOf(Math.floor((count - 1) / 26)) : '';
  return before + String.fromCharCode(65 + ((count - 1) % 26));
}
