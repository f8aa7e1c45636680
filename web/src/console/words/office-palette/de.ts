/** The words of the command palette of a race office in German. */
import type { PaletteWords } from './en.ts';

export const de: PaletteWords = {
  label: 'Befehl',
  placeholder: 'Rennen 12 · Verspätung 10 · 14 absagen · Mitteilung …',
  found: (count) => (count === 0 ? 'Nichts passt.' : count === 1 ? '1 Befehl' : `${count} Befehle`),
  nothing:
    'Nichts passt. Versuchen Sie „Rennen 12“, „Verspätung 10“, „14 absagen“ oder den Namen einer Seite.',
  race: (race) => `Zu Rennen ${race}`,
  delay: (delay) => `Verspätung: ${delay} …`,
  cancel: (race) => `Rennen ${race} absagen …`,
  postpone: (race) => `Rennen ${race} vertagen …`,
  notice: (text) => `Mitteilung: „${text}“ …`,
  undo: 'Die letzte Änderung rückgängig machen',
  state: {
    cancelTitle: (race) => `Rennen ${race} absagen`,
    postponeTitle: (race) => `Rennen ${race} vertagen`,
    cancelHint:
      'Es bleibt durchgestrichen auf der öffentlichen Seite und behält Bahnverteilung und Ergebnisse.',
    postponeHint: 'Es steht ohne Startzeit im Zeitplan, bis es wieder angesetzt wird.',
    told: 'Wer dem Rennen, einer Mannschaft darin oder der Regatta folgt, wird benachrichtigt.',
    draft: 'Niemand wird benachrichtigt: Die Regatta ist nicht veröffentlicht.',
    reason: 'Grund',
    reasonHint: 'Die Mannschaften sehen ihn. Er kann leer bleiben.',
    already: 'Das ist bereits so.',
    keep: 'Rennen beibehalten',
  },
};
