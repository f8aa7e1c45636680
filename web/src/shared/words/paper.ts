/** The English words of the printed sheets and of the page that prints them, some of which the big screen uses as well. */
import { partWords } from './part-words.ts';

const english = {
  start: 'Start',
  raceWord: 'Race',
  printNow: 'Print this page',
  back: 'Back to the running order',
  allDays: 'All days',
  days: 'Days',
  printedAt: (time: string) => `printed ${time}`,
  layout: 'Layout',
  full: 'Full',
  compact: 'Compact',
  show: 'Contents',
  all: 'Start lists and results',
  startLists: 'Start lists',
  results: 'Results',
  fromNow: 'From now on',
  nothing: 'There is nothing to print: choose other contents or another day.',
  notPossible: (given: string, possible: string) =>
    `“${given}” is not possible. Possible: ${possible}.`,
  boardCode: 'Code of the address of the running order',
};

export const paperWords = partWords('paper', english);
