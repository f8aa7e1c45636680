/** The words of the announcer's page, in English. */
import { partWords } from './part-words.ts';

const english = {
  previous: 'Previous race',
  following: 'Next race',
  toRaceOn: 'To the race that is on',
  /** Until the reader turns to another race. */
  opensByItself: 'The race that is on opens by itself.',
  /** Before the texts about what the rules do with places. */
  atStake: 'At stake',
  comingUp: 'Coming up',
  alsoOn: 'Also on the course',
  printSheets: 'Print the day, a sheet per race',
};

export const announcerWords = partWords('announcer', english);
