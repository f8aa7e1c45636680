/** What the lists of regattas say in English: apart, because a board, which says the rest, loads nothing of it. */

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
