/** The words of the public pages in German. */
import { regattas, shared } from '../../../../../src/words/de.ts';
import type { Translation } from '../parts.ts';

export { regattas };

export const board = {
  ...shared,
  noSuchRegatta: 'Diese Regatta gibt es hier nicht',
  noSuchRegattaMore:
    'Vielleicht ist sie noch nicht veröffentlicht oder der Link ist unvollständig.',
  allRegattas: 'Alle Regatten',
  toBoard: 'Zum Zeitplan',
  loading: 'Wird geladen…',
  notLoaded: 'Keine Verbindung. Es wird von selbst wieder versucht.',

  trial: 'Probe: keine echte Regatta',
  today: 'Heute',
  venueTime: (zone) => `Zeiten am Ort: ${zone}`,
  noZone: 'Zeiten in UTC: Die Zeitzone des Ortes ist nicht bekannt',
  clock: (time) => `Jetzt ${time}`,
  noRaces: 'Der Zeitplan enthält noch keine Rennen.',
  races: (count) => (count === 1 ? '1 Rennen' : `${count} Rennen`),
  race: (number) => `Rennen ${number}`,
  late: (minutes) => `${minutes} Verspätung`,
  early: (minutes) => `${minutes} früher als geplant`,
  onTime: 'Läuft nach Plan',
  delayUntil: (time) => `bis ${time}`,
  planned: 'geplant',
  expected: 'erwartet',
  now: 'Jetzt',
  next: 'Nächstes',
  lastResults: 'Letzte Ergebnisse',
  openAll: 'Alle öffnen',
  closeAll: 'Alle schließen',

  place: 'Platz',
  lane: 'Bahn',
  laneOf: (label) => `Bahn ${label}`,
  bow: 'Startnr.',
  bowOf: (label) => `Startnr. ${label}`,
  crewCount: (count) => (count === 1 ? '1 Mannschaft' : `${count} Mannschaften`),
  crew: 'Mannschaft',
  time: 'Zeit',
  result: 'Ergebnis',
  gap: 'Rückstand',
  including: (penalty) => `inkl. ${penalty}`,
  penaltyOf: (penalty) => `Zeitstrafe ${penalty}`,
  colon: ': ',
  cancelled: 'Abgesagt',
  postponed: 'Vertagt',
  timeUnknown: 'Zeit noch offen',
  official: 'offiziell',
  provisional: 'vorläufig',
  notices: 'Mitteilungen',
  more: 'Mehr',
  less: 'Weniger',
  hiddenResults: 'Die Ergebnisse dieses Rennens sind nicht öffentlich.',
  placesOnly: 'Nur Plätze, ohne Zeiten.',
  noCrews: 'Noch keine Bahnverteilung.',
  meters: (meters) => `${meters} m`,

  find: 'Mannschaft oder Rennen suchen',
  findShort: 'Suchen',
  noMoreRaces: 'Keine weiteren Rennen',

  follow: 'Folgen',
  followRegatta: 'Regatta folgen',
  logo: 'Logo des Veranstalters',
  followCrew: (crew) => `${crew} folgen`,
  throughClub: 'Sie folgen über den Verein',
  followRace: 'Rennen folgen',
  notOnYet: 'Auf diesem Gerät gemerkt. Benachrichtigungen sind noch nicht an.',
  retry: 'Erneut versuchen',
  turnOn: 'Einschalten',

  myDay: {
    which: 'Welche Rennen',
    all: 'Alle',
    mine: 'Meine Rennen',
    nextAt: (time) => `nächstes um ${time}`,
    noSuchRace: (number) =>
      `Rennen ${number} gibt es bei dieser Regatta nicht. Dies ist der ganze Zeitplan.`,
    noSuchCrew: 'Diese Mannschaft gibt es bei dieser Regatta nicht. Dies ist der ganze Zeitplan.',
  },
  bell: {
    title: 'Benachrichtigungen',
    on: 'an',
    off: 'aus',
    blocked: 'gesperrt',
    closeNotice: 'Diesen Hinweis schließen',
  },

  offline: (time) => `Keine Verbindung. Stand ${time}.`,

  bigScreen: 'Großanzeige',
  print: 'Drucken',
  revision: (revision) => `Fassung ${revision}`,
  language: 'Sprache',

  moment: 'Aktueller Stand',
  lateMark: (minutes) => `${minutes} Verspätung`,
  earlyMark: (minutes) => `${minutes} früher`,
  onTimeMark: 'pünktlich',
  was: (delay) => `zuvor ${delay}`,
  startsIn: (amount) => `in ${amount}`,
  lastResult: 'Letztes Ergebnis',
  lastProvisional: 'Vorläufiges Ergebnis',
  finishing: 'Zieleinlauf',
  noResultsSince: (time) => `Keine Ergebnisse seit ${time}`,
  noResultsYet: 'Noch keine Ergebnisse',
  notBegun: 'Noch nicht begonnen',
  nothingOn: 'Kein Rennen auf der Strecke',
  dayOver: 'Die Rennen sind für heute vorbei',
  noMoreToday: 'Heute keine Rennen mehr',
  noMoreOfMine: 'Für mich steht kein Rennen an',
  earlierToday: (races) => `Heute schon vorbei · ${races}`,
  latestFirst: 'die letzten zuerst',
  toNow: 'Zum laufenden Rennen',
  waitingForResult: 'Ergebnis steht noch aus',
  partlyIn: (scored, entered) => `${scored} von ${entered} Ergebnissen`,
  leading: 'in Führung',
  noResult: 'Kein Ergebnis',
  notPublic: 'Ergebnis nicht öffentlich',
} satisfies Translation['board'];

export const later = {
  followThisRegatta: 'Dieser Regatta folgen',
  followAnnounced: 'Folgen Sie dieser Regatta, und Sie erfahren es, sobald er da ist.',
  addToCalendar: 'In den Kalender',
  nothing:
    'Folgen Sie einer Mannschaft, einem Verein oder einem Rennen: Die Rennen stehen dann hier der Reihe nach, mit Ergebnissen.',
  noRaces: 'Die Mannschaften und Vereine, denen Sie folgen, starten bisher in keinem Rennen.',
  followed: 'Ich folge',
  toCome: 'Noch zu fahren',
  rowed: 'Gefahren',
  allCrews: (count) => `Allen ${count} Mannschaften folgen`,
  allRaces: (count) => `Allen ${count} Rennen folgen`,
  tooManyFound: (count, limit) =>
    `${count} Treffer, ein Gerät kann ${limit} folgen: mehr vom Namen eingeben, um allen Treffern zu folgen.`,
  crewsOfClub: (count) =>
    count === 1 ? 'Verein · 1 Mannschaft' : `Verein · ${count} Mannschaften`,
  moreCrews: (count) => `und ${count} weitere: mehr vom Namen eingeben`,
  calendar: 'Kalender',
  calendarOf: (crew) => `Kalender von ${crew}`,
  wholeClub: 'Ganzer Verein',
  leaveCrew: 'Alle Rennen',
  noRacesOfCrew: 'Diese Mannschaft fährt bisher in keinem Rennen.',
  close: 'Schließen',
  followNothing:
    'Sie folgen noch niemandem. Wer einer Mannschaft, einem Verein, einem Rennen oder der Regatta folgt, wird benachrichtigt.',
  turnOff: 'Auf diesem Gerät ausschalten',
  forget: {
    now: 'Dieses Gerät vergessen',
    hint: 'Beendet Benachrichtigungen und löscht, was es hier und beim Dienst gespeichert hat.',
    done: 'Dieses Gerät ist vergessen.',
    doneHere: 'Hier vergessen; der Dienst war nicht erreichbar und vergisst es von selbst.',
  },
  remind: 'Vor dem Start erinnern',
  noReminder: 'Nein',
  share: 'Teilen',
  qrCode: (what) => `QR-Code: ${what}`,
  copied: 'Die Adresse ist kopiert.',
  push: {
    working: 'Benachrichtigungen werden eingerichtet…',
    on: 'Benachrichtigungen sind für dieses Gerät an.',
    denied:
      'Auf diesem Gerät gemerkt. Benachrichtigungen sind für diese Website gesperrt. In den Website-Einstellungen des Browsers erlauben, dann erneut versuchen.',
    dismissed:
      'Auf diesem Gerät gemerkt. Benachrichtigungen wurden nicht erlaubt; erneut versuchen, um gefragt zu werden.',
    unsupported:
      'Auf diesem Gerät gemerkt. Keine Benachrichtigungen: Dieser Browser kann keine empfangen. Ihre Rennen stehen trotzdem unter „Meine Rennen“.',
    homeScreen:
      'Auf diesem Gerät gemerkt. Für Benachrichtigungen brauchen iPhone und iPad diese Seite auf dem Home-Bildschirm: „Teilen“, dann „Zum Home-Bildschirm“ tippen und von dort öffnen.',
    insecure:
      'Auf diesem Gerät gemerkt. Benachrichtigungen brauchen eine sichere Adresse (https), und diese Seite wurde ohne geöffnet.',
    failed: (why) =>
      `Auf diesem Gerät gemerkt. Benachrichtigungen ließen sich nicht einrichten: ${why}`,
    unreachable: 'Der Dienst hat nicht geantwortet.',
  },
  tooMany: (limit, clubs) =>
    `Ein Gerät kann höchstens ${limit} Mannschaften, ${limit} Rennen und ${clubs} Vereinen folgen.`,
  resultsOf: (race, results) => `${race}, Ergebnisse: ${results}`,
  found: (crews, races) =>
    `${crews === 1 ? '1 Mannschaft' : `${crews} Mannschaften`}, ${races} Rennen`,
} satisfies Translation['later'];

export const display = {
  afterThat: 'Danach',
  pause: 'Anhalten',
  resume: 'Weiter',
  possible: {
    races: 'eine Nummer oder zwei wie 20-40, die kleinere zuerst',
    seconds: (least, most) => `ganze Zahlen von ${least} bis ${most}`,
  },
  noneOf: (given) => `„${given}“: Solche Rennen gibt es nicht, alle werden gezeigt.`,
  page: (page, pages) => `${page} von ${pages}`,
  onPhone: 'Auf dem Handy',
} satisfies Translation['display'];

export const paper = {
  start: 'Start',
  raceWord: 'Rennen',
  printNow: 'Diese Seite drucken',
  back: 'Zurück zum Zeitplan',
  allDays: 'Alle Tage',
  days: 'Tage',
  printedAt: (time) => `gedruckt ${time}`,
  layout: 'Anordnung',
  full: 'Ausführlich',
  compact: 'Kompakt',
  show: 'Inhalt',
  all: 'Startlisten und Ergebnisse',
  startLists: 'Startlisten',
  results: 'Ergebnisse',
  fromNow: 'Ab jetzt',
  nothing: 'Nichts zu drucken: Wählen Sie einen anderen Inhalt oder einen anderen Tag.',
  notPossible: (given, possible) => `„${given}“ ist nicht möglich. Möglich: ${possible}.`,
  boardCode: 'QR-Code der Adresse des Zeitplans',
} satisfies Translation['paper'];

export const embed = {
  newTab: 'öffnet einen neuen Tab',
} satisfies Translation['embed'];
