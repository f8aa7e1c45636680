/** The words of the public pages in Italian; checked by back-translation, not by a native reader. */
import { regattas, shared } from '../../../../../src/words/it.ts';
import type { Translation } from '../parts.ts';

export { regattas };

export const board = {
  ...shared,
  noSuchRegatta: 'Questa regata qui non c’è',
  noSuchRegattaMore: 'Forse non è ancora pubblicata, o il link è incompleto.',
  allRegattas: 'Tutte le regate',
  toBoard: 'Al programma',
  loading: 'Caricamento…',
  notLoaded: 'Nessuna connessione. Si riprova da sé.',

  trial: 'Prova: non è una vera regata',
  today: 'Oggi',
  venueTime: (zone) => `Orari del luogo: ${zone}`,
  noZone: 'Orari in UTC: il fuso orario del luogo non è noto',
  clock: (time) => `Ore ${time}`,
  noRaces: 'Il programma non contiene ancora gare.',
  races: (count) => (count === 1 ? '1 gara' : `${count} gare`),
  race: (number) => `Gara ${number}`,
  late: (minutes) => `${minutes} di ritardo`,
  early: (minutes) => `${minutes} di anticipo`,
  onTime: 'In orario',
  delayUntil: (time) => `fino alle ${time}`,
  planned: 'prevista',
  expected: 'attesa',
  now: 'Ora',
  next: 'Prossima',
  lastResults: 'Ultimi risultati',
  openAll: 'Apri tutto',
  closeAll: 'Chiudi tutto',

  place: 'Posto',
  lane: 'Corsia',
  laneOf: (label) => `Corsia ${label}`,
  bow: 'N. d’acqua',
  bowOf: (label) => `N. d’acqua ${label}`,
  crewCount: (count) => (count === 1 ? '1 equipaggio' : `${count} equipaggi`),
  crew: 'Equipaggio',
  time: 'Tempo',
  result: 'Risultato',
  gap: 'Distacco',
  including: (penalty) => `incl. ${penalty}`,
  penaltyOf: (penalty) => `penalità ${penalty}`,
  colon: ': ',
  cancelled: 'Annullata',
  postponed: 'Rinviata',
  timeUnknown: 'orario non ancora noto',
  official: 'ufficiale',
  provisional: 'provvisorio',
  notices: 'Avvisi',
  more: 'Leggi tutto',
  less: 'Riduci',
  hiddenResults: 'I risultati di questa gara non sono pubblici.',
  placesOnly: 'Solo posti, senza tempi.',
  noCrews: 'Sorteggio non ancora effettuato.',
  meters: (meters) => `${meters} m`,

  find: 'Cerca un equipaggio o una gara',
  findShort: 'Cerca',
  noMoreRaces: 'Nessun’altra gara',

  follow: 'Segui',
  followRegatta: 'Segui la regata',
  logo: 'Logo dell’organizzatore',
  followCrew: (crew) => `Segui ${crew}`,
  throughClub: 'seguito tramite la società',
  followRace: 'Segui la gara',
  notOnYet: 'Salvato su questo dispositivo. Le notifiche non sono ancora attive.',
  retry: 'Riprova',
  turnOn: 'Attiva',

  myDay: {
    which: 'Quali gare',
    all: 'Tutte',
    mine: 'Le mie gare',
    nextAt: (time) => `prossima alle ${time}`,
    noSuchRace: (number) =>
      `In questa regata non c’è la gara ${number}. Questo è tutto il programma.`,
    noSuchCrew: 'In questa regata non c’è questo equipaggio. Questo è tutto il programma.',
  },
  bell: {
    title: 'Notifiche',
    on: 'attive',
    off: 'spente',
    blocked: 'bloccate',
    closeNotice: 'Chiudi questo messaggio',
  },

  offline: (time) => `Nessuna connessione. Ultimo stato: ${time}.`,

  bigScreen: 'Maxischermo',
  print: 'Stampa',
  revision: (revision) => `Versione ${revision}`,
  language: 'Lingua',

  moment: 'La situazione',
  lateMark: (minutes) => `${minutes} di ritardo`,
  earlyMark: (minutes) => `${minutes} di anticipo`,
  onTimeMark: 'in orario',
  was: (delay) => `prima: ${delay}`,
  startsIn: (amount) => `tra ${amount}`,
  lastResult: 'Ultimo risultato',
  lastProvisional: 'Risultato provvisorio',
  finishing: 'All’arrivo',
  noResultsSince: (time) => `Nessun risultato dalle ${time}`,
  noResultsYet: 'Ancora nessun risultato',
  notBegun: 'Non ancora iniziata',
  nothingOn: 'Nessuna gara in acqua',
  dayOver: 'Le gare di oggi sono finite',
  noMoreToday: 'Oggi nessun’altra gara',
  noMoreOfMine: 'Nessun’altra gara per me',
  earlierToday: (races) => `Oggi, in precedenza · ${races}`,
  latestFirst: 'prima le più recenti',
  toNow: 'Alla gara in corso',
  waitingForResult: 'In attesa del risultato',
  partlyIn: (scored, entered) =>
    `${scored} ${scored === 1 ? 'risultato' : 'risultati'} su ${entered}`,
  leading: 'in testa',
  noResult: 'Nessun risultato',
  notPublic: 'Risultati non pubblici',
} satisfies Translation['board'];

export const later = {
  followThisRegatta: 'Segui questa regata',
  followAnnounced: 'Segui questa regata e saprai quando esce.',
  addToCalendar: 'Aggiungi al calendario',
  nothing:
    'Segui un equipaggio, una società o una gara: le gare compaiono qui in ordine, con i risultati.',
  noRaces: 'Ciò che segui non è ancora in nessuna gara.',
  followed: 'Quello che seguo',
  toCome: 'Ancora da disputare',
  rowed: 'Disputate',
  allCrews: (count) => `Segui tutti i ${count} equipaggi`,
  allRaces: (count) => `Segui tutte le ${count} gare`,
  tooManyFound: (count, limit) =>
    `${count} trovati, e un dispositivo può seguirne ${limit}: scrivi una parte più lunga del nome per seguire tutto ciò che corrisponde.`,
  crewsOfClub: (count) => (count === 1 ? 'Società · 1 equipaggio' : `Società · ${count} equipaggi`),
  moreCrews: (count) =>
    `e ${count === 1 ? 'un altro' : `altri ${count}`}: scrivi una parte più lunga del nome`,
  calendar: 'Calendario',
  calendarOf: (crew) => `Calendario di ${crew}`,
  wholeClub: 'Tutta la società',
  leaveCrew: 'Tutte le gare',
  noRacesOfCrew: 'Questo equipaggio non è ancora in nessuna gara.',
  close: 'Chiudi',
  followNothing:
    'Non segui ancora nulla. Segui un equipaggio, una società, una gara o la regata per ricevere notifiche.',
  turnOff: 'Disattiva su questo dispositivo',
  forget: {
    now: 'Dimentica questo dispositivo',
    hint: 'Termina le notifiche e cancella ciò che ha salvato, qui e presso il servizio.',
    done: 'Questo dispositivo è dimenticato.',
    doneHere: 'Dimenticato qui; il servizio non era raggiungibile e lo dimentica da sé.',
  },
  remind: 'Promemoria prima della partenza',
  noReminder: 'No',
  share: 'Condividi',
  qrCode: (what) => `Codice QR: ${what}`,
  copied: 'L’indirizzo è stato copiato.',
  push: {
    working: 'Attivazione delle notifiche…',
    on: 'Le notifiche sono attive su questo dispositivo.',
    denied:
      'Salvato su questo dispositivo. Nessuna notifica: sono bloccate per questo sito. Consentile nelle impostazioni del sito nel browser, poi riprova.',
    dismissed:
      'Salvato su questo dispositivo. Le notifiche non sono state consentite; riprova perché ti venga chiesto di nuovo.',
    unsupported:
      'Salvato su questo dispositivo. Nessuna notifica: questo browser non può riceverle. Ciò che segui resta sotto «Le mie gare».',
    homeScreen:
      'Salvato su questo dispositivo. Per le notifiche, su iPhone e iPad questa pagina deve stare nella schermata Home: tocca «Condividi», poi «Aggiungi alla schermata Home», e aprila da lì.',
    insecure:
      'Salvato su questo dispositivo. Nessuna notifica: serve un indirizzo sicuro (https), e questa pagina è stata aperta senza.',
    failed: (why) =>
      `Salvato su questo dispositivo. Non è stato possibile attivare le notifiche: ${why}`,
    unreachable: 'il servizio non ha risposto.',
  },
  tooMany: (limit, clubs) =>
    `Un dispositivo può seguire al massimo ${limit} equipaggi, ${limit} gare e ${clubs} società.`,
  resultsOf: (race, results) => `${race}, risultati: ${results}`,
  found: (crews, races) =>
    `${crews === 1 ? '1 equipaggio' : `${crews} equipaggi`}, ${races === 1 ? '1 gara' : `${races} gare`}`,
} satisfies Translation['later'];

export const display = {
  afterThat: 'Dopo',
  pause: 'Pausa',
  resume: 'Riprendi',
  possible: {
    races: 'un numero, o due come 20-40, prima il più piccolo',
    seconds: (least, most) => `numeri interi da ${least} a ${most}`,
  },
  noneOf: (given) => `«${given}»: queste gare non esistono, quindi si mostrano tutte.`,
  page: (page, pages) => `${page} di ${pages}`,
  onPhone: 'Sul tuo telefono',
} satisfies Translation['display'];

export const paper = {
  start: 'Partenza',
  raceWord: 'Gara',
  printNow: 'Stampa questa pagina',
  back: 'Torna al programma',
  allDays: 'Tutti i giorni',
  days: 'Giorni',
  printedAt: (time) => `stampato ${time}`,
  layout: 'Disposizione',
  full: 'Dettagliata',
  compact: 'Compatta',
  show: 'Contenuto',
  all: 'Liste di partenza e risultati',
  startLists: 'Liste di partenza',
  results: 'Risultati',
  fromNow: 'Da adesso in poi',
  nothing: 'Non c’è nulla da stampare: scegli un altro contenuto o un altro giorno.',
  notPossible: (given, possible) => `«${given}» non è possibile. Possibile: ${possible}.`,
  boardCode: 'Codice QR dell’indirizzo del programma',
} satisfies Translation['paper'];

export const embed = {
  newTab: 'apre una nuova scheda',
} satisfies Translation['embed'];
