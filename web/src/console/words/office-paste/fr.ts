/** The words about what is pasted from spreadsheets, in French. */
import type { PasteWords } from './en.ts';

export const fr: PasteWords = {
  title: 'Coller depuis un tableur',
  text: 'Lignes copiées',
  hint: 'Copiez les lignes avec leurs en-têtes et collez-les ici. Rien n’est enregistré avant que vous ayez vu un aperçu de chaque ligne.',
  columns:
    'Chaque colonne est reconnue à son en-tête. Choisissez une autre propriété si ce n’est pas juste.',
  columnIs: (column, heading) =>
    heading === ''
      ? `La colonne ${column} est`
      : `La colonne ${column}, «\u00a0${heading}\u00a0», est`,
  leftOut: 'Omise',
  line: 'Ligne',
  outcome: 'Effet',
  preview: 'Aperçu de chaque ligne',
  states: {
    new: 'Nouvelle',
    changed: 'Modifiée',
    same: 'Identique',
    wrong: 'Erronée',
    'left-out': 'Omise',
  },
  all: 'Toutes',
  show: 'Montrer',
  shownOf: (shown, all) => `Les ${shown} premières lignes sur ${all}.`,
  change: (field, before, after) =>
    `${field}\u00a0: ${before === '' ? 'rien' : before} → ${after === '' ? 'rien' : after}`,
  inField: (field, what) => `${field}\u00a0: ${what}`,
  inRows: (rows) => `Lignes ${rows}.`,
  readAs: 'lu comme',
  correct: (field, row) => `${field}, ligne ${row}`,
  skipWrong: (count) =>
    count === 1 ? 'Omettre la ligne erronée' : `Omettre les ${count} lignes erronées`,
  mendFirst: 'Corrigez les lignes erronées ci-dessus, ou omettez-les.',
  nothing: 'Il n’y a rien à enregistrer.',
  lanesUnread: (headings) =>
    `${headings}\u00a0: les couloirs ne sont pas lus ici. Importez une liste de départ par «\u00a0Importer des fichiers\u00a0» dans Programme.`,
  noColumns: 'Aucune colonne n’a été reconnue. Choisissez ce qu’est chacune d’elles.',
  tooMany: (rows, limit) =>
    `Cela fait ${rows} lignes. Au plus ${limit} à la fois, collez-les en plusieurs parties.`,
  save: (count) => `Enregistrer ${count} ${count === 1 ? 'ligne' : 'lignes'}`,
  saved: (count) => `${count} ${count === 1 ? 'ligne enregistrée' : 'lignes enregistrées'}.`,
  dateOrder: 'Les dates comme 6/7 se lisent de deux façons',
  dayFirst: (example) => `Le jour d’abord\u00a0: ${example}`,
  monthFirst: (example) => `Le mois d’abord\u00a0: ${example}`,
  dayOfRows: 'Jour des lignes qui n’en nomment pas',
  chooseDay: 'Choisissez un jour',
};
