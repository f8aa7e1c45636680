/** The name of a race, without its number. An empty text counts as `null`. */

export interface Named {
  title: string | null;
  divisionLabel: string | null;
  boatClass: string | null;
  round: string | null;
}

/**
 * The name on one line: the title, else division and boat class; then the round, unless it is in the text before:
 * `Women 8+, Heat 1`. Empty if nothing is known.
 */
export function raceName(race: Named): string {
  const named = race.title ? { ...race, divisionLabel: null, boatClass: null } : race;
  return raceNameParts(named).join(', ');
}

/** The parts of the name, most important first, nothing twice: title, division and boat class, round. */
export function raceNameParts({ title, divisionLabel, boatClass, round }: Named): string[] {
  const said: string[] = [];
  const unlessSaid = (text: string | null) => {
    if (!text || said.some((earlier) => ` ${earlier} `.includes(` ${text} `))) return '';
    said.push(text);
    return text;
  };
  const [heading, boats, who, stage] = [title, boatClass, divisionLabel, round].map(unlessSaid);
  return [[heading], [who, boats], [stage]]
    .map((words) => words.filter(Boolean).join(' '))
    .filter((part) => part !== '');
}

export interface NumberedTitle {
  title: string | null;
  /** As it is printed. */
  number: string;
}

/** The title without the number of the race at its beginning, as in `16A Women 8+`, `Race 16A: Women 8+`, `#16A - Women 8+`. */
export function withoutNumber({ title, number }: NumberedTitle): string {
  const [, first = '', rest = ''] =
    /^(?:(?:race|event|rennen|course)\s+|#|n[°or]\.?\s*)?([\p{L}\p{N}]+)[.:,)]*\s+(?:[-–·|]\s+)?(.*)$/isu.exec(
      title ?? '',
    ) ?? [];
  return rest !== '' && plainWords(first) === plainWords(number) ? rest : (title ?? '');
}

/** Words in lower case, without punctuation around them; signs within a word, and `+` and `-` at its end, stay: `K-1`, `8+`. */
export function plainWords(text: string): string {
  return text
    .toLowerCase()
    .split(/\s+/)
    .map((word) => word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}+-]+$/gu, ''))
    .filter(Boolean)
    .join(' ');
}

/** The number of a race as it is printed (console, "Programme"). */
export function numberShown({
  printedNumber,
  raceNumber,
}: {
  printedNumber?: string | null | undefined;
  raceNumber: number;
}): string {
  return printedNumber ?? String(raceNumber);
}
