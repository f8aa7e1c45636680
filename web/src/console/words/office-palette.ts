/** The words of the command palette of a race office, in English. */
import { partWords } from '../../shared/words/part-words.ts';

const english = {
  label: 'Command',
  placeholder: 'race 12 · delay 10 · cancel 14 · notice …',
  found: (count: number) =>
    count === 0 ? 'Nothing fits.' : count === 1 ? '1 command' : `${count} commands`,
  nothing: 'Nothing fits. Try “race 12”, “delay 10”, “cancel 14”, or the name of a page.',
  race: (race: string) => `Go to race ${race}`,
  delay: (delay: string) => `Delay: ${delay}…`,
  cancel: (race: string) => `Cancel race ${race}…`,
  postpone: (race: string) => `Postpone race ${race}…`,
  start: (race: string) => `Start race ${race} now`,
  started: (number: string) => `Race ${number} is started.`,
  close: (race: string) => `Close race ${race}: no more results`,
  closed: (number: string) => `Race ${number} is closed.`,
  notice: (text: string) => `Notice: “${text}”…`,
  undo: 'Undo what was done last',
  state: {
    cancelTitle: (race: string) => `Cancel race ${race}`,
    postponeTitle: (race: string) => `Postpone race ${race}`,
    cancelHint: 'It stays on the board, struck through, and keeps its draw and results.',
    postponeHint: 'No time is known for it until it is planned again.',
    told: 'Those who follow the race, a crew in it or the regatta are told.',
    draft: 'Nobody is told: the regatta is not published.',
    reason: 'Reason',
    reasonHint: 'Crews see it. You can leave it empty.',
    keep: 'Keep the race',
  },
};

export const paletteWords = partWords('palette', english);
