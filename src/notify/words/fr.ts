/** Push messages in French. */
import { STATUS_WORDS } from '../../domain/status-words.ts';
import type { Words } from './words.ts';

/** French sets a space before a colon at which no line may break. */
const COLON = '\u{a0}: ';

export const fr: Words = {
  locale: 'fr-FR',
  decimalMark: ',',
  race: (number) => `Course ${number}`,
  boat: (label) => `Bateau ${label}`,
  place: (place, isShared) =>
    `${place}${place === 1 ? 're' : 'e'} place${isShared ? ' ex æquo' : ''}`,
  finished: 'à l’arrivée',
  unplaced: {
    dns: { short: 'non partant', long: STATUS_WORDS.fr.dns },
    dnf: { short: 'abandon', long: STATUS_WORDS.fr.dnf },
    dsq: { short: 'DSQ', long: STATUS_WORDS.fr.dsq },
  },
  penalty: (seconds) => `dont ${seconds} s de pénalité`,
  colon: COLON,
  cancelled: 'Cette course est annulée.',
  postponed: 'Cette course est reportée\u{a0}; la nouvelle heure n’est pas encore connue.',
  afterAll: (time) => `Cette course a lieu malgré tout${COLON}${time}.`,
  soon: {
    own: (minutes) => `Votre course dans ${inMinutes(minutes)}`,
    other: (race, minutes) => `${race} dans ${inMinutes(minutes)}`,
  },
  late: {
    title: (weekday, amount) => `Courses de ${weekday}${COLON}${amount} de retard`,
    body: (amount) => `les courses restantes partent ${amount} plus tard que prévu.`,
  },
  early: {
    title: (weekday, amount) => `Courses de ${weekday}${COLON}${amount} d’avance`,
    body: (amount) => `les courses restantes partent ${amount} plus tôt que prévu.`,
  },
  onTime: {
    title: (weekday) => `Courses de ${weekday}${COLON}de nouveau à l’heure`,
    body: () => 'les courses restantes partent comme prévu.',
  },
};

function inMinutes(minutes: number): string {
  return `${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`;
}
