/** The words of the interface in German. */
import { STATUS_WORDS } from '../../../../src/domain/status-words.ts';
import type { Words } from './en.ts';

export const de: Words = {
  name: 'Deutsch',
  decimalMark: ',',
  regattas: 'Regatten',
  noRegattas: 'Noch hat keine Regatta ihren Zeitplan veröffentlicht.',
  noSuchRegatta: 'Diese Regatta gibt es hier nicht',
  noSuchRegattaMore:
    'Vielleicht ist sie noch nicht veröffentlicht oder der Link ist unvollständig.',
  allRegattas: 'Alle Regatten',
  loading: 'Wird geladen…',
  notLoaded: 'Keine Verbindung. Es wird von selbst wieder versucht.',

  trial: 'Probe: keine echte Regatta',
  today: 'Heute',
  venueTime: (zone) => `Zeiten am Ort: ${zone}`,
  clock: (time) => `Jetzt ${time}`,
  noRaces: 'Der Zeitplan enthält noch keine Rennen.',
  races: (count) => (count === 1 ? '1 Rennen' : `${count} Rennen`),
  race: (raceNumber) => `Rennen ${raceNumber}`,
  late: (minutes) => `${minutes} Verspätung`,
  early: (minutes) => `${minutes} früher als geplant`,
  onTime: 'Läuft nach Plan',
  planned: 'geplant',
  expected: 'erwartet',
  now: 'Jetzt',
  next: 'Nächstes',
  afterThat: 'Danach',
  lastResults: 'Letzte Ergebnisse',
  openAll: 'Alle öffnen',
  closeAll: 'Alle schließen',

  place: 'Platz',
  lane: 'Bahn',
  laneOf: (label) => `Bahn ${label}`,
  crew: 'Mannschaft',
  time: 'Zeit',
  start: 'Start',
  result: 'Ergebnis',
  raceWord: 'Rennen',
  gap: 'Rückstand',
  including: (penalty) => `inkl. ${penalty}`,
  penaltyOf: (penalty) => `Strafzeit ${penalty}`,
  ordinal: (place) => `${place}.`,
  statuses: STATUS_WORDS.de,
  hiddenResults: 'Die Ergebnisse dieses Rennens sind nicht öffentlich.',
  placesOnly: 'Nur Plätze, ohne Zeiten.',
  noCrews: 'Noch keine Mannschaften ausgelost.',
  meters: (meters) => `${meters} m`,

  find: 'Mannschaft oder Rennen suchen',
  findShort: 'Suchen',
  found: (crews, races) =>
    `${crews === 1 ? '1 Mannschaft' : `${crews} Mannschaften`}, ${races} Rennen`,
  foundNothing: (typed) => `Nichts gefunden für „${typed}“.`,
  moreCrews: (count) => `und ${count} weitere: mehr vom Namen eingeben`,
  myCrews: 'Meine Mannschaften',
  noMoreRaces: 'Keine weiteren Rennen',
  calendar: 'Kalender',
  calendarOf: (crew) => `Kalender von ${crew}`,

  follow: 'Folgen',
  followRegatta: 'Regatta folgen',
  followCrew: (crew) => `${crew} folgen`,
  followRace: 'Rennen folgen',
  tooMany: (limit) => `Ein Gerät kann höchstens ${limit} Mannschaften und ${limit} Rennen folgen.`,
  push: {
    working: 'Benachrichtigungen werden eingerichtet…',
    on: 'Benachrichtigungen sind für dieses Gerät an.',
    off: 'Auf diesem Gerät gemerkt. Benachrichtigungen sind noch nicht an.',
    denied:
      'Auf diesem Gerät gemerkt. Keine Benachrichtigungen: Sie sind für diese Seite gesperrt. In den Website-Einstellungen des Browsers erlauben, dann erneut versuchen.',
    dismissed:
      'Auf diesem Gerät gemerkt. Benachrichtigungen wurden nicht erlaubt; erneut versuchen, um gefragt zu werden.',
    unsupported:
      'Auf diesem Gerät gemerkt. Keine Benachrichtigungen: Dieser Browser kann keine empfangen. Gefolgte Mannschaften stehen trotzdem oben.',
    homeScreen:
      'Auf diesem Gerät gemerkt. Für Benachrichtigungen brauchen iPhone und iPad diese Seite auf dem Home-Bildschirm: „Teilen“, dann „Zum Home-Bildschirm“ tippen und von dort öffnen.',
    insecure:
      'Auf diesem Gerät gemerkt. Keine Benachrichtigungen: Sie brauchen eine sichere Adresse (https), und diese Seite wurde ohne geöffnet.',
    failed: (why) =>
      `Auf diesem Gerät gemerkt. Benachrichtigungen ließen sich nicht einrichten: ${why}`,
    unreachable: 'Der Dienst hat nicht geantwortet.',
  },
  retry: 'Erneut versuchen',
  turnOn: 'Einschalten',

  offline: (time) => `Keine Verbindung. Stand ${time}.`,
  resultsOf: (race, results) => `${race}, Ergebnisse: ${results}`,

  pause: 'Anhalten',
  resume: 'Weiter',
  bigScreen: 'Großanzeige',
  print: 'Drucken',
  printNow: 'Diese Seite drucken',
  back: 'Zurück zum Zeitplan',
  allDays: 'Alle Tage',
  days: 'Tage',
  revision: (revision) => `Fassung ${revision}`,
  printedAt: (time) => `gedruckt ${time}`,
  language: 'Sprache',
};
