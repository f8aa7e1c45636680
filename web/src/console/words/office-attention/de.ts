/** The words of what needs attention in a race office in German. */
import type { AttentionWords } from './en.ts';

export const de: AttentionWords = {
  steps: {
    title: 'Erste Schritte',
    done: 'erledigt',
    todo: {
      programme: 'Programm anlegen',
      crews: 'Mannschaften eintragen',
      races: 'Bahnen verteilen',
      publish: 'Veröffentlichen',
    },
    hints: {
      programme:
        'Rennen mit Zeiten: eingetippt, aus einer Tabelle eingefügt oder aus Dateien importiert.',
      crews: 'Eingetippt, eingefügt oder mit dem Programm importiert.',
      races: 'Rennen für Rennen, oder nach Regeln aus früheren Runden.',
      publish: 'Vorher sehen die Mannschaften nichts.',
    },
    count: {
      programme: (count) => `${count} Rennen`,
      crews: (count) => (count === 1 ? '1 Mannschaft' : `${count} Mannschaften`),
      races: (count, of) => `${count} von ${of} Rennen`,
      publish: () => '',
    },
  },
  title: 'Zu klären',
  nothing: 'Nichts zu klären.',
  kinds: {
    overdue: (count) => `${count} Rennen überfällig, Ergebnisse fehlen`,
    'not-drawn': (count) => `${count} Rennen in der nächsten Stunde, ohne Bahnverteilung`,
    'crew-gap': (count, minutes) =>
      `${count} ${count === 1 ? 'Mannschaft' : 'Mannschaften'} in Rennen, die weniger als ${minutes} min auseinander liegen`,
    'crew-twice': (count, minutes) =>
      `Wohl dieselbe Mannschaft in Rennen, die weniger als ${minutes} min auseinander liegen: ${count}`,
    order: (count) => `${count} Rennen: nach der Zeit in anderer Reihenfolge als nach der Nummer`,
    'draw-differs': (count) =>
      count === 1
        ? '1 Bahnverteilung stimmt nicht mehr mit ihren Regeln überein'
        : `${count} Bahnverteilungen stimmen nicht mehr mit ihren Regeln überein`,
    'draw-ready': (count) => `${count} Rennen: die Bahnen können verteilt werden`,
    'draw-tied': (count) =>
      `Bei ${count} Rennen die Bahnen von Hand verteilen: Offen ist, wer weiterkommt`,
    'silent-key': (count) =>
      count === 1
        ? 'Die Zeitnahme sendet nichts mehr'
        : `${count} Schlüssel der Zeitnahme senden nichts mehr`,
    'refused-key': (count) =>
      count === 1
        ? 'Die Zeitnahme wurde abgewiesen'
        : `${count} Schlüssel der Zeitnahme wurden abgewiesen`,
  },
  unsaved: 'Auf diesem Gerät eingegeben, aber nicht gespeichert',
  goneRace: 'Ein entferntes Rennen',
  typed: { results: 'Ergebnisse', draw: 'Bahnverteilung', rules: 'Regeln der Bahnen' },
  expectedAt: (race, time) => `Rennen ${race}, erwartet um ${time}`,
  race: (race) => `Rennen ${race}`,
  crewGap: (crew, race, other, minutes) =>
    `${crew}: Rennen ${race} und ${other}, ${minutes} min auseinander`,
  crewTwice: (crew, other, race, otherRace) =>
    `${crew} und ${other}: Rennen ${race} und ${otherRace}`,
  order: (race, other) => `Rennen ${race} und ${other}`,
  silent: (key, time) => `${key}: zuletzt um ${time} etwas gesandt`,
  refused: (key, code, time) => `${key}: ${code}, zuletzt um ${time}`,
};
