/** Words that the first view of a board does not need, in Dutch; checked by back-translation, not by a native reader. */

import type { PartOf } from '../languages.ts';
import type * as en from './en.ts';

/** Head races, and races with categories. */
export const racing = {
  placeOf: (place, count) => `${place} van ${count}`,
  overall: (place) => `${place} algemeen`,
  stillOn: (count) => `${count} nog op de baan`,
  onTheCourse: 'op de baan',
  notStarted: (count) => `${count} nog niet gestart`,
  startAbout: (time) => `start rond ${time}`,
  ranking: {
    which: 'Klassement',
    overall: 'Algemeen',
    category: 'Per categorie',
    others: 'Zonder categorie',
  },
} satisfies PartOf<typeof en.racing>;

/** Who is through: where a crew was drawn by a rule, and what is at stake in a race. */
export const through = {
  to: (where) => `naar ${where}`,
  placesTo: (places, race) => `${places} naar ${race}`,
  fastest: (count, place, own) => `${count === 1 ? '' : `${count} `}tijdsnelste ${place}${own}`,
  oneOfFastest: (rank, place, own) => `${rank} tijdsnelste ${place}${own}`,
  drawnInto: { lane: (label) => `baan ${label}`, bow: (label) => `boegnr. ${label}` },
} satisfies PartOf<typeof en.through>;

/** The pages that list regattas. */
export const regattas = {
  regattas: 'Regatta’s',
  noRegattas: 'Nog geen enkele regatta heeft een programma gepubliceerd.',
  findRegatta: 'Zoek een regatta',
  find: 'Zoeken',
  regattaCount: (count) => (count === 1 ? '1 regatta' : `${count} regatta’s`),
  foundNothing: (typed) => `Niets gevonden voor ‘${typed}’.`,
  today: 'Vandaag',
  soon: 'In de komende zeven dagen',
  coming: 'Binnenkort',
  past: 'Voorbij',
  toCome: 'programma volgt',
  noneComing: 'Er is nog geen volgende regatta aangekondigd.',
  years: 'Alle per jaar',
  pages: 'Pagina’s',
  showMore: 'Meer tonen',
  runsOne: 'Organiseer je een regatta?',
  toOffice: 'Naar het wedstrijdsecretariaat',
} satisfies PartOf<typeof en.regattas>;
