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
  postpone: (race) => `Rennen ${race} verschieben …`,
  notice: (text) => `Mitteilung: „${text}“ …`,
  undo: 'Das Letzte zurücknehmen',
  state: {
    cancelTitle: (race) => `Rennen ${race} absagen`,
    postponeTitle: (race) => `Rennen ${race} verschieben`,
    cancelHint: 'Es bleibt durchgestrichen auf der Tafel und behält Startliste und Ergebnisse.',
    postponeHint: 'Es hat keine bekannte Zeit, bis es wieder geplant ist.',
    told: 'Wer dem Rennen, einer Mannschaft darin oder der Regatta folgt, wird benachrichtigt.',
    draft: 'Niemand wird benachrichtigt: Die Regatta ist nicht veröffentlicht.',
    reason: 'Grund',
    reasonHint: 'Die Mannschaften sehen ihn. Er kann leer bleiben.',
    cancelled: 'Das Rennen ist abgesagt.',
    postponed: 'Das Rennen ist verschoben.',
    already: 'Das ist es schon.',
  },
};
