/** What a race is called besides its number. An empty text says as little as none. */

interface Named {
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
