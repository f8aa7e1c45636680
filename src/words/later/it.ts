/** Words that the first view of a board does not need, in Italian; checked by back-translation, not by a native reader. */

import type { PartOf } from '../languages.ts';
import type * as en from './en.ts';

/** Head races, and races with categories. */
export const racing = {
  placeOf: (place, count) => `${place} su ${count}`,
  overall: (place) => `${place} assoluto`,
  stillOn: (count) => `${count} ancora in gara`,
  onTheCourse: 'in gara',
  notStarted: (count) => `${count} non ancora ${count === 1 ? 'partito' : 'partiti'}`,
  startAbout: (time) => `partenza verso le ${time}`,
  ranking: {
    which: 'Classifica',
    overall: 'Assoluta',
    category: 'Per categoria',
    others: 'Senza categoria',
  },
} satisfies PartOf<typeof en.racing>;

/** Who is through: where a crew was drawn by a rule, and what is at stake in a race. */
export const through = {
  to: (where) => `in ${where}`,
  placesTo: (places, race) => `${places} in ${race}`,
  fastest: (count, place, own) =>
    `${count === 1 ? 'miglior tempo' : `${count} migliori tempi`} tra i ${place} posti${own}`,
  oneOfFastest: (rank, place, own) => `${rank} miglior tempo tra i ${place} posti${own}`,
  drawnInto: { lane: (label) => `corsia ${label}`, bow: (label) => `n. d’acqua ${label}` },
} satisfies PartOf<typeof en.through>;

/** The pages that list regattas. */
export const regattas = {
  regattas: 'Regate',
  noRegattas: 'Nessuna regata ha ancora pubblicato il suo programma.',
  findRegatta: 'Cerca una regata',
  find: 'Cerca',
  regattaCount: (count) => (count === 1 ? '1 regata' : `${count} regate`),
  foundNothing: (typed) => `Nulla trovato per «${typed}».`,
  today: 'Oggi',
  soon: 'Nei prossimi sette giorni',
  coming: 'Prossimamente',
  past: 'Passate',
  toCome: 'programma in arrivo',
  noneComing: 'Nessun’altra regata è ancora annunciata.',
  years: 'Tutte per anno',
  pages: 'Pagine',
  showMore: 'Mostra altre',
  runsOne: 'Organizzi una regata?',
  toOffice: 'Alla segreteria di gara',
} satisfies PartOf<typeof en.regattas>;
