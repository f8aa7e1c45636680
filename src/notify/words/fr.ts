/** Push messages in French. */
import { STATUS_WORDS, WITHDRAWN_WORDS } from '../../domain/status-words.ts';
import type { Words } from './words.ts';

/** French sets a space before a colon at which no line may break. */
const COLON = '\u00a0: ';

export const fr: Words = {
  locale: 'fr-FR',
  decimalMark: ',',
  race: (number) => `Course ${number}`,
  lane: (label) => `Couloir ${label}`,
  bow: (label) => `N° d’étrave ${label}`,
  place: (place, isShared) =>
    `${place}${place === 1 ? 're' : 'e'} place${isShared ? ' ex æquo' : ''}`,
  finished: 'à l’arrivée',
  unplaced: {
    dns: { short: 'non partant', long: STATUS_WORDS.fr.dns },
    dnf: { short: 'abandon', long: STATUS_WORDS.fr.dnf },
    dsq: { short: 'DSQ', long: STATUS_WORDS.fr.dsq },
  },
  withdrawn: WITHDRAWN_WORDS.fr,
  penalty: (seconds) => `dont ${seconds} s de pénalité`,
  colon: COLON,
  cancelled: 'Cette course est annulée.',
  postponed: 'Cette course est reportée\u00a0; la nouvelle heure n’est pas encore connue.',
  afterAll: (time) => `Cette course a finalement lieu${COLON}${time}.`,
  soon: {
    own: (minutes) => `Votre course dans ${inMinutes(minutes)}`,
    other: (race, minutes) => `${race} dans ${inMinutes(minutes)}`,
  },
  late: {
    title: (weekday, amount) => `Courses de ${weekday}${COLON}${amount} de retard`,
    body: (amount, end) => `${remaining(end)} partent ${amount} plus tard que prévu.`,
  },
  early: {
    title: (weekday, amount) => `Courses de ${weekday}${COLON}${amount} d’avance`,
    body: (amount, end) => `${remaining(end)} partent ${amount} plus tôt que prévu.`,
  },
  onTime: {
    title: (weekday) => `Courses de ${weekday}${COLON}de nouveau à l’heure`,
    body: () => 'les courses restantes partent comme prévu.',
  },
  retimed: {
    title: (race, time, laterCount) => `${race} désormais à ${time}${others(laterCount)}`,
    body: 'les nouvelles heures figurent au programme.',
  },
};

function remaining(end: string | undefined): string {
  return end === undefined ? 'les courses restantes' : `les courses prévues avant ${end}`;
}

const NUMBERS = ['une', 'deux', 'trois', 'quatre', 'cinq', 'six', 'sept', 'huit', 'neuf', 'dix'];

function others(count: number): string {
  if (count === 0) return '';
  const number = NUMBERS[count - 1] ?? count;
  return `, ${number} ${count === 1 ? 'autre course décalée' : 'autres courses décalées'}`;
}

function inMinutes(minutes: number): string {
  return `${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`;
}
