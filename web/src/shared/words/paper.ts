/** The words of sheets of paper, and of the page that prints them. */

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
};

export const PAPER_WORDS = { en, de, fr };
