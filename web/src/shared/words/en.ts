/** The words of the interface in English, and so what every language has to have. */
import type { DecimalMark } from '../../../../src/domain/finish-time.ts';
import { STATUS_WORDS } from '../../../../src/domain/status-words.ts';

export const en = {
  name: 'English',
  /** Before the fraction of a second. */
  decimalMark: '.' as DecimalMark,
  regattas: 'Regattas',
  noRegattas: 'No regatta has published its running order yet.',
  noSuchRegatta: 'There is no such regatta',
  noSuchRegattaMore: 'It may not be published yet, or the link is incomplete.',
  allRegattas: 'All regattas',
  loading: 'Loading…',
  notLoaded: 'No connection. It will be tried again by itself.',

  trial: 'Trial: not a real regatta',
  today: 'Today',
  venueTime: (zone: string) => `Times of the venue: ${zone}`,
  clock: (time: string) => `Now ${time}`,
  noRaces: 'The running order has no races yet.',
  races: (count: number) => (count === 1 ? '1 race' : `${count} races`),
  race: (raceNumber: number) => `Race ${raceNumber}`,
  late: (minutes: string) => `Runs ${minutes} late`,
  early: (minutes: string) => `Runs ${minutes} early`,
  onTime: 'Runs to plan',
  planned: 'planned',
  expected: 'expected',
  now: 'Now',
  next: 'Next',
  afterThat: 'After that',
  lastResults: 'Last results',
  openAll: 'Open all',
  closeAll: 'Close all',

  place: 'Place',
  lane: 'Lane',
  laneOf: (label: string) => `Lane ${label}`,
  crew: 'Crew',
  time: 'Time',
  start: 'Start',
  result: 'Result',
  raceWord: 'Race',
  gap: 'Gap',
  including: (penalty: string) => `incl. ${penalty}`,
  penaltyOf: (penalty: string) => `penalty ${penalty}`,
  ordinal: (place: number) => {
    const tail = place % 100 > 10 && place % 100 < 14 ? 0 : place % 10;
    return `${place}${['th', 'st', 'nd', 'rd'][tail] ?? 'th'}`;
  },
  statuses: STATUS_WORDS.en,
  hiddenResults: 'Results of this race are not public.',
  placesOnly: 'Places only, without times.',
  noCrews: 'No crews drawn yet.',
  meters: (meters: number) => `${meters} m`,

  find: 'Find a crew or a race',
  findShort: 'Search',
  found: (crews: number, races: number) =>
    `${crews === 1 ? '1 crew' : `${crews} crews`}, ${races === 1 ? '1 race' : `${races} races`}`,
  foundNothing: (typed: string) => `Nothing found for “${typed}”.`,
  moreCrews: (count: number) => `and ${count} more: type more of the name`,
  myCrews: 'My crews',
  noMoreRaces: 'No more races',
  calendar: 'Calendar',
  calendarOf: (crew: string) => `Calendar of ${crew}`,

  follow: 'Follow',
  followRegatta: 'Follow regatta',
  followCrew: (crew: string) => `Follow ${crew}`,
  followRace: 'Follow race',
  tooMany: (limit: number) => `One device can follow at most ${limit} crews and ${limit} races.`,
  push: {
    working: 'Setting up notifications…',
    on: 'Notifications are on for this device.',
    off: 'Marked on this device. Notifications are not on yet.',
    denied:
      'Marked on this device. No notifications: they are blocked for this site. Allow them in the site settings of your browser, then try again.',
    dismissed: 'Marked on this device. Notifications were not allowed; try again to be asked.',
    unsupported:
      'Marked on this device. No notifications: this browser cannot receive them. Crews you follow still stand on top.',
    homeScreen:
      'Marked on this device. For notifications, iPhone and iPad need this page on the home screen: tap Share, then “Add to Home Screen”, and open it from there.',
    insecure:
      'Marked on this device. No notifications: they need a secure address (https), and this page was opened without.',
    failed: (why: string) => `Marked on this device. Notifications could not be set up: ${why}`,
    unreachable: 'the service did not answer.',
  },
  retry: 'Try again',
  turnOn: 'Turn on',

  offline: (time: string) => `No connection. As of ${time}.`,
  resultsOf: (race: string, results: string) => `${race}, results: ${results}`,

  pause: 'Pause',
  resume: 'Go on',
  bigScreen: 'Big screen',
  print: 'Print',
  printNow: 'Print this page',
  back: 'Back to the running order',
  allDays: 'All days',
  days: 'Days',
  revision: (revision: number) => `Revision ${revision}`,
  printedAt: (time: string) => `printed ${time}`,
  language: 'Language',
};

export type Words = typeof en;
