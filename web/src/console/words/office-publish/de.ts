/** The words of the part "Publish" of a race office in German. */
import type { PublishWords } from './en.ts';

export const de: PublishWords = {
  isPublished:
    'Die Mannschaften sehen Zeitplan, Bahnverteilung und Ergebnisse jetzt, und jede Änderung sofort.',
  isDraft: 'Die Mannschaften sehen noch nichts.',
  wasSeen: (when) => `Die Mannschaften sehen jetzt nichts. Zuletzt sahen sie es: ${when}.`,
  willSee: 'Was die Mannschaften sehen werden',
  races: (count) => `${count} Rennen`,
  crews: (count) => (count === 1 ? '1 Mannschaft' : `${count} Mannschaften`),
  notDrawn: (count) =>
    count === 1
      ? '1 Rennen hat noch keine Bahnverteilung'
      : `${count} Rennen haben noch keine Bahnverteilung`,
  hidden: (count) =>
    count === 1
      ? 'Ergebnisse von 1 Rennen sind nicht öffentlich'
      : `Ergebnisse von ${count} Rennen sind nicht öffentlich`,
  noRaces: 'Das Programm ist leer. Sie können trotzdem veröffentlichen.',
  changes: 'Geändert, seit sie es zuletzt sahen',
  noChanges: 'Seit sie es zuletzt sahen, hat sich nichts geändert.',
  more: (count) => (count === 1 ? 'und 1 weitere Änderung' : `und ${count} weitere Änderungen`),
  added: 'neu',
  removed: 'entfernt',
  day: (day) => `Verspätung am ${day}`,
  event: 'Regatta',
  lane: (position) => `Bahn ${position}`,
  publish: 'Veröffentlichen',
  publishHint:
    'Die öffentliche Seite ist sofort zu sehen, und alles, was sich später ändert, auch.',
  published: 'Der Zeitplan ist veröffentlicht.',
  unpublish: 'Zurückziehen …',
  unpublishTitle: 'Den Zeitplan zurückziehen?',
  unpublishHint:
    'Die öffentliche Seite, ihre Kalender und alles, was geteilt wurde, sind sofort weg, bis wieder veröffentlicht wird.',
  follows: (count) =>
    count === 0
      ? 'Noch folgt niemand.'
      : `${count === 1 ? 'Eine Person folgt' : `${count} Personen folgen`} der Regatta und ${count === 1 ? 'findet' : 'finden'} nichts mehr, ohne Benachrichtigung. Das Folgen läuft nach erneuter Veröffentlichung weiter.`,
  unpublishAction: 'Zurückziehen',
  unpublished: 'Der Zeitplan ist wieder ein Entwurf.',
  notUndone: 'Das lässt sich nur durch erneutes Veröffentlichen rückgängig machen.',
  board: 'Die öffentliche Seite',
  boardLink: 'Adresse der öffentlichen Seite',
  boardCode: 'QR-Code der Adresse der öffentlichen Seite',
  open: 'Öffentliche Seite öffnen',
  afterPublishing: 'Die Adresse gilt, sobald der Zeitplan veröffentlicht ist.',
};
