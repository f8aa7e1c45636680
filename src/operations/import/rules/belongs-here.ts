/**
 * Whether a file is for this event. Numbers prove nothing: nearly every regatta has a race 1, and ids are made of
 * numbers. So crews are compared by name; where there are none, races by title. When nothing is the same, the file may
 * be for another regatta, so a person is asked.
 */
import type { Reading, ReadRace } from '../../../exchange/reading/reading.ts';
import type { Draft, ImportContext } from '../context.ts';
import type { Crews } from './crews.ts';
import { textKey } from './races-by-number.ts';

/** @returns `false` when the answer is not to import such a file */
export function belongsHere(
  draft: Draft,
  { answers, findings }: ImportContext,
  crews: Crews,
  { races }: Reading,
): boolean {
  // Only stored rows count: those from other files of the same import say nothing about the event.
  const { teams: stored, races: storedRaces } = draft.before;
  const byCrews = crews.areNamed && stored.length > 0;
  const isComparable = byCrews || (storedRaces.length > 0 && races.some(hasTitle));
  if (!isComparable) return true;
  if (byCrews ? crews.areKnown() || hasEntryOf(draft, races) : hasTitleOf(draft, races))
    return true;
  if (answers.otherRegatta === 'import') return true;
  if (answers.otherRegatta === 'stop') {
    findings.reject(
      null,
      null,
      'nothing in the file is known in the event, and you answered to stop then',
    );
    return false;
  }
  findings.ask({
    id: 'otherRegatta',
    text: 'Nothing in the file is known in the event: it may be for another regatta. "import" takes it all the same, "stop" leaves the event as it is.',
    proposed: null,
    options: ['import', 'stop'],
  });
  return true;
}

/**
 * Whether a crew of the event, perhaps renamed since, is drawn in the race where the file has it. Crew and race are compared
 * by `externalId`.
 */
function hasEntryOf(draft: Draft, races: readonly ReadRace[]): boolean {
  const stored = new Map([...draft.races.values()].map((race) => [race.externalId, race.id]));
  return races.some(({ externalId, lanes }) => {
    const id = stored.get(externalId);
    const drawn =
      id === undefined ? [] : draft.lanesOf(id).flatMap(({ team }) => team?.externalId ?? []);
    // A number alone is no code: most regattas have a crew 1 in race 1.
    return lanes.some(
      ({ crew }) => crew && /:.*\p{L}/u.test(crew.externalId) && drawn.includes(crew.externalId),
    );
  });
}

function hasTitle({ title }: ReadRace): boolean {
  return title !== null;
}

/** Whether a race of the event has the title of a race of the file, or no title yet, as when it was entered in haste. */
function hasTitleOf(draft: Draft, races: readonly ReadRace[]): boolean {
  const titles = new Set(races.map(({ title }) => textKey(title)));
  return [...draft.races.values()].some(
    ({ title }) => title === null || titles.has(textKey(title)),
  );
}
