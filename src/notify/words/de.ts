/** Push messages in German. */
import { STATUS_WORDS } from '../../domain/status-words.ts';
import type { Words } from './words.ts';

export const de: Words = {
  locale: 'de-DE',
  decimalMark: ',',
  race: (number) => `Rennen ${number}`,
  boat: (label) => `Boot ${label}`,
  place: (place, isShared) => `${isShared ? 'geteilter ' : ''}${place}. Platz`,
  finished: 'im Ziel',
  unplaced: {
    dns: { short: 'DNS', long: STATUS_WORDS.de.dns },
    dnf: { short: 'DNF', long: STATUS_WORDS.de.dnf },
    dsq: { short: 'DSQ', long: STATUS_WORDS.de.dsq },
  },
  penalty: (seconds) => `inkl. ${seconds} s Strafe`,
  colon: ': ',
  cancelled: 'Dieses Rennen fällt aus.',
  postponed: 'Dieses Rennen ist verschoben; die neue Zeit steht noch nicht fest.',
  afterAll: (time) => `Dieses Rennen findet doch statt: ${time}.`,
  soon: {
    own: (minutes) => `Ihr Rennen in ${inMinutes(minutes)}`,
    other: (race, minutes) => `${race} in ${inMinutes(minutes)}`,
  },
  late: {
    title: (weekday, amount) => `Rennen am ${weekday}: ${amount} später`,
    body: (amount) => `Die ausstehenden Rennen starten ${amount} später als geplant.`,
  },
  early: {
    title: (weekday, amount) => `Rennen am ${weekday}: ${amount} früher`,
    body: (amount) => `Die ausstehenden Rennen starten ${amount} früher als geplant.`,
  },
  onTime: {
    title: (weekday) => `Rennen am ${weekday}: wieder im Zeitplan`,
    body: () => 'Die ausstehenden Rennen starten wie geplant.',
  },
};

function inMinutes(minutes: number): string {
  return `${minutes} ${minutes === 1 ? 'Minute' : 'Minuten'}`;
}
