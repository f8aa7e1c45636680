/** The words about what is pasted from spreadsheets, in German. */
import type { PasteWords } from './en.ts';

export const de: PasteWords = {
  title: 'Aus einer Tabelle einfügen',
  text: 'Kopierte Zeilen',
  hint: 'Kopieren Sie die Zeilen mit ihren Überschriften und fügen Sie sie hier ein. Gespeichert wird erst nach einer Vorschau jeder Zeile.',
  columns:
    'Jede Spalte wird an ihrer Überschrift erkannt. Wo das nicht stimmt, wählen Sie eine andere Eigenschaft.',
  columnIs: (column, heading) =>
    heading === '' ? `Spalte ${column} ist` : `Spalte ${column}, „${heading}“, ist`,
  leftOut: 'Ausgelassen',
  line: 'Zeile',
  outcome: 'Danach',
  preview: 'Vorschau der Zeilen',
  states: {
    new: 'Neu',
    changed: 'Geändert',
    same: 'Gleich',
    wrong: 'Falsch',
    'left-out': 'Ausgelassen',
  },
  all: 'Alle',
  show: 'Zeigen',
  shownOf: (shown, all) => `Die ersten ${shown} von ${all} Zeilen.`,
  change: (field, before, after) =>
    `${field}: ${before === '' ? 'nichts' : before} → ${after === '' ? 'nichts' : after}`,
  inField: (field, what) => `${field}: ${what}`,
  inRows: (rows) => `Zeilen ${rows}.`,
  readAs: 'gelesen als',
  correct: (field, row) => `${field}, Zeile ${row}`,
  skipWrong: (count) =>
    count === 1 ? 'Die falsche Zeile auslassen' : `Die ${count} falschen Zeilen auslassen`,
  mendFirst: 'Berichtigen Sie die falschen Zeilen oben, oder lassen Sie sie aus.',
  nothing: 'Es gibt nichts zu speichern.',
  lanesUnread: (headings) =>
    `${headings}: Bahnen werden hier nicht gelesen. Eine Startliste lesen Sie im Programm mit „Dateien importieren“ ein.`,
  noColumns: 'Keine Spalte wurde erkannt. Wählen Sie, was jede von ihnen ist.',
  tooMany: (rows, limit) =>
    `Das sind ${rows} Zeilen. Auf einmal gehen höchstens ${limit}: Fügen Sie sie in Teilen ein.`,
  save: (count) => `${count} ${count === 1 ? 'Zeile' : 'Zeilen'} speichern`,
  saved: (count) => `${count} ${count === 1 ? 'Zeile' : 'Zeilen'} gespeichert.`,
  dateOrder: 'Daten wie 6/7 sind zweideutig',
  dayFirst: (example) => `Erst der Tag: ${example}`,
  monthFirst: (example) => `Erst der Monat: ${example}`,
  dayOfRows: 'Tag der Zeilen, die keinen nennen',
  chooseDay: 'Wählen Sie einen Tag',
};
