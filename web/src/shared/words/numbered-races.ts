/** Races by their numbers, which commas tell apart: `race 12`, `races 12, 14`. */
export function numbered(numbers: string, one: string, several: string): string {
  return `${numbers.includes(',') ? several : one} ${numbers}`;
}
