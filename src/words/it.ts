/** The words of the service in Italian; checked by back-translation, not by a native reader. */
import type * as en from './en.ts';
import type { PartOf } from './languages.ts';

/** Words that the public pages use as well. */
export const shared = {
  decimalMark: ',',
  statuses: { dns: 'non partito', dnf: 'non arrivato', dsq: 'squalificato' },
  withdrawn: 'ritirato',
  organiser: (club) => `Organizzatore: ${club}`,
  announced: 'Il programma comparirà qui non appena sarà pubblicato.',
  ordinal,
  leading: 'in testa',
  soFar: (place) => `${place} finora`,
  placeNumber: (place) => `posto ${place}`,
  outOfCompetition: 'fuori gara',
  raw: (time) => `effettivo ${time}`,
  withoutResult: 'nessun risultato',
  source: ({ place, fastest, category }, numbers) => {
    const own = category ? ` ${category}` : '';
    if (fastest === null) return `${ordinal(place)}${own} della gara ${numbers}`;
    const rank = fastest === 1 ? '' : `${ordinal(fastest)} `;
    return `${rank}miglior tempo tra i ${ordinal(place)} posti${own}, gare ${numbers}`;
  },
  imprint: 'Note legali',
  privacy: 'Privacy',
  accessibility: 'Accessibilità',
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
  inCategory: (place, category) => `${place} (${category})`,
  placeFinal: (place) => `classifica finale: ${place}`,
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
  published: 'Il programma è uscito.',
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
    bow: 'N. d’acqua',
    category: 'Categoria di classifica',
    categoryPlace: 'Posto nella categoria',
    outOfCompetition: 'Fuori gara',
    allowance: 'Abbuono (s)',
    complete: 'completa',
  },
  yes: 'sì',
  no: 'no',
} satisfies PartOf<typeof en.pages>;

/** The pages about the installation. */
export const installation = {
  runBy: (name) => `Questa installazione di Running Order è gestita da ${name}.`,
  contact: 'Contatto',
  help: 'Aiuto',
  noImprint: 'Il gestore di questa installazione non ha indicato note legali.',
  noPrivacy: 'Il gestore di questa installazione non ha indicato altro sulla privacy.',
  noContact: 'Il gestore di questa installazione non ha indicato un contatto.',
  notKnown:
    'Ciò che dice il gestore di questa installazione al momento non può essere mostrato. Riprova tra un minuto.',
  ofOperator: 'Dal gestore',
  readers: {
    title: 'Chi legge le pagine pubbliche',
    noCookies:
      'Le pagine pubbliche non richiedono un account, non usano cookie e non caricano nulla da altri siti.',
    onDevice:
      'Ciò che scegli e segui, e le pagine che hai aperto, restano nel tuo browser, così ci sono anche senza connessione. Puoi eliminarlo lì.',
    address:
      'Il tuo indirizzo IP serve per rispondere, e per limitare quanto un indirizzo può chiedere. Non viene conservato.',
    proxy:
      'Le richieste passano da un server davanti a questo servizio, che può tenere un proprio registro.',
  },
  followers: {
    title: 'Chi vi segue qualcosa',
    stored:
      'Del tuo dispositivo si conservano: il suo indirizzo presso il servizio push del tuo browser e due chiavi, la tua lingua, ciò che segui e quando vuoi un promemoria, da quando, se un messaggio lo ha raggiunto, per alcuni giorni ciò che gli è stato comunicato per ultimo degli equipaggi, e la prima parte del suo indirizzo IP. Non si conservano nomi né indirizzi IP interi.',
    kept: (days) =>
      `Ciò che segui di una regata viene eliminato ${days} giorni dopo il suo ultimo giorno. Il dispositivo viene eliminato con l’ultima cosa che segue, quando disattivi le notifiche, e quando il suo servizio push segnala che non c’è più.`,
    services: (hosts) =>
      `I messaggi sono cifrati. Passano dal servizio push del tuo browser, che vede quando ne parte uno per il tuo dispositivo, ma non che cosa dice: ${hosts}.`,
  },
  crews: {
    title: 'Chi partecipa a una regata',
    stored:
      'Si conservano i nomi di equipaggi e società, sorteggi, tempi e risultati, come li scrivono segreterie di gara e cronometraggio, e una cronologia di che cosa è stato modificato, quando e da chi. Tutti vedono ciò che ne è pubblicato.',
    kept: 'Tutto ciò si conserva senza limite di tempo: questo servizio non ne elimina nulla da sé.',
    archivedKept: (days) =>
      `Una regata archiviata viene scritta in un file, che il gestore conserva, ed eliminata qui con la sua cronologia ${days} giorni dopo il suo ultimo giorno.`,
    historyKept: (days) =>
      `La cronologia di una regata archiviata viene eliminata ${days} giorni dopo il suo ultimo giorno.`,
    othersKept: 'Tutto il resto si conserva senza limite di tempo.',
  },
  people: {
    title: 'Chi organizza regate qui',
    stored: (requests) =>
      `Di un account si conservano: nome, indirizzo e-mail, lingua e ruoli; hash della password e delle chiavi API, con le ultime ${requests} richieste di ogni chiave; la parte pubblica delle passkey. Una cronologia di ciò che è stato fatto conserva nome e indirizzo e-mail quando l’account viene chiuso, e l’indirizzo a cui qualcuno è stato invitato.`,
    cookies: (idleDays, mostDays, knownDays) =>
      `Due cookie: con uno resti connesso, ${idleDays} giorni senza uso e ${mostDays} giorni al massimo; dall’altro il tuo browser è riconosciuto per ${knownDays} giorni.`,
    signIns: (days) =>
      `Ogni accesso è annotato con browser e indirizzo IP. Ciò che ha più di ${days} giorni viene eliminato al successivo.`,
    failures: (hours) =>
      `Gli accessi falliti sono contati per ${hours} ore, per account e per indirizzo IP.`,
    mails: 'Inviti e link di accesso sono inviati per e-mail.',
  },
  service: {
    title: 'Registro e copie',
    log: 'Il registro dice quando il servizio si avvia, quale chiave del cronometraggio scrive, e che cosa fallisce. Non dice chi legge quale pagina.',
    backups: (count) =>
      `Il database viene copiato ogni giorno, e si conservano le ${count} copie più recenti. Per tutto quel tempo vi resta anche ciò che è stato eliminato.`,
    more: 'I documenti del programma dicono tutto questo per esteso, con testi che i gestori possono riprendere: docs/privacy.md.',
  },
  tests: {
    title: 'Che cosa è stato verificato',
    how: 'Prima dell’uscita di una versione, test automatici aprono le pagine pubbliche e la segreteria di gara nel browser Chromium, come su un telefono e come su una scrivania, e verificano:',
    what: [
      'le regole delle WCAG 2.2, livelli A e AA, per quanto il software axe-core possa giudicarle',
      'il contrasto dei testi, in chiaro e in scuro',
      'che ciò che si tocca sia abbastanza grande, e che nulla richieda di scorrere di lato',
      'che i risultati si possano inserire con la sola tastiera',
    ],
    limits:
      'Tali test trovano una parte di ciò che ostacola, non tutto. Nessuno dall’esterno ha esaminato le pagine, e non si sa quanto bene le leggano gli screen reader.',
    write: 'Se qualcosa ti ostacola, scrivi a:',
  },
} satisfies PartOf<typeof en.installation>;

/** Calendars, in addition to the words of messages. */
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

/** Pages of an exported site, in addition to the words of pages, messages and calendars. */
export const site = {
  runningOrder: 'Programma',
  crews: 'Equipaggi',
  notices: 'Avvisi',
  startList: 'Lista di partenza',
  startLists: 'Liste di partenza',
  results: 'Risultati',
  toPrint: 'Da stampare',
  all: 'Programma e risultati',
  files: 'File',
  table: 'Risultati come tabella (CSV)',
  calendar: 'I giorni della regata come calendario (ICS)',
  data: 'Tutto ciò che dicono queste pagine, come dati (JSON)',
  previous: 'Gara precedente',
  next: 'Gara successiva',
  languages: 'Lingue',
  noRaces: 'Il programma non contiene ancora gare.',
  noRacesOfCrew: 'Questo equipaggio non è ancora in nessuna gara.',
  logo: 'Logo dell’organizzatore',
  asOf: (revision, at, zone) => `Versione ${revision} del ${at} (${zone})`,
} satisfies PartOf<typeof en.site>;
