/** The words of the list of regattas, in English. */
import { partWords } from './part-words.ts';

const english = {
  noRegattas: 'No regatta has published its running order yet.',
  findRegatta: 'Find a regatta',
  regattaCount: (count: number) => (count === 1 ? '1 regatta' : `${count} regattas`),
  coming: 'Coming up',
  /** Beside a regatta that is announced. */
  toCome: 'running order to come',
  noneComing: 'No regatta is coming up yet.',
  runsOne: 'Do you run a regatta?',
  toOffice: 'To the race office',
};

export const regattasWords = partWords('regattas', english);
