/** The words of the big screen, in English. */
import { partWords } from './part-words.ts';

const english = {
  afterThat: 'After that',
  /** The lists of a head race: the boats ahead, those in last, those to start. */
  fastest: 'Leading boats',
  lastIn: 'Last in',
  starting: 'Starting next',
  pause: 'Pause',
  resume: 'Go on',
  possible: {
    races: 'one number, or two such as 20-40, the smaller one first',
    seconds: (least: number, most: number) => `whole numbers from ${least} to ${most}`,
  },
  noneOf: (given: string) => `“${given}”: there are no such races, so all are shown.`,
  page: (page: number, pages: number) => `${page} of ${pages}`,
  onPhone: 'On your phone',
};

export const displayWords = partWords('display', english);
