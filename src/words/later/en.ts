/** Words that the first view of a board does not need, in English: head races and categories, and lists of regattas. */

/** Head races, and races with categories. */
export const racing = {
  /** A place among so many: `3rd of 7`. */
  placeOf: (place: string, count: number) => `${place} of ${count}`,
  /** The same among all categories, after the place in the crew's own category. */
  overall: (place: string) => `${place} overall`,
  /** Of a head race: boats that have started and are not in; one of them alone. */
  stillOn: (count: number) => `${count} still on the course`,
  onTheCourse: 'on the course',
  notStarted: (count: number) => `${count} not yet started`,
  /** The planned start of an entry: a time of day. */
  startAbout: (time: string) => `start about ${time}`,
  /** The two rankings of a race with categories. */
  ranking: {
    which: 'Ranking',
    overall: 'Overall',
    category: 'By category',
    /** The entries of such a race that have none. */
    others: 'Without a category',
  },
};

/** Who is through: where a crew was drawn by a rule, and what is at stake in a race. */
export const through = {
  /** @param where such as `Final A, 16:10, lane 4` */
  to: (where: string) => `to ${where}`,
  /** @param places such as `1st and 2nd` @param race such as `Final A` */
  placesTo: (places: string, race: string) => `${places} to ${race}`,
  /** The fastest `count` of a place over several races. @param place such as `3rd` @param own such as ` Masters C` */
  fastest: (count: number, place: string, own: string) =>
    `${count === 1 ? '' : `${count} `}fastest ${place}${own}`,
  /** One of the fastest alone. @param rank such as `2nd` */
  oneOfFastest: (rank: string, place: string, own: string) => `${rank} fastest ${place}${own}`,
  /** A position, in a sentence. */
  drawnInto: {
    lane: (label: string) => `lane ${label}`,
    bow: (label: string) => `bow ${label}`,
  },
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
