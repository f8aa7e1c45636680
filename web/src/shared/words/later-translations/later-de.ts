/** The words of what the public pages load after their first view in German. */
import type { LaterTranslation } from '../parts.ts';

export { racing, regattas, through } from '../../../../../src/words/later/de.ts';

export const later = {
  noSuchRace: (number) =>
    `Rennen ${number} gibt es bei dieser Regatta nicht. Dies ist der ganze Zeitplan.`,
  noSuchCrew: 'Diese Mannschaft gibt es bei dieser Regatta nicht. Dies ist der ganze Zeitplan.',
  noSuchRegattaMore:
    'Vielleicht ist sie noch nicht veröffentlicht oder der Link ist unvollständig.',
  allRegattas: 'Alle Regatten',
  lastResults: 'Letzte Ergebnisse',
  bigScreen: 'Großanzeige',
  announcer: 'Für Sprecher',
  toNow: 'Zum laufenden Rennen',
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
} satisfies LaterTranslation['later'];

export const announcer = {
  previous: 'Voriges Rennen',
  following: 'Nächstes Rennen',
  toRaceOn: 'Zum laufenden Rennen',
  opensByItself: 'Das laufende Rennen öffnet sich von selbst.',
  atStake: 'Es geht um',
  comingUp: 'Danach',
  alsoOn: 'Auch auf der Strecke',
  printSheets: 'Den Tag drucken, ein Blatt je Rennen',
} satisfies LaterTranslation['announcer'];

export const display = {
  afterThat: 'Danach',
  fastest: 'An der Spitze',
  lastIn: 'Zuletzt im Ziel',
  starting: 'Starten als Nächste',
  pause: 'Anhalten',
  resume: 'Weiter',
  possible: {
    races: 'eine Nummer oder zwei wie 20-40, die kleinere zuerst',
    seconds: (least, most) => `ganze Zahlen von ${least} bis ${most}`,
  },
  noneOf: (given) => `„${given}“: Solche Rennen gibt es nicht, alle werden gezeigt.`,
  page: (page, pages) => `${page} von ${pages}`,
  onPhone: 'Auf dem Handy',
} satisfies LaterTranslation['display'];

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
} satisfies LaterTranslation['paper'];
