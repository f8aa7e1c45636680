/** The words of the service in English, which are those that other languages translate. */
import type { LaneSource } from '../contract/board.ts';
import type { DecimalMark } from '../domain/results/finish-time.ts';

/** Words that the public pages use as well. */
export const shared = {
  /** Before the fraction of a second. */
  decimalMark: '.' as DecimalMark,
  /** Of a crew without a place. */
  statuses: { dns: 'did not start', dnf: 'did not finish', dsq: 'disqualified' },
  /** Of a crew that has withdrawn: it keeps its lane, and has no status. */
  withdrawn: 'withdrawn',
  /** The club that runs a regatta. */
  organiser: (club: string) => `Organiser: ${club}`,
  /** Of a regatta whose page is public before its running order. */
  announced: 'The running order comes here once it is published.',
  /** A place: `1st`. */
  ordinal,
  /** First so far, in a race that is not over: `leading Saline 6:39.50`. */
  leading: 'leading',
  /** A place, or the heading of places, that may still move: `3rd so far`. */
  soFar: (place: string) => `${place} so far`,
  /** A place of a race that has ended with boats missing, so that nobody is called first. */
  placeNumber: (place: number) => `place ${place}`,
  /** Of an entry that is timed and has no place. */
  outOfCompetition: 'out of competition',
  /** The time that was taken, beside the one that counts: less the allowance of the crew. */
  raw: (time: string) => `raw ${time}`,
  /** Of a boat without a result in a race that is closed: no more results are to come. */
  withoutResult: 'no result',
  /** Where the crew of a lane comes from; the numbers of the races as `sourceNumbers` says them. */
  source: ({ place, fastest, category }: LaneSource, numbers: string) => {
    const own = category ? ` ${category}` : '';
    const placed = `${ordinal(place)}${own}`;
    if (fastest === null) return `${placed} of race ${numbers}`;
    const rank = fastest === 1 ? '' : `${ordinal(fastest)} `;
    return `${rank}fastest ${placed} of races ${numbers}`;
  },
  /** The pages about the installation, to which public pages link. */
  imprint: 'Imprint',
  privacy: 'Privacy',
  accessibility: 'Accessibility',
};

/** Push messages. */
export const messages = {
  /** The number as it is printed, such as `16A`. */
  race: (number: string) => `Race ${number}`,
  /** A position, also in place of a crew where none is drawn: `Lane 3`, as on the board. The label is any text. */
  lane: (label: string) => `Lane ${label}`,
  /** The same for labels that are not lanes. */
  bow: (label: string) => `Bow ${label}`,
  /** A place in a sentence: `2nd`. Languages choose a form that fits a crew whatever its gender. */
  place: (place: number, isShared: boolean) => `${isShared ? 'equal ' : ''}${ordinal(place)}`,
  /** Of a lane that has finished and has no place yet. */
  finished: 'finished',
  /** Of a lane that cannot have a place: in a list, and in a sentence. */
  unplaced: {
    dns: { short: 'DNS', long: shared.statuses.dns },
    dnf: { short: 'DNF', long: shared.statuses.dnf },
    dsq: { short: 'DSQ', long: shared.statuses.dsq },
  },
  /** Of a race with categories: a place, or that a crew leads. */
  inCategory: (place: string, category: string) => `${place} ${category}`,
  /** Of a place that does not move any more. */
  placeFinal: (place: string) => `final: ${place}`,
  /** Of a crew that keeps its lane and does not row. */
  withdrawn: shared.withdrawn,
  /** After a time with a penalty. */
  penalty: (seconds: string) => `incl. ${seconds} s penalty`,
  /** Between a name and the text about it, with its spaces. */
  colon: ': ',
  /** Sentences about a race, which a reason may follow. */
  cancelled: 'This race is cancelled.',
  postponed: 'This race is postponed; its new time is not known yet.',
  /** @param time such as `Saturday 10:40` */
  afterAll: (time: string) => `This race takes place after all: ${time}.`,
  /** Of a race that is about to start: of a crew that is followed, and of a race (`Race 12`) that is. */
  soon: {
    own: (minutes: number) => `Your race in ${inMinutes(minutes)}`,
    other: (race: string, minutes: number) => `${race} in ${inMinutes(minutes)}`,
  },
  /**
   * A body follows the name of the regatta and the day. `amount` is such as `1 h 25 min`, and empty when on time. Where
   * there is an `end`, the delay moves only races that are planned before that time.
   */
  late: {
    title: (weekday: string, amount: string) => `${weekday}’s races run ${amount} late`,
    body: (amount: string, end?: string) => `${remaining(end)} start ${amount} later than planned.`,
  },
  early: {
    title: (weekday: string, amount: string) => `${weekday}’s races run ${amount} early`,
    body: (amount: string, end?: string) =>
      `${remaining(end)} start ${amount} earlier than planned.`,
  },
  onTime: {
    title: (weekday: string, _amount: string) => `${weekday}’s races are on time again`,
    body: (_amount: string, _end?: string) => 'the remaining races start as planned.',
  },
  /** Races with new planned times. The body follows the name of the regatta and the day. */
  retimed: {
    /** @param race such as `Race 19` @param laterCount how many others of the day come after it */
    title: (race: string, time: string, laterCount: number) =>
      `${race} now at ${time}${others(laterCount)}`,
    body: 'the new times are on the board.',
  },
  /** Below the name of the regatta. */
  published: 'The running order is out.',
};

/** Pages without script, heads of pages, feeds and tables. */
export const pages = {
  service: 'Running orders, draws and results of regattas.',
  /** Of a race in which not all crews have a result. */
  inSoFar: (scored: number, entered: number) => `${scored} of ${entered} in`,
  hidden: 'The results are not public.',
  provisional: 'The results are provisional.',
  trial: 'Trial: not a real regatta',
  results: (event: string) => `Results: ${event}`,
  needsScript: 'This page needs JavaScript.',
  plainTable: 'Running order and results without it',
  noSuchPage: 'There is nothing at this address',
  noSuchPageMore: 'The link may be mistyped, or out of date.',
  noSuchRace: 'This race is not on the board',
  noSuchRaceMore: 'It may have another number now, or have been removed.',
  noSuchCrew: 'This crew is not on the board',
  noSuchCrewMore: 'It may have withdrawn, or be listed under another name.',
  toRegattas: 'All regattas',
  toBoard: (event: string) => `To the board: ${event}`,
  columns: {
    race: 'Race',
    title: 'Title',
    day: 'Day',
    start: 'Start',
    place: 'Place',
    lane: 'Lane',
    crew: 'Crew',
    club: 'Club',
    status: 'Status',
    result: 'Result',
    time: 'Time',
    penalty: 'Penalty (s)',
    total: 'Total',
    behind: 'Behind (s)',
    round: 'Round',
    boatClass: 'Boat class',
    division: 'Division',
    note: 'Note',
    bow: 'Bow',
    category: 'Category',
    categoryPlace: 'Place in category',
    outOfCompetition: 'Out of competition',
    allowance: 'Allowance (s)',
    /** Of a race for which nobody is waited for: programs look for this word. */
    complete: 'complete',
  },
  yes: 'yes',
  no: 'no',
};

/** The pages about the installation: who runs it, what it stores of whom, who can use it. */
export const installation = {
  runBy: (name: string) => `This installation of Running Order is run by ${name}.`,
  contact: 'Contact',
  help: 'Help',
  noImprint: 'The operator of this installation has given no imprint.',
  noPrivacy: 'The operator of this installation has said nothing more about privacy.',
  noContact: 'The operator of this installation has given no contact.',
  notKnown:
    'What the operator of this installation says cannot be shown at the moment. Try again in a minute.',
  ofOperator: 'From the operator',
  readers: {
    title: 'Who reads the public pages',
    noCookies:
      'The public pages need no account, set no cookies and load nothing from other sites.',
    onDevice:
      'What you choose and follow, and the pages that you have opened, are kept in your browser, so that they work without a connection. You can delete them there.',
    address:
      'Your IP address is needed to answer, and limits how much one address may ask. It is not stored.',
    proxy:
      'Requests come through a server in front of this service, which may have a log of its own.',
  },
  followers: {
    title: 'Who follows something there',
    stored:
      'Stored of your device: its address at the push service of your browser and two keys, your language, what you follow and when you want to be reminded, since when, whether a message has reached it, for a few days what it was last told of crews, and the first part of its IP address. No name is stored, and no whole IP address.',
    kept: (days: number) =>
      `What you follow of a regatta is deleted ${days} days after its last day. The device is deleted with the last thing that it follows, when you turn notifications off, and when its push service says that it is gone.`,
    services: (hosts: string) =>
      `Messages are encrypted. They go through the push service of your browser, which sees when one is sent to your device, and not what it says: ${hosts}.`,
  },
  crews: {
    title: 'Who takes part in a regatta',
    stored:
      'Stored are the names of crews and clubs, draws, times and results, as race offices and timing software write them, and a history of what was changed, when and by whom. Everybody sees what is published of it.',
    kept: 'It is kept without a limit of time: this service deletes none of it by itself.',
    archivedKept: (days: number) =>
      `A regatta that its organisers have archived is written to a file, which the operator keeps, and deleted here ${days} days after its last day, with its history.`,
    historyKept: (days: number) =>
      `The history of a regatta that is archived is deleted ${days} days after its last day.`,
    othersKept: 'Everything else of it is kept without a limit of time.',
  },
  people: {
    title: 'Who runs regattas here',
    stored: (requests: number) =>
      `Stored of an account: name, e-mail address, language and roles; hashes of password and API keys, with the last ${requests} requests of each key; the public part of passkeys. A history of what was done keeps name and e-mail address when the account is closed, and the address that somebody was invited by.`,
    cookies: (idleDays: number, mostDays: number, knownDays: number) =>
      `Two cookies: one keeps you signed in, for ${idleDays} days without use and ${mostDays} days at most; by the other your browser is known again for ${knownDays} days.`,
    signIns: (days: number) =>
      `Each sign-in is noted with browser and IP address. What is older than ${days} days is deleted at the next one.`,
    failures: (hours: number) =>
      `Failed sign-ins are counted for ${hours} hours, by account and by IP address.`,
    mails: 'Invitations and sign-in links are sent by e-mail.',
  },
  service: {
    title: 'Log and copies',
    log: 'The log says when the service starts, which key of timing software writes, and what fails. It does not say who reads which page.',
    backups: (count: number) =>
      `The database is copied every day, and the newest ${count} copies are kept. What was deleted stays in them for so long.`,
    more: 'The documents of this service say all this at length, with texts for operators to copy: docs/privacy.md.',
  },
  tests: {
    title: 'What was tested',
    how: 'Before a version is released, automatic tests open the public pages and the race office in the browser Chromium, as on a phone and as on a desk, and check:',
    what: [
      'the rules of WCAG 2.2, levels A and AA, as far as the software axe-core can tell',
      'the contrast of texts, in light and in dark',
      'that what is tapped is large enough, and nothing has to be scrolled sideways',
      'that results can be entered by keyboard alone',
    ],
    limits:
      'Such tests find some of what stands in the way, not all of it. Nobody from outside has examined the pages, and nothing is known of how well screen readers read them.',
    write: 'If something stands in your way, write to:',
  },
};

/** Calendars, in addition to the words of messages. */
export const calendar = {
  trial: 'Trial',
  cancelled: 'Cancelled',
  withdrawn: 'Withdrawn',
  postponed: 'Postponed',
  postponedMore: 'Postponed, the time is not known yet',
  /** @param at day and time @param zone of the venue */
  planned: (at: string, zone: string) => `Planned: ${at} (${zone})`,
  late: (minutes: number) => `Delay: ${minutes} min late`,
  early: (minutes: number) => `Delay: ${minutes} min early`,
  result: (text: string) => `Result: ${text}`,
  place: (place: number) => `place ${place}`,
  /** Between two ways into a race. */
  or: ', or ',
};

/** Pages of an exported site, in addition to the words of pages, messages and calendars. */
export const site = {
  runningOrder: 'Running order',
  crews: 'Crews',
  notices: 'Notices',
  /** Above the lanes of a race. */
  startList: 'Start list',
  startLists: 'Start lists',
  results: 'Results',
  toPrint: 'To print',
  /** Of a sheet to print, beside start lists and results. */
  all: 'Running order and results',
  files: 'Files',
  /** Of links to files. */
  table: 'Results as a table (CSV)',
  calendar: 'The days of the regatta as a calendar (ICS)',
  data: 'Everything on these pages as data (JSON)',
  previous: 'Previous race',
  next: 'Next race',
  languages: 'Languages',
  noRaces: 'There are no races.',
  noRacesOfCrew: 'This crew is drawn in no race.',
  logo: 'Logo of the organiser',
  /** @param at day and time of the last change */
  asOf: (revision: number, at: string, zone: string) => `Revision ${revision} of ${at} (${zone})`,
};

/** Mails. */
export const mails = {
  /** Lines before the link and after it. @param clubName `null` where it is not to be named */
  invitation: (clubName: string | null) => ({
    subject: `Invitation to ${clubName ?? 'a club'}`,
    before: [
      `You are invited to help run the regattas of ${clubName ?? 'a club'} in Running Order.`,
      'Open:',
    ],
    after: ['The link works once, for 7 days.', 'If you do not know why you got this, ignore it.'],
  }),
  signIn: (name: string) => ({
    subject: 'Your sign-in link',
    before: [`Hello ${name},`, 'this link signs you in to Running Order:'],
    after: [
      'It works once, for one hour. Give it to nobody: whoever opens it is signed in as you.',
      'If you did not ask for it, ignore it.',
    ],
  }),
};

function remaining(end: string | undefined): string {
  return end === undefined ? 'the remaining races' : `the races planned before ${end}`;
}

const NUMBERS = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

function others(count: number): string {
  if (count === 0) return '';
  const number = NUMBERS[count - 1] ?? count;
  return `, ${number} later ${count === 1 ? 'race follows' : 'races follow'}`;
}

/** 1st, 2nd, 3rd, but 11th, 12th, 13th. */
function ordinal(place: number): string {
  const isTeen = Math.floor((place % 100) / 10) === 1;
  const ending = (!isTeen && ['', 'st', 'nd', 'rd'][place % 10]) || 'th';
  return `${place}${ending}`;
}

function inMinutes(minutes: number): string {
  return `${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`;
}
