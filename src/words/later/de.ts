/** Words that the first view of a board does not need, in German. */

import type { PartOf } from '../languages.ts';
import type * as en from './en.ts';

/** Head races, and races with categories. */
export const racing = {
  placeOf: (place, count) => `${place} von ${count}`,
  overall: (place) => `${place} gesamt`,
  stillOn: (count) => `${count} noch auf der Strecke`,
  onTheCourse: 'auf der Strecke',
  notStarted: (count) => `${count} noch nicht gestartet`,
  startAbout: (time) => `Start gegen ${time}`,
  ranking: {
    which: 'Rangliste',
    overall: 'Gesamt',
    category: 'Nach Kategorie',
    others: 'Ohne Kategorie',
  },
} satisfies PartOf<typeof en.racing>;

/** Who is through: where a crew was drawn by a rule, and what is at stake in a race. */
export const through = {
  to: (where) => `weiter in ${where}`,
  placesTo: (places, race) => `${places} weiter in ${race}`,
  fastest: (count, place, own) =>
    count === 1 ? `zeitschnellster ${place}${own}` : `${count} zeitschnellste ${place}${own}`,
  oneOfFastest: (rank, place, own) => `${rank} Zeitschnellster der ${place}${own}`,
  drawnInto: { lane: (label) => `Bahn ${label}`, bow: (label) => `Startnr. ${label}` },
} satisfies PartOf<typeof en.through>;

/** The pages that list regattas. */
export const regattas = {
  regattas: 'Regatten',
  noRegattas: 'Noch hat keine Regatta ihren Zeitplan veröffentlicht.',
  findRegatta: 'Regatta suchen',
  find: 'Suchen',
  regattaCount: (count) => (count === 1 ? '1 Regatta' : `${count} Regatten`),
  foundNothing: (typed) => `Nichts gefunden für „${typed}“.`,
  today: 'Heute',
  soon: 'In den nächsten sieben Tagen',
  coming: 'Demnächst',
  past: 'Vergangen',
  toCome: 'Zeitplan folgt',
  noneComing: 'Noch ist keine weitere Regatta angekündigt.',
  years: 'Alle nach Jahr',
  pages: 'Seiten',
  showMore: 'Mehr anzeigen',
  runsOne: 'Sie richten eine Regatta aus?',
  toOffice: 'Zum Regattabüro',
} satisfies PartOf<typeof en.regattas>;
