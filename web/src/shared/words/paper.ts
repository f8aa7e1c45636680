/** The words of sheets of paper, of the page that prints them, and what the big screen says in the same words. */

const en = {
  start: 'Start',
  raceWord: 'Race',
  printNow: 'Print this page',
  back: 'Back to the running order',
  allDays: 'All days',
  days: 'Days',
  printedAt: (time: string) => `printed ${time}`,
  layout: 'Layout',
  full: 'Full',
  compact: 'Compact',
  show: 'Contents',
  all: 'Start lists and results',
  startLists: 'Start lists',
  results: 'Results',
  fromNow: 'From now on',
  nothing: 'There is nothing to print: choose other contents or another day.',
  notPossible: (given: string, possible: string) =>
    `“${given}” is not possible. Possible: ${possible}.`,
  boardCode: 'Code of the address of the running order',
};

type PaperWords = typeof en;

const de: PaperWords = {
  start: 'Start',
  raceWord: 'Rennen',
  printNow: 'Diese Seite drucken',
  back: 'Zurück zum Zeitplan',
  allDays: 'Alle Tage',
  days: 'Tage',
  printedAt: (time) => `gedruckt ${time}`,
  layout: 'Anordnung',
  full: 'Ausführlich',
  compact: 'Kompakt',
  show: 'Inhalt',
  all: 'Startlisten und Ergebnisse',
  startLists: 'Startlisten',
  results: 'Ergebnisse',
  fromNow: 'Ab jetzt',
  nothing: 'Nichts zu drucken: Wählen Sie einen anderen Inhalt oder einen anderen Tag.',
  notPossible: (given, possible) => `„${given}“ ist nicht möglich. Möglich: ${possible}.`,
  boardCode: 'QR-Code der Adresse des Zeitplans',
};

const fr: PaperWords = {
  start: 'Départ',
  raceWord: 'Course',
  printNow: 'Imprimer cette page',
  back: 'Retour au programme',
  allDays: 'Tous les jours',
  days: 'Jours',
  printedAt: (time) => `imprimé ${time}`,
  layout: 'Mise en page',
  full: 'Détaillée',
  compact: 'Compacte',
  show: 'Contenu',
  all: 'Listes de départ et résultats',
  startLists: 'Listes de départ',
  results: 'Résultats',
  fromNow: 'À partir de maintenant',
  nothing: 'Rien à imprimer\u00a0: choisissez un autre contenu ou un autre jour.',
  notPossible: (given, possible) =>
    `«\u00a0${given}\u00a0» n’est pas possible. Possible\u00a0: ${possible}.`,
  boardCode: 'Code QR de l’adresse du programme',
};

export const PAPER_WORDS = { en, de, fr };
