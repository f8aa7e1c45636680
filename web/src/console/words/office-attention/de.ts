/** The words of what needs attention in a race office in German. */
import type { AttentionWords } from './en.ts';

export const de: AttentionWords = {
  title: 'Braucht Aufmerksamkeit',
  nothing: 'Nichts braucht Aufmerksamkeit.',
  kinds: {
    overdue: 'Über der Zeit, ohne Ergebnis',
    'not-drawn': 'In der nächsten Stunde, ohne Startliste',
    'crew-gap': 'Eine Mannschaft in zwei Rennen dicht hintereinander',
    'crew-twice': 'Mannschaften, die wohl eine sind, in Rennen dicht hintereinander',
    order: 'Zeiten und Nummern sind in verschiedener Reihenfolge',
    'draw-differs': 'Die Startliste stimmt nicht mehr mit ihren Regeln überein',
    'silent-key': 'Zeitmessung, die verstummt ist',
    'refused-key': 'Zeitmessung, die abgewiesen wurde',
  },
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
