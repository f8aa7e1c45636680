/** Saves the rules of many races in one write. */
import type { Problem } from '../../problems.ts';
import { allOrNothing } from '../conflicts/outcome.ts';
import { writeOffice } from '../conflicts/write.ts';
import { progressionWords } from './progression-words.ts';
import type { RoundPreview } from './round-preview.ts';

type Rounds = Extract<RoundPreview, { kind: 'rules' }>['rounds'];

/** All of them or none: a round of which parts are left out would be another one. @returns why it was refused */
export async function saveRounds(
  eventId: number,
  rounds: Rounds,
  seen: number,
  labelOf: (raceId: number) => string,
): Promise<Problem | undefined> {
  const t = progressionWords.peek();
  const [first, ...others] = rounds;
  const races = rounds.map(({ raceId, rules }) => ({ id: raceId, rules }));
  const outcome = await writeOffice('PUT /events/{eventId}/progression', {
    params: { eventId },
    seen,
    ...allOrNothing({ races }, ({ subject, id, position }) => {
      const race = races.find((each) => each.id === id);
      if (subject !== 'lane' || !race) return undefined;
      return { from: race.rules.find((rule) => rule.position === position) ?? null };
    }),
    said:
      first && others.length === 0
        ? t.roundSaved(labelOf(first.raceId))
        : t.roundsSaved(rounds.length),
  });
  return outcome.kind === 'refused' ? outcome.problem : undefined;
}
