/** The words of the part "Publish" of a race office in German. */
import type { PublishWords } from './en.ts';

export const de: PublishWords = {
  isPublished:
    'Die Mannschaften sehen Zeitplan, Startlisten und Ergebnisse jetzt, und jede Änderung sofort.',
  isDraft: 'Die Mannschaften sehen noch nichts.',
  wasSeen: (when) => `Die Mannschaften sehen jetzt nichts. Zuletzt sahen sie es: ${when}.`,
  willSee: 'Was die Mannschaften sehen werden',
  races: (count) => `${count} Rennen`,
  crews: (count) => (count === 1 ? '1 Mannschaft' : `${count} Mannschaften`),
  notDrawn: (count) =>
    count === 1
      ? '1 Rennen hat noch keine Startliste'
      : `${count} Rennen haben noch keine Startliste`,
  hidden: (count) =>
    count === 1
      ? 'Ergebnisse von 1 Rennen bleiben verborgen'
      : `Ergebnisse von ${count} Rennen bleiben verborgen`,
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
  publishHint: 'Die Tafel ist sofort öffentlich, und alles, was sich später ändert, auch.',
  published: 'Der Zeitplan ist veröffentlicht.',
  unpublish: 'Zurückziehen …',
  unpublishTitle: 'Den Zeitplan zurückziehen?',
  unpublishHint:
    'Die Tafel, ihre Kalender und alles, was geteilt wurde, sind sofort weg, bis wieder veröffentlicht wird.',
  follows: (count) =>
    count === 0
      ? 'Noch folgt niemand.'
      : `${count === 1 ? 'Eine Person folgt' : `${count} Personen folgen`} der Regatta und ${count === 1 ? 'findet' : 'finden'} nichts mehr. Sie werden nicht benachrichtigt und folgen weiter, sobald wieder veröffentlicht ist.`,
  unpublishAction: 'Zurückziehen',
  unpublished: 'Der Zeitplan ist wieder ein Entwurf.',
  notUndone: 'Das nimmt kein Zurücknehmen zurück; erneutes Veröffentlichen bringt alles wieder.',
  board: 'Die Tafel',
  boardLink: 'Adresse der Tafel',
  boardCode: 'QR-Code der Adresse der Tafel',
  open: 'Tafel öffnen',
  afterPublishing: 'Die Adresse gilt, sobald der Zeitplan veröffentlicht ist.',
};
