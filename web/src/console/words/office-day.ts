/** The words of the part "Day" of a race office in English. */
import { partWords } from '../../shared/words/part-words.ts';

const english = {
  days: 'Day',
  noDays: 'There are no days yet. Give the regatta its days, or put races into the programme.',
  toProgramme: 'To the programme',
  runsTo: (delay: string, waiting: string) => `${delay}. ${waiting}`,
  waitsFor: (race: string) => `It waits for race ${race}.`,
  allDone: 'Every race of the day has its result.',
  hears: {
    draft: 'Nobody hears of it: the regatta is not published.',
    board: 'Crews see it on the board. Nobody gets a message, because the day is far away or over.',
    told: (count: number) =>
      count === 0
        ? 'Crews see it on the board at once. Nobody follows yet.'
        : `Crews see it on the board at once, and ${count === 1 ? 'one person' : `${count} people`} will be told.`,
  },
  faults: {
    noTime: 'Enter a time, such as 11:25.',
    missing: 'Fill this in.',
    notMinutes: 'Give another number of minutes, or a race and its start.',
    noSuchTime: 'The clocks of the venue do not show this time, or show it twice. Choose another.',
    leavesDay: 'Races would move to another day. Move them in the programme.',
    tooFar: 'It can be at most 24 hours.',
    tooLittle: 'It can be no less than 0 minutes.',
    endsBefore: 'The last race would be before the next one.',
    tooTight: 'The races do not fit with this gap.',
    notDelayed:
      'This race has started, has results, or is postponed or cancelled: no delay moves it. Choose another one.',
    allBegun: 'From this race on, all of the day have started, have results or are cancelled.',
    allPostponed: 'From this race on, all are postponed: crews see no time of them.',
  },
  preview: 'What crews will see',
  previewing: 'One moment…',
  seenNow: 'What crews see now',
  columns: { race: 'Race', planned: 'Planned', now: 'Now', after: 'Then', postponed: 'postponed' },
  delay: {
    title: 'Delay',
    hint: 'Changes the expected times that crews see, up to a break or all day; the programme stays as it is.',
    minutes: 'Minutes late (negative: early)',
    step: (minutes: number) => `${minutes > 0 ? '+' : '−'}${Math.abs(minutes)}`,
    stepLabel: (minutes: number) =>
      `${Math.abs(minutes)} minutes ${minutes > 0 ? 'more' : 'less'} delay`,
    or: 'or',
    race: 'Race',
    startsAt: 'starts now at',
    ends: 'The delay ends',
    lunch: 'at the lunch break',
    breakOf: (amount: string) => `at the break of ${amount}`,
    beforeRace: (race: string, time: string) => `before race ${race} (${time})`,
    noEnd: 'not on this day',
    becomes: (delay: string) => `Then: ${delay}.`,
    set: 'Set the delay',
    done: 'The delay is set.',
    clear: 'Back to plan',
  },
  retime: {
    title: 'Re-time',
    hint: 'Plans the races from one on anew. Times are those that crews see; no delay is added to them any more.',
    from: 'From race',
    kind: 'How',
    shift: 'Move by minutes',
    next: 'Next race at',
    fit: 'Spread evenly between two times',
    shiftMinutes: 'Minutes (negative: earlier)',
    nextAt: 'Next race at',
    lastAt: 'Last race at',
    minGap: 'Shortest gap in minutes',
    move: (count: number) => (count === 1 ? 'Move 1 race' : `Move ${count} races`),
    nothing: 'No race would move.',
    done: 'The races are re-timed.',
    notify: 'Tell everybody who follows these races',
    sameTimes: 'Crews go on seeing the same times. No delay is added to them any more.',
    notTold:
      'Crews see the new times on the board at once. No message is sent; reminders move along.',
    noRaces: 'No race of this day is waiting any more.',
  },
  notice: {
    title: 'Notice',
    hint: 'A short text to everybody who follows: racing suspended, course closed, prize-giving.',
    text: 'Text',
    left: (left: number) => (left < 0 ? `${-left} characters too many` : `${left} characters left`),
    until: 'On the board until',
    untilHint: 'Left empty: to the end of the day. Time of the venue.',
    post: 'Post the notice',
    posted: 'The notice is posted.',
    bothStand: 'A notice was half written: the new text stands below it.',
    draft: 'Nobody sees a regatta that is neither announced nor published: announce it first.',
    seenAs: 'Followers see',
    sentTo: (count: number) =>
      count === 0
        ? 'It goes to the board. Nobody follows yet.'
        : `It goes to the board and to ${count === 1 ? 'one person' : `${count} people`}.`,
    list: 'On the board now',
    none: 'No notice is on the board.',
    from: (posted: string, until: string) => `since ${posted}, until ${until}`,
    takeBack: 'Take back',
    takenBack: 'The notice is taken back.',
  },
};

export const dayWords = partWords('day', english);
