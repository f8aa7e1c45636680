/** The words of who withdraws and is put back in German. */
import type { WithdrawnWords } from './en.ts';

export const de: WithdrawnWords = {
  withdraw: 'Boot abmelden',
  withdrawCrew: (crew) => `Boot abmelden: ${crew}`,
  putBack: 'Wieder aufnehmen',
  putBackCrew: (crew) => `Wieder aufnehmen: ${crew}`,
  withdrawn: (reason) => (reason ? `abgemeldet: ${reason}` : 'abgemeldet'),
  withdrawnIn: (races) => `abgemeldet in Rennen ${races}`,
  fromRace: (crew, race) => `${crew} von Rennen ${race} abmelden?`,
  fromAll: (crew) => `${crew} von der Regatta abmelden?`,
  moreOfRace:
    'Die Mannschaft behält ihre Bahn und steht durchgestrichen da. Das Rennen ist ohne sie vollständig.',
  moreOfAll: (races) =>
    `In Rennen ${races}. Die Mannschaft behält ihre Bahnen und steht durchgestrichen da; was sie gerudert hat, bleibt.`,
  reason: 'Grund',
  reasonHint: 'Für das Regattabüro und den Verlauf; Mannschaften und Publikum sehen ihn nicht.',
  keep: 'Nicht abmelden',
  done: (crew) => `${crew} ist abgemeldet.`,
  undone: (crew) => `${crew} startet doch.`,
};
