/** Words that the first view of a board does not need, in French. */

import type { PartOf } from '../languages.ts';
import type * as en from './en.ts';

/** Head races, and races with categories. */
export const racing = {
  placeOf: (place, count) => `${place} sur ${count}`,
  overall: (place) => `${place} au général`,
  stillOn: (count) => `${count} encore sur le parcours`,
  onTheCourse: 'sur le parcours',
  notStarted: (count) => `${count} pas encore ${count === 1 ? 'parti' : 'partis'}`,
  startAbout: (time) => `départ vers ${time}`,
  ranking: {
    which: 'Classement',
    overall: 'Général',
    category: 'Par catégorie',
    others: 'Sans catégorie',
  },
} satisfies PartOf<typeof en.racing>;

/** Who is through: where a crew was drawn by a rule, and what is at stake in a race. */
export const through = {
  to: (where) => `en ${where}`,
  placesTo: (places, race) => `${places} en ${race}`,
  fastest: (count, place, own) =>
    `${count === 1 ? 'repêché' : `${count} repêchés`} au temps parmi les ${place}s${own}`,
  oneOfFastest: (rank, place, own) => `${rank} repêché au temps parmi les ${place}s${own}`,
  drawnInto: { lane: (label) => `couloir ${label}`, bow: (label) => `n° d’étrave ${label}` },
} satisfies PartOf<typeof en.through>;

/** The pages that list regattas. */
export const regattas = {
  regattas: 'Régates',
  noRegattas: 'Aucune régate n’a encore publié son programme.',
  findRegatta: 'Chercher une régate',
  find: 'Chercher',
  regattaCount: (count) => (count === 1 ? '1 régate' : `${count} régates`),
  foundNothing: (typed) => `Rien trouvé pour «\u00a0${typed}\u00a0».`,
  today: 'Aujourd’hui',
  soon: 'Dans les sept prochains jours',
  coming: 'À venir',
  past: 'Passées',
  toCome: 'programme à venir',
  noneComing: 'Aucune autre régate n’est encore annoncée.',
  years: 'Toutes par année',
  pages: 'Pages',
  showMore: 'Afficher plus',
  runsOne: 'Vous organisez une régate\u00a0?',
  toOffice: 'Vers le bureau de course',
} satisfies PartOf<typeof en.regattas>;
