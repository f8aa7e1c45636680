/** What the server itself writes in pages, feeds and tables, by language; the pages' scripts have their own words. */
import type { PageLanguage } from './language.ts';

const en = {
  service: 'Running orders, draws and results of regattas.',
  /** Of a race in which not all crews have a result. */
  inSoFar: (scored: number, entered: number) => `${scored} of ${entered} in`,
  hidden: 'The results are not public.',
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
  },
};

export type PageWords = typeof en;

const de: PageWords = {
  service: 'Zeitpläne, Bahnverteilungen und Ergebnisse von Regatten.',
  inSoFar: (scored, entered) => `${scored} von ${entered} Ergebnissen`,
  hidden: 'Die Ergebnisse sind nicht öffentlich.',
  results: (event) => `Ergebnisse: ${event}`,
  needsScript: 'Diese Seite braucht JavaScript.',
  plainTable: 'Zeitplan und Ergebnisse ohne JavaScript',
  noSuchPage: 'Unter dieser Adresse ist nichts',
  noSuchPageMore: 'Der Link ist vielleicht falsch geschrieben oder veraltet.',
  noSuchRace: 'Dieses Rennen gibt es hier nicht',
  noSuchRaceMore: 'Vielleicht hat es jetzt eine andere Nummer, oder es wurde entfernt.',
  noSuchCrew: 'Diese Mannschaft gibt es hier nicht',
  noSuchCrewMore: 'Vielleicht wurde sie abgemeldet, oder sie steht unter einem anderen Namen.',
  toRegattas: 'Alle Regatten',
  toBoard: (event) => `Zum Zeitplan: ${event}`,
  columns: {
    race: 'Rennen',
    title: 'Titel',
    day: 'Tag',
    start: 'Start',
    place: 'Platz',
    lane: 'Bahn',
    crew: 'Mannschaft',
    club: 'Verein',
    status: 'Status',
    result: 'Ergebnis',
    time: 'Zeit',
    penalty: 'Strafe (s)',
    total: 'Gesamt',
    behind: 'Rückstand (s)',
  },
};

const fr: PageWords = {
  service: 'Programmes, tirages et résultats de régates.',
  inSoFar: (scored, entered) => `${scored} résultats sur ${entered}`,
  hidden: 'Les résultats ne sont pas publics.',
  results: (event) => `Résultats\u{a0}: ${event}`,
  needsScript: 'Cette page a besoin de JavaScript.',
  plainTable: 'Programme et résultats sans JavaScript',
  noSuchPage: 'Il n’y a rien à cette adresse',
  noSuchPageMore: 'Le lien est peut-être mal écrit ou périmé.',
  noSuchRace: 'Cette course n’est pas au programme',
  noSuchRaceMore: 'Elle a peut-être changé de numéro, ou a été retirée.',
  noSuchCrew: 'Cet équipage n’est pas au programme',
  noSuchCrewMore: 'Il a peut-être déclaré forfait, ou figure sous un autre nom.',
  toRegattas: 'Toutes les régates',
  toBoard: (event) => `Vers le programme\u{a0}: ${event}`,
  columns: {
    race: 'Course',
    title: 'Titre',
    day: 'Jour',
    start: 'Départ',
    place: 'Place',
    lane: 'Couloir',
    crew: 'Équipage',
    club: 'Club',
    status: 'Statut',
    result: 'Résultat',
    time: 'Temps',
    penalty: 'Pénalité (s)',
    total: 'Total',
    behind: 'Écart (s)',
  },
};

const WORDS: Record<PageLanguage, PageWords> = { en, de, fr };

export function pageWords(language: PageLanguage): PageWords {
  return WORDS[language];
}
