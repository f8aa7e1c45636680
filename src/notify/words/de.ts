/** Push messages in German. */
import { STATUS_WORDS, WITHDRAWN_WORDS } from '../../domain/status-words.ts';
import type { Words } from './words.ts';

export const de: Words = {
  locale: 'de-DE',
  decimalMark: ',',
  race: (number) => `Rennen ${number}`,
  lane: (label) => `Bahn ${label}`,
  bow: (label) => `Startnr. ${label}`,
  place: (place, isShared) => `${isShared ? 'geteilter ' : ''}${place}. Platz`,
  finished: 'im Ziel',
  unplaced: {
    dns: { short: 'DNS', long: STATUS_WORDS.de.dns },
    dnf: { short: 'DNF', long: STATUS_WORDS.de.dnf },
    dsq: { short: 'DSQ', long: STATUS_WORDS.de.dsq },
  },
  withdrawn: WITHDRAWN_WORDS.de,
  penalty: (seconds) => `inkl. ${seconds} s Zeitstrafe`,
  colon: ': ',
  cancelled: 'Dieses Rennen ist abgesagt.',
  postponed: 'Dieses Rennen ist vertagt; die neue Zeit steht noch nicht fest.',
  afterAll: (time) => `Dieses Rennen findet doch statt: ${time}.`,
  soon: {
    own: (minutes) => `Ihr Rennen in ${inMinutes(minutes)}`,
    other: (race, minutes) => `${race} in ${inMinutes(minutes)}`,
  },
  late: {
    title: (weekday, amount) => `Rennen am ${weekday}: ${amount} später`,
    body: (amount, end) => `${remaining(end)} starten ${amount} später als geplant.`,
  },
  early: {
    title: (weekday, amount) => `Rennen am ${weekday}: ${amount} früher`,
    body: (amount, end) => `${remaining(end)} starten ${amount} früher als geplant.`,
  },
  onTime: {
    title: (weekday) => `Rennen am ${weekday}: wieder im Zeitplan`,
    body: () => 'Die ausstehenden Rennen starten wie geplant.',
  },
  retimed: {
    title: (race, time, laterCount) => `${race} jetzt um ${time}${others(laterCount)}`,
    body: 'Die neuen Zeiten stehen im Zeitplan.',
  },
};

function remaining(end: string | undefined): string {
  return end === undefined
    ? 'Die ausstehenden Rennen'
    : `Die Rennen, die vor ${end} Uhr geplant sind,`;
}

const NUMBERS = ['ein', 'zwei', 'drei', 'vier', 'fünf', 'sechs', 'sieben', 'acht', 'neun', 'zehn'];

function others(count: number): string {
  if (count === 0) return '';
  const number = NUMBERS[count - 1] ?? count;
  return `, auch ${number} ${count === 1 ? 'späteres' : 'spätere'} verlegt`;
}

function inMinutes(minutes: number): string {
  return `${minutes} ${minutes === 1 ? 'Minute' : 'Minuten'}`;
}
