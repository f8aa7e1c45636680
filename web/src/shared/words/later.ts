/**
 * The English words of what the board loads after its first view; those of the list of regattas and of progression are used in
 * the pages without script and in messages as well.
 */
import { regattas, through } from '../../../../src/words/later/en.ts';
import { partWords } from './part-words.ts';

const english = {
  noSuchRace: (number: string) =>
    `There is no race ${number} in this regatta. This is its whole running order.`,
  noSuchCrew: 'There is no such crew in this regatta. This is its whole running order.',
  noSuchRegattaMore: 'It may not be published yet, or the link is incomplete.',
  allRegattas: 'All regattas',
  lastResults: 'Last results',
  bigScreen: 'Big screen',
  announcer: 'For announcers',
  toNow: 'To the race that is on now',
  followThisRegatta: 'Follow this regatta',
  followAnnounced: 'Follow this regatta, and you are told when it is there.',
  addToCalendar: 'Add to calendar',
  nothing: 'Follow a crew, a club or a race: its races stand here in order, with their results.',
  noRaces: 'What you follow is in no race so far.',
  followed: 'What I follow',
  toCome: 'Still to come',
  rowed: 'Rowed',
  allCrews: (count: number) => `Follow all ${count} crews`,
  allRaces: (count: number) => `Follow all ${count} races`,
  tooManyFound: (count: number, limit: number) =>
    `${count} match, and one device can follow ${limit}: type more of the name to follow all that match.`,
  crewsOfClub: (count: number) => (count === 1 ? 'Club · 1 crew' : `Club · ${count} crews`),
  moreCrews: (count: number) => `and ${count} more: type more of the name`,
  calendar: 'Calendar',
  calendarOf: (crew: string) => `Calendar of ${crew}`,
  wholeClub: 'Whole club',
  leaveCrew: 'All races',
  noRacesOfCrew: 'This crew is in no race so far.',
  close: 'Close',
  followNothing: 'You follow nothing yet. Follow a crew, a club, a race or the regatta to be told.',
  turnOff: 'Turn off on this device',
  forget: {
    now: 'Forget this device',
    hint: 'Ends notifications, and deletes what it follows and has stored, here and at the service.',
    done: 'This device is forgotten.',
    doneHere:
      'This device is forgotten here. The service was not reached, and forgets it by itself.',
  },
  remind: 'Remind me before the start',
  noReminder: 'No',
  share: 'Share',
  qrCode: (what: string) => `QR code: ${what}`,
  copied: 'The address has been copied.',
  push: {
    working: 'Setting up notifications…',
    on: 'Notifications are on for this device.',
    denied:
      'Marked on this device. No notifications: they are blocked for this site. Allow them in the site settings of your browser, then try again.',
    dismissed: 'Marked on this device. Notifications were not allowed; try again to be asked.',
    unsupported:
      'Marked on this device. No notifications: this browser cannot receive them. What you follow still stands under “My races”.',
    homeScreen:
      'Marked on this device. For notifications, iPhone and iPad need this page on the home screen: tap Share, then “Add to Home Screen”, and open it from there.',
    insecure:
      'Marked on this device. No notifications: they need a secure address (https), and this page was opened without.',
    failed: (why: string) => `Marked on this device. Notifications could not be set up: ${why}`,
    unreachable: 'the service did not answer.',
  },
  tooMany: (limit: number, clubs: number) =>
    `One device can follow at most ${limit} crews, ${limit} races and ${clubs} clubs.`,
  resultsOf: (race: string, results: string) => `${race}, results: ${results}`,
  found: (crews: number, races: number) =>
    `${crews === 1 ? '1 crew' : `${crews} crews`}, ${races === 1 ? '1 race' : `${races} races`}`,
};

export const laterWords = partWords('later', english);

export const regattasWords = partWords('regattas', regattas);

export const throughWords = partWords('through', through);
