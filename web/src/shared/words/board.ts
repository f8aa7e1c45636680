/** The English words of the board's first view, which the console uses as well; other languages can have the same ones. */
import { shared } from '../../../../src/words/en.ts';
import { partWords } from './part-words.ts';

const english = {
  ...shared,
  noSuchRegatta: 'There is no such regatta',
  toBoard: 'To the board',
  loading: 'Loading…',
  notLoaded: 'No connection. It will be tried again by itself.',

  trial: 'Trial: not a real regatta',
  today: 'Today',
  venueTime: (zone: string) => `Times of the venue: ${zone}`,
  noZone: 'Times are UTC: the time zone of the venue is not known',
  clock: (time: string) => `Now ${time}`,
  noRaces: 'The running order has no races yet.',
  races: (count: number) => (count === 1 ? '1 race' : `${count} races`),
  /** The number as it is printed. */
  race: (number: string | number) => `Race ${number}`,
  late: (minutes: string) => `Runs ${minutes} late`,
  early: (minutes: string) => `Runs ${minutes} early`,
  onTime: 'Runs to plan',
  delayUntil: (time: string) => `until ${time}`,
  planned: 'planned',
  expected: 'expected',
  now: 'Now',
  next: 'Next',
  openAll: 'Open all',
  closeAll: 'Close all',

  place: 'Place',
  lane: 'Lane',
  laneOf: (label: string) => `Lane ${label}`,
  /** The heading over labels that are no lanes. */
  bow: 'Bow',
  bowOf: (label: string) => `Bow ${label}`,
  crewCount: (count: number) => (count === 1 ? '1 crew' : `${count} crews`),
  crew: 'Crew',
  time: 'Time',
  result: 'Result',
  gap: 'Gap',
  /** Stands before a time from which the allowance of the crew has been taken off. */
  adjusted: 'adjusted',
  including: (penalty: string) => `incl. ${penalty}`,
  penaltyOf: (penalty: string) => `penalty ${penalty}`,
  /** Separates a word from its explanation. */
  colon: ': ',
  cancelled: 'Cancelled',
  postponed: 'Postponed',
  timeUnknown: 'time not known yet',
  official: 'official',
  provisional: 'provisional',
  notices: 'Notices',
  more: 'More',
  less: 'Less',
  hiddenResults: 'Results of this race are not public.',
  placesOnly: 'Places only, without times.',
  noCrews: 'Not drawn yet.',
  meters: (meters: number) => `${meters} m`,

  find: 'Find a crew or a race',
  findShort: 'Search',
  noMoreRaces: 'No more races',

  follow: 'Follow',
  followRegatta: 'Follow regatta',
  /** The alternative text of a logo. */
  logo: 'Logo of the organiser',
  followCrew: (crew: string) => `Follow ${crew}`,
  /** For a crew whose club is followed. */
  throughClub: 'followed through the club',
  followRace: 'Follow race',
  /** Before notifications have been switched on. */
  notOnYet: 'Marked on this device. Notifications are not on yet.',
  retry: 'Try again',
  turnOn: 'Turn on',

  myDay: {
    which: 'Which races',
    all: 'All',
    mine: 'My races',
    nextAt: (time: string) => `next ${time}`,
  },
  bell: {
    title: 'Notifications',
    on: 'on',
    off: 'off',
    blocked: 'blocked',
    closeNotice: 'Close this notice',
  },

  offline: (time: string) => `No connection. As of ${time}.`,

  print: 'Print',
  revision: (revision: number) => `Revision ${revision}`,
  language: 'Language',

  moment: 'The moment',
  lateMark: (minutes: string) => `${minutes} late`,
  earlyMark: (minutes: string) => `${minutes} early`,
  onTimeMark: 'on time',
  was: (delay: string) => `was ${delay}`,
  /** The minutes with their unit, as `minutesText` returns them. */
  startsIn: (amount: string) => `in ${amount}`,
  lastResult: 'Last result',
  lastProvisional: 'Provisional result',
  /** The label of the last result while boats are missing. */
  finishing: 'Finishing',
  noResultsSince: (time: string) => `No results since ${time}`,
  noResultsYet: 'No results yet',
  notBegun: 'Not begun yet',
  nothingOn: 'No race on the course',
  dayOver: 'Racing is over for today',
  noMoreToday: 'No more races today',
  noMoreOfMine: 'No more of my races',
  earlierToday: (races: string) => `Earlier today · ${races}`,
  latestFirst: 'latest first',
  waitingForResult: 'Waiting for the result',
  partlyIn: (scored: number, entered: number) => `${scored} of ${entered} in`,
  noResult: 'No result',
  notPublic: 'Results not public',
};

export type Words = typeof english;

export const words = partWords('board', english);
