/**
 * The words of what the public pages load after their first view in Italian; checked by back-translation, not by a native
 * reader.
 */
import type { LaterTranslation } from '../parts.ts';

export { racing, regattas, through } from '../../../../../src/words/later/it.ts';

export const later = {
  noSuchRace: (number) =>
    `In questa regata non c’è la gara ${number}. Questo è tutto il programma.`,
  noSuchCrew: 'In questa regata non c’è questo equipaggio. Questo è tutto il programma.',
  noSuchRegattaMore: 'Forse non è ancora pubblicata, o il link è incompleto.',
  allRegattas: 'Tutte le regate',
  lastResults: 'Ultimi risultati',
  bigScreen: 'Maxischermo',
  announcer: 'Per lo speaker',
  toNow: 'Alla gara in corso',
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
} satisfies LaterTranslation['later'];

export const announcer = {
  previous: 'Gara precedente',
  following: 'Gara successiva',
  toRaceOn: 'Alla gara in corso',
  opensByItself: 'La gara in corso si apre da sola.',
  atStake: 'In palio',
  comingUp: 'A seguire',
  alsoOn: 'Anche in gara',
  printSheets: 'Stampa la giornata, un foglio per gara',
} satisfies LaterTranslation['announcer'];

export const display = {
  afterThat: 'Dopo',
  fastest: 'In testa',
  lastIn: 'Ultimi arrivati',
  starting: 'Prossime partenze',
  pause: 'Pausa',
  resume: 'Riprendi',
  possible: {
    races: 'un numero, o due come 20-40, prima il più piccolo',
    seconds: (least, most) => `numeri interi da ${least} a ${most}`,
  },
  noneOf: (given) => `«${given}»: queste gare non esistono, quindi si mostrano tutte.`,
  page: (page, pages) => `${page} di ${pages}`,
  onPhone: 'Sul tuo telefono',
} satisfies LaterTranslation['display'];

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
} satisfies LaterTranslation['paper'];
