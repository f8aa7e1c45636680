/** What the service says in Dutch; checked by back-translation, not by a native reader. */
import type * as en from './en.ts';
import type { PartOf } from './with-english.ts';

/** What the public pages say, too. */
export const shared = {
  decimalMark: ',',
  statuses: { dns: 'niet gestart', dnf: 'niet gefinisht', dsq: 'gediskwalificeerd' },
  withdrawn: 'teruggetrokken',
  ordinal,
  source: ({ place, fastest }, numbers) => {
    if (fastest === null) return `${ordinal(place)} van race ${numbers}`;
    const rank = fastest === 1 ? '' : `${ordinal(fastest)} `;
    return `${rank}tijdsnelste ${ordinal(place)} van races ${numbers}`;
  },
} satisfies PartOf<typeof en.shared>;

/** Push messages. */
export const messages = {
  race: (number) => `Race ${number}`,
  lane: (label) => `Baan ${label}`,
  bow: (label) => `Boegnr. ${label}`,
  place: (place, isShared) => `${isShared ? 'gedeelde ' : ''}${ordinal(place)} plaats`,
  finished: 'gefinisht',
  unplaced: {
    dns: { short: 'DNS', long: shared.statuses.dns },
    dnf: { short: 'DNF', long: shared.statuses.dnf },
    dsq: { short: 'DSQ', long: shared.statuses.dsq },
  },
  withdrawn: shared.withdrawn,
  penalty: (seconds) => `incl. ${seconds} s tijdstraf`,
  colon: ': ',
  cancelled: 'Deze race is afgelast.',
  postponed: 'Deze race is uitgesteld; de nieuwe tijd is nog niet bekend.',
  afterAll: (time) => `Deze race gaat toch door: ${time}.`,
  soon: {
    own: (minutes) => `Jouw race over ${inMinutes(minutes)}`,
    other: (race, minutes) => `${race} over ${inMinutes(minutes)}`,
  },
  late: {
    title: (weekday, amount) => `Races van ${weekday}: ${amount} vertraging`,
    body: (amount, end) => `${remaining(end)} starten ${amount} later dan gepland.`,
  },
  early: {
    title: (weekday, amount) => `Races van ${weekday}: ${amount} eerder`,
    body: (amount, end) => `${remaining(end)} starten ${amount} eerder dan gepland.`,
  },
  onTime: {
    title: (weekday) => `Races van ${weekday}: weer op schema`,
    body: () => 'de resterende races starten zoals gepland.',
  },
  retimed: {
    title: (race, time, laterCount) => `${race} nu om ${time}${others(laterCount)}`,
    body: 'de nieuwe tijden staan in het programma.',
  },
} satisfies PartOf<typeof en.messages>;

/** Pages without script, heads of pages, feeds and tables. */
export const pages = {
  service: 'Programma’s, lotingen en uitslagen van regatta’s.',
  inSoFar: (scored, entered) => `${scored} van ${entered} binnen`,
  hidden: 'De uitslagen zijn niet openbaar.',
  provisional: 'De uitslagen zijn voorlopig.',
  trial: 'Proef: geen echte regatta',
  results: (event) => `Uitslagen: ${event}`,
  needsScript: 'Deze pagina heeft JavaScript nodig.',
  plainTable: 'Programma en uitslagen zonder JavaScript',
  noSuchPage: 'Op dit adres staat niets',
  noSuchPageMore: 'De link is misschien verkeerd getypt of verouderd.',
  noSuchRace: 'Deze race staat niet in het programma',
  noSuchRaceMore: 'Misschien heeft de race nu een ander nummer, of is hij verwijderd.',
  noSuchCrew: 'Deze ploeg staat niet in het programma',
  noSuchCrewMore:
    'Misschien heeft de ploeg zich teruggetrokken, of staat ze onder een andere naam.',
  regattas: 'Regatta’s',
  noRegattas: 'Nog geen enkele regatta heeft een programma gepubliceerd.',
  runsOne: 'Organiseer je een regatta?',
  toOffice: 'Naar het wedstrijdsecretariaat',
  toRegattas: 'Alle regatta’s',
  toBoard: (event) => `Naar het programma: ${event}`,
  columns: {
    race: 'Race',
    title: 'Titel',
    day: 'Dag',
    start: 'Start',
    place: 'Plaats',
    lane: 'Baan',
    crew: 'Ploeg',
    club: 'Vereniging',
    status: 'Status',
    result: 'Uitslag',
    time: 'Tijd',
    penalty: 'Tijdstraf (s)',
    total: 'Totaal',
    behind: 'Achterstand (s)',
    round: 'Ronde',
    boatClass: 'Boottype',
    division: 'Categorie',
    note: 'Opmerking',
  },
} satisfies PartOf<typeof en.pages>;

/** Calendars, beside the words of messages. */
export const calendar = {
  trial: 'Proef',
  cancelled: 'Afgelast',
  withdrawn: 'Teruggetrokken',
  postponed: 'Uitgesteld',
  postponedMore: 'Uitgesteld, de nieuwe tijd is nog niet bekend',
  planned: (at, zone) => `Gepland: ${at} (${zone})`,
  late: (minutes) => `Vertraging: ${minutes} min`,
  early: (minutes) => `${minutes} min eerder dan gepland`,
  result: (text) => `Uitslag: ${text}`,
  place: (place) => `${ordinal(place)} plaats`,
  or: ' of ',
} satisfies PartOf<typeof en.calendar>;

function ordinal(place: number): string {
  return `${place}e`;
}

function remaining(end: string | undefined): string {
  return end === undefined ? 'de resterende races' : `de races die vóór ${end} gepland zijn,`;
}

const NUMBERS = ['één', 'twee', 'drie', 'vier', 'vijf', 'zes', 'zeven', 'acht', 'negen', 'tien'];

function others(count: number): string {
  if (count === 0) return '';
  const number = NUMBERS[count - 1] ?? count;
  return `, ook ${number} latere ${count === 1 ? 'race' : 'races'} verzet`;
}

function inMinutes(minutes: number): string {
  return `${minutes} ${minutes === 1 ? 'minuut' : 'minuten'}`;
}
