/** What calendars say, by language, beside the words of messages. */
import type { PageLanguage } from './language.ts';

const en = {
  trial: 'Trial',
  cancelled: 'Cancelled',
  withdrawn: 'Withdrawn',
  postponed: 'Postponed',
  postponedMore: 'Postponed, the time is not known yet',
  /** @param at day and time @param zone of the venue */
  planned: (at: string, zone: string) => `Planned: ${at} (${zone})`,
  late: (minutes: number) => `Delay: ${minutes} min late`,
  early: (minutes: number) => `Delay: ${minutes} min early`,
  result: (text: string) => `Result: ${text}`,
  place: (place: number) => `place ${place}`,
  /** Between two ways into a race. */
  or: ', or ',
};

export type CalendarWords = typeof en;

const de: CalendarWords = {
  trial: 'Probe',
  cancelled: 'Abgesagt',
  withdrawn: 'Abgemeldet',
  postponed: 'Vertagt',
  postponedMore: 'Vertagt, die neue Zeit steht noch nicht fest',
  planned: (at, zone) => `Geplant: ${at} (${zone})`,
  late: (minutes) => `Verspätung: ${minutes} min`,
  early: (minutes) => `${minutes} min früher als geplant`,
  result: (text) => `Ergebnis: ${text}`,
  place: (place) => `${place}. Platz`,
  or: ' oder ',
};

const fr: CalendarWords = {
  trial: 'Essai',
  cancelled: 'Annulée',
  withdrawn: 'Forfait',
  postponed: 'Reportée',
  postponedMore: 'Reportée, la nouvelle heure n’est pas encore connue',
  planned: (at, zone) => `Prévue\u00a0: ${at} (${zone})`,
  late: (minutes) => `Retard\u00a0: ${minutes} min`,
  early: (minutes) => `${minutes} min plus tôt que prévu`,
  result: (text) => `Résultat\u00a0: ${text}`,
  place: (place) => `${place === 1 ? '1re' : `${place}e`} place`,
  or: ' ou ',
};

const WORDS: Record<PageLanguage, CalendarWords> = { en, de, fr };

export function calendarWords(language: PageLanguage): CalendarWords {
  return WORDS[language];
}
