/** What the service says in Italian; checked by back-translation, not by a native reader. */
import type * as en from './en.ts';
import type { PartOf } from './with-english.ts';

/** What the public pages say, too. */
export const shared = {
  decimalMark: ',',
  statuses: { dns: 'non partito', dnf: 'non arrivato', dsq: 'squalificato' },
  withdrawn: 'ritirato',
  ordinal,
  source: ({ place, fastest }, numbers) => {
    if (fastest === null) return `${ordinal(place)} della gara ${numbers}`;
    const rank = fastest === 1 ? '' : `${ordinal(fastest)} `;
    return `${rank}miglior tempo tra i ${ordinal(place)} posti, gare ${numbers}`;
  },
} satisfies PartOf<typeof en.shared>;

/** Push messages. */
export const messages = {
  race: (number) => `Gara ${number}`,
  lane: (label) => `Corsia ${label}`,
  bow: (label) => `N. d’acqua ${label}`,
  place: (place, isShared) => `${ordinal(place)} posto${isShared ? ' a pari merito' : ''}`,
  finished: 'al traguardo',
  unplaced: {
    dns: { short: 'DNS', long: shared.statuses.dns },
    dnf: { short: 'DNF', long: shared.statuses.dnf },
    dsq: { short: 'DSQ', long: shared.statuses.dsq },
  },
  withdrawn: shared.withdrawn,
  penalty: (seconds) => `incl. ${seconds} s di penalità`,
  colon: ': ',
  cancelled: 'Questa gara è annullata.',
  postponed: 'Questa gara è rinviata; il nuovo orario non è ancora noto.',
  afterAll: (time) => `Questa gara si disputa comunque: ${time}.`,
  soon: {
    own: (minutes) => `La tua gara tra ${inMinutes(minutes)}`,
    other: (race, minutes) => `${race} tra ${inMinutes(minutes)}`,
  },
  late: {
    title: (weekday, amount) => `Gare di ${weekday}: ${amount} di ritardo`,
    body: (amount, end) => `${remaining(end)} partono ${amount} più tardi del previsto.`,
  },
  early: {
    title: (weekday, amount) => `Gare di ${weekday}: ${amount} di anticipo`,
    body: (amount, end) => `${remaining(end)} partono ${amount} prima del previsto.`,
  },
  onTime: {
    title: (weekday) => `Gare di ${weekday}: di nuovo in orario`,
    body: () => 'le gare rimanenti partono come previsto.',
  },
  retimed: {
    title: (race, time, laterCount) => `${race} ora alle ${time}${others(laterCount)}`,
    body: 'i nuovi orari sono nel programma.',
  },
} satisfies PartOf<typeof en.messages>;

/** Pages without script, heads of pages, feeds and tables. */
export const pages = {
  service: 'Programmi, sorteggi e risultati di regate.',
  inSoFar: (scored, entered) =>
    `${scored} ${scored === 1 ? 'risultato' : 'risultati'} su ${entered}`,
  hidden: 'I risultati non sono pubblici.',
  provisional: 'I risultati sono provvisori.',
  trial: 'Prova: non è una vera regata',
  results: (event) => `Risultati: ${event}`,
  needsScript: 'Questa pagina richiede JavaScript.',
  plainTable: 'Programma e risultati senza JavaScript',
  noSuchPage: 'A questo indirizzo non c’è nulla',
  noSuchPageMore: 'Il link potrebbe essere sbagliato o non più valido.',
  noSuchRace: 'Questa gara non è nel programma',
  noSuchRaceMore: 'Forse ora ha un altro numero, o è stata tolta.',
  noSuchCrew: 'Questo equipaggio non è nel programma',
  noSuchCrewMore: 'Forse si è ritirato, o figura con un altro nome.',
  regattas: 'Regate',
  noRegattas: 'Nessuna regata ha ancora pubblicato il suo programma.',
  runsOne: 'Organizzi una regata?',
  toOffice: 'Alla segreteria di gara',
  toRegattas: 'Tutte le regate',
  toBoard: (event) => `Al programma: ${event}`,
  columns: {
    race: 'Gara',
    title: 'Titolo',
    day: 'Giorno',
    start: 'Partenza',
    place: 'Posto',
    lane: 'Corsia',
    crew: 'Equipaggio',
    club: 'Società',
    status: 'Stato',
    result: 'Risultato',
    time: 'Tempo',
    penalty: 'Penalità (s)',
    total: 'Totale',
    behind: 'Distacco (s)',
    round: 'Fase',
    boatClass: 'Tipo di barca',
    division: 'Categoria',
    note: 'Nota',
  },
} satisfies PartOf<typeof en.pages>;

/** Calendars, beside the words of messages. */
export const calendar = {
  trial: 'Prova',
  cancelled: 'Annullata',
  withdrawn: 'Ritirato',
  postponed: 'Rinviata',
  postponedMore: 'Rinviata, il nuovo orario non è ancora noto',
  planned: (at, zone) => `Prevista: ${at} (${zone})`,
  late: (minutes) => `Ritardo: ${minutes} min`,
  early: (minutes) => `${minutes} min prima del previsto`,
  result: (text) => `Risultato: ${text}`,
  place: (place) => `${ordinal(place)} posto`,
  or: ' o ',
} satisfies PartOf<typeof en.calendar>;

function ordinal(place: number): string {
  return `${place}º`;
}

function remaining(end: string | undefined): string {
  return end === undefined ? 'le gare rimanenti' : `le gare previste prima delle ${end}`;
}

const NUMBERS = ['una', 'due', 'tre', 'quattro', 'cinque', 'sei', 'sette', 'otto', 'nove', 'dieci'];

function others(count: number): string {
  if (count === 0) return '';
  const number = NUMBERS[count - 1] ?? count;
  return `, ${count === 1 ? 'spostata' : 'spostate'} anche ${number} ${count === 1 ? 'gara successiva' : 'gare successive'}`;
}

function inMinutes(minutes: number): string {
  return `${minutes} ${minutes === 1 ? 'minuto' : 'minuti'}`;
}
