/** What a race is called besides its number. An empty text says as little as none. */

export interface Named {
  title: string | null;
  divisionLabel: string | null;
  boatClass: string | null;
  round: string | null;
}

/**
 * In one line: the title with the round that it does not say, else what is known of the race: `Women 8+, Heat 1`. Empty
 * when nothing is.
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

/** The title without the number of its race at its beginning: `16A Women 8+`, `Race 16A: Women 8+`, `#16A - Women 8+`. */
export function withoutNumber({ title, number }: NumberedTitle): string {
  const [, first = '', rest = ''] =
    /^(?:(?:race|event|rennen|course)\s+|#|n[°or]\.?\s*)?([\p{L}\p{N}]+)[.:,)]*\s+(?:[-–·|]\s+)?(.*)$/isu.exec(
      title ?? '',
    ) ?? [];
  return rest !== '' && plainWords(first) === plainWords(number) ? rest : (title ?? '');
}

/** Words without marks and case; what ends with a plus or has a sign between letters keeps it: `8+`, `K-1`. */
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
