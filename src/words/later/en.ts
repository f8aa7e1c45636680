/** What the first view of a board does without, in English: of head races and categories, and of the lists of regattas. */

/** Head races, and races with categories. */
export const racing = {
  /** A place among so many: `3rd of 7`. */
  placeOf: (place: string, count: number) => `${place} of ${count}`,
  /** The same among all categories, where the place in its own stands before it. */
  overall: (place: string) => `${place} overall`,
  /** Of a head race: boats that have started and are not in; one of them alone. */
  stillOn: (count: number) => `${count} still on the course`,
  onTheCourse: 'on the course',
  notStarted: (count: number) => `${count} not yet started`,
  /** The planned start of an entry: a time of day. */
  startAbout: (time: string) => `start about ${time}`,
};

/** The pages that list regattas. */
export const regattas = {
  regattas: 'Regattas',
  noRegattas: 'No regatta has published its running order yet.',
  findRegatta: 'Find a regatta',
  find: 'Find',
  regattaCount: (count: number) => (count === 1 ? '1 regatta' : `${count} regattas`),
  foundNothing: (typed: string) => `Nothing found for “${typed}”.`,
  today: 'Today',
  /** Beginning within seven days. */
  soon: 'In the next seven days',
  coming: 'Coming up',
  past: 'Past',
  /** Beside a regatta that is announced. */
  toCome: 'running order to come',
  noneComing: 'No regatta is coming up yet.',
  years: 'All by year',
  pages: 'Pages',
  showMore: 'Show more',
  runsOne: 'Do you run a regatta?',
  toOffice: 'To the race office',
};
