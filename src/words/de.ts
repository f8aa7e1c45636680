/** The words of the service in German. */
import type * as en from './en.ts';
import type { PartOf } from './languages.ts';

/** Words that the public pages use as well. */
export const shared = {
  decimalMark: ',',
  statuses: { dns: 'nicht gestartet', dnf: 'nicht im Ziel', dsq: 'disqualifiziert' },
  withdrawn: 'abgemeldet',
  organiser: (club) => `Veranstalter: ${club}`,
  announced: 'Der Zeitplan kommt hierher, sobald er veröffentlicht ist.',
  ordinal,
  leading: 'in Führung',
  soFar: (place) => `${place} bisher`,
  placeNumber: (place) => `Platz ${place}`,
  outOfCompetition: 'außer Konkurrenz',
  raw: (time) => `gefahren ${time}`,
  withoutResult: 'kein Ergebnis',
  source: ({ place, fastest, category }, numbers) => {
    const own = category ? ` ${category}` : '';
    const ofPlace = `${place}.${own} aus Rennen ${numbers}`;
    if (fastest === null) return ofPlace;
    return `Zeitschnellster ${fastest === 1 ? '' : `Nr. ${fastest} `}der ${ofPlace}`;
  },
  imprint: 'Impressum',
  privacy: 'Datenschutz',
  accessibility: 'Barrierefreiheit',
} satisfies PartOf<typeof en.shared>;

/** Push messages. */
export const messages = {
  race: (number) => `Rennen ${number}`,
  lane: (label) => `Bahn ${label}`,
  bow: (label) => `Startnr. ${label}`,
  place: (place, isShared) => `${isShared ? 'geteilter ' : ''}${place}. Platz`,
  finished: 'im Ziel',
  unplaced: {
    dns: { short: 'DNS', long: shared.statuses.dns },
    dnf: { short: 'DNF', long: shared.statuses.dnf },
    dsq: { short: 'DSQ', long: shared.statuses.dsq },
  },
  inCategory: (place, category) => `${place} (${category})`,
  placeFinal: (place) => `Endstand: ${place}`,
  withdrawn: shared.withdrawn,
  penalty: (seconds) => `inkl. ${seconds} s Zeitstrafe`,
  colon: ': ',
  cancelled: 'Dieses Rennen ist abgesagt.',
  postponed: 'Dieses Rennen ist vertagt; die neue Zeit steht noch nicht fest.',
  afterAll: (time) => `Dieses Rennen findet doch statt: ${time}.`,
  soon: {
    own: (minutes) => `Ihr Rennen in ${inMinutes(minutes)}`,
    other: (race, minutes) => `${race} in ${inMinutes(minutes)}`,
  },
  late: {
    title: (weekday, amount) => `Rennen am ${weekday}: ${amount} später`,
    body: (amount, end) => `${remaining(end)} starten ${amount} später als geplant.`,
  },
  early: {
    title: (weekday, amount) => `Rennen am ${weekday}: ${amount} früher`,
    body: (amount, end) => `${remaining(end)} starten ${amount} früher als geplant.`,
  },
  onTime: {
    title: (weekday) => `Rennen am ${weekday}: wieder im Zeitplan`,
    body: () => 'Die ausstehenden Rennen starten wie geplant.',
  },
  retimed: {
    title: (race, time, laterCount) => `${race} jetzt um ${time}${others(laterCount)}`,
    body: 'Die neuen Zeiten stehen im Zeitplan.',
  },
  published: 'Der Zeitplan ist da.',
} satisfies PartOf<typeof en.messages>;

/** Pages without script, heads of pages, feeds and tables. */
export const pages = {
  service: 'Zeitpläne, Bahnverteilungen und Ergebnisse von Regatten.',
  inSoFar: (scored, entered) => `${scored} von ${entered} Ergebnissen`,
  hidden: 'Die Ergebnisse sind nicht öffentlich.',
  provisional: 'Die Ergebnisse sind vorläufig.',
  trial: 'Probe: keine echte Regatta',
  results: (event) => `Ergebnisse: ${event}`,
  needsScript: 'Diese Seite braucht JavaScript.',
  plainTable: 'Zeitplan und Ergebnisse ohne JavaScript',
  noSuchPage: 'Unter dieser Adresse ist nichts',
  noSuchPageMore: 'Der Link ist vielleicht falsch geschrieben oder veraltet.',
  noSuchRace: 'Dieses Rennen gibt es hier nicht',
  noSuchRaceMore: 'Vielleicht hat es jetzt eine andere Nummer, oder es wurde entfernt.',
  noSuchCrew: 'Diese Mannschaft gibt es hier nicht',
  noSuchCrewMore: 'Vielleicht wurde sie abgemeldet, oder sie steht unter einem anderen Namen.',
  toRegattas: 'Alle Regatten',
  toBoard: (event) => `Zum Zeitplan: ${event}`,
  columns: {
    race: 'Rennen',
    title: 'Titel',
    day: 'Tag',
    start: 'Start',
    place: 'Platz',
    lane: 'Bahn',
    crew: 'Mannschaft',
    club: 'Verein',
    status: 'Status',
    result: 'Ergebnis',
    time: 'Zeit',
    penalty: 'Zeitstrafe (s)',
    total: 'Gesamt',
    behind: 'Rückstand (s)',
    round: 'Runde',
    boatClass: 'Bootsklasse',
    division: 'Klasse',
    note: 'Hinweis',
    bow: 'Startnr.',
    category: 'Kategorie',
    categoryPlace: 'Platz in der Kategorie',
    outOfCompetition: 'Außer Konkurrenz',
    allowance: 'Zeitgutschrift (s)',
    complete: 'vollständig',
  },
  yes: 'ja',
  no: 'nein',
} satisfies PartOf<typeof en.pages>;

/** The pages about the installation. */
export const installation = {
  runBy: (name) => `Diese Installation von Running Order betreibt ${name}.`,
  contact: 'Kontakt',
  help: 'Hilfe',
  noImprint: 'Der Betreiber dieser Installation hat kein Impressum angegeben.',
  noPrivacy: 'Der Betreiber dieser Installation hat nichts Weiteres zum Datenschutz angegeben.',
  noContact: 'Der Betreiber dieser Installation hat keinen Kontakt angegeben.',
  notKnown:
    'Was der Betreiber dieser Installation sagt, kann gerade nicht gezeigt werden. Versuchen Sie es in einer Minute noch einmal.',
  ofOperator: 'Vom Betreiber',
  readers: {
    title: 'Wer die öffentlichen Seiten liest',
    noCookies:
      'Die öffentlichen Seiten brauchen kein Konto, setzen keine Cookies und laden nichts von anderen Servern.',
    onDevice:
      'Was Sie wählen und wem Sie folgen, und die Seiten, die Sie geöffnet haben, bleiben in Ihrem Browser, damit sie auch ohne Verbindung da sind. Dort können Sie es löschen.',
    address:
      'Ihre IP-Adresse wird gebraucht, um zu antworten, und begrenzt, wie viel eine Adresse abrufen kann. Sie wird nicht gespeichert.',
    proxy:
      'Anfragen kommen über einen Server vor diesem Dienst, der ein eigenes Protokoll führen kann.',
  },
  followers: {
    title: 'Wer dort etwas folgt',
    stored:
      'Von Ihrem Gerät wird gespeichert: seine Adresse beim Push-Dienst Ihres Browsers und zwei Schlüssel, Ihre Sprache, wem Sie folgen und wann Sie erinnert werden wollen, seit wann, ob es eine Nachricht erreicht hat, einige Tage lang, was ihm zuletzt von Mannschaften gemeldet wurde, und der erste Teil seiner IP-Adresse. Kein Name wird gespeichert und keine ganze IP-Adresse.',
    kept: (days) =>
      `Wem Sie bei einer Regatta folgen, wird ${days} Tage nach ihrem letzten Tag gelöscht. Das Gerät wird mit dem Letzten gelöscht, dem es folgt, wenn Sie Benachrichtigungen ausschalten, und wenn sein Push-Dienst meldet, dass es nicht mehr da ist.`,
    services: (hosts) =>
      `Nachrichten sind verschlüsselt. Sie gehen über den Push-Dienst Ihres Browsers, der sieht, wann eine an Ihr Gerät geht, aber nicht, was darin steht: ${hosts}.`,
  },
  crews: {
    title: 'Wer an einer Regatta teilnimmt',
    stored:
      'Gespeichert werden Namen von Mannschaften und Vereinen, Bahnverteilungen, Zeiten und Ergebnisse, wie sie von Regattabüros und der Zeitnahme kommen, und ein Verlauf, was wann von wem geändert wurde. Alle sehen, was davon veröffentlicht ist.',
    kept: 'Das bleibt ohne Frist gespeichert: Dieser Dienst löscht nichts davon von selbst.',
    archivedKept: (days) =>
      `Eine Regatta, die archiviert ist, wird ${days} Tage nach ihrem letzten Tag in eine Datei geschrieben, die der Betreiber aufbewahrt, und hier gelöscht, mit ihrem Verlauf.`,
    historyKept: (days) =>
      `Der Verlauf einer Regatta, die archiviert ist, wird ${days} Tage nach ihrem letzten Tag gelöscht.`,
    othersKept: 'Alles andere davon bleibt ohne Frist gespeichert.',
  },
  people: {
    title: 'Wer hier Regatten ausrichtet',
    stored: (requests) =>
      `Von einem Konto wird gespeichert: Name, E-Mail-Adresse, Sprache und Rollen; Hashwerte von Passwort und API-Schlüsseln, mit den letzten ${requests} Anfragen jedes Schlüssels; der öffentliche Teil von Passkeys. Ein Verlauf dessen, was getan wurde, behält Namen und E-Mail-Adresse, wenn das Konto geschlossen wird, und die Adresse, unter der jemand eingeladen wurde.`,
    cookies: (idleDays, mostDays, knownDays) =>
      `Zwei Cookies: Durch das eine bleiben Sie angemeldet, ${idleDays} Tage ohne Benutzung und höchstens ${mostDays} Tage; am anderen wird Ihr Browser ${knownDays} Tage lang wiedererkannt.`,
    signIns: (days) =>
      `Jede Anmeldung wird mit Browser und IP-Adresse vermerkt. Was älter ist als ${days} Tage, wird bei der nächsten gelöscht.`,
    failures: (hours) =>
      `Fehlgeschlagene Anmeldungen werden ${hours} Stunden lang gezählt, nach Konto und nach IP-Adresse.`,
    mails: 'Einladungen und Anmelde-Links werden per E-Mail verschickt.',
  },
  service: {
    title: 'Protokoll und Kopien',
    log: 'Das Protokoll sagt, wann der Dienst startet, welcher Schlüssel der Zeitnahme schreibt, und was fehlschlägt. Es sagt nicht, wer welche Seite liest.',
    backups: (count) =>
      `Die Datenbank wird jeden Tag kopiert, und die neuesten ${count} Kopien bleiben. So lange ist Gelöschtes noch darin.`,
    more: 'Ausführlich steht das in den Dokumenten des Programms, mit Texten, die Betreiber übernehmen können: docs/privacy.md.',
  },
  tests: {
    title: 'Was geprüft wurde',
    how: 'Bevor eine Version erscheint, öffnen automatische Tests die öffentlichen Seiten und das Regattabüro im Browser Chromium, wie auf einem Telefon und wie am Schreibtisch, und prüfen:',
    what: [
      'die Regeln der WCAG 2.2, Stufen A und AA, so weit die Software axe-core sie beurteilen kann',
      'den Kontrast von Texten, hell und dunkel',
      'dass groß genug ist, was man antippt, und nichts seitlich gescrollt werden muss',
      'dass sich Ergebnisse allein mit der Tastatur eintragen lassen',
    ],
    limits:
      'Solche Tests finden manches, was im Weg steht, nicht alles. Niemand von außen hat die Seiten begutachtet, und wie gut Screenreader sie lesen, ist nicht bekannt.',
    write: 'Wenn Ihnen etwas im Weg steht, schreiben Sie an:',
  },
} satisfies PartOf<typeof en.installation>;

/** Calendars, in addition to the words of messages. */
export const calendar = {
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
} satisfies PartOf<typeof en.calendar>;

/** Pages of an exported site, in addition to the words of pages, messages and calendars. */
export const site = {
  runningOrder: 'Zeitplan',
  crews: 'Mannschaften',
  notices: 'Mitteilungen',
  startList: 'Startliste',
  startLists: 'Startlisten',
  results: 'Ergebnisse',
  toPrint: 'Zum Drucken',
  all: 'Zeitplan und Ergebnisse',
  files: 'Dateien',
  table: 'Ergebnisse als Tabelle (CSV)',
  calendar: 'Die Tage der Regatta als Kalender (ICS)',
  data: 'Alles auf diesen Seiten als Daten (JSON)',
  previous: 'Voriges Rennen',
  next: 'Nächstes Rennen',
  languages: 'Sprachen',
  noRaces: 'Der Zeitplan enthält noch keine Rennen.',
  noRacesOfCrew: 'Diese Mannschaft fährt bisher in keinem Rennen.',
  logo: 'Logo des Veranstalters',
  asOf: (revision, at, zone) => `Fassung ${revision} vom ${at} (${zone})`,
} satisfies PartOf<typeof en.site>;

/** Mails. */
export const mails = {
  invitation: (clubName) => ({
    subject: clubName === null ? 'Einladung in einen Verein' : `Einladung: ${clubName}`,
    before: [
      `Sie sind eingeladen, in Running Order die Regatten von ${clubName ?? 'einem Verein'} mit zu betreuen.`,
      'Bitte öffnen:',
    ],
    after: [
      'Der Link gilt einmal und 7 Tage lang.',
      'Wenn Sie nicht wissen, worum es geht, ist nichts zu tun.',
    ],
  }),
  signIn: (name) => ({
    subject: 'Ihr Anmelde-Link',
    before: [`Hallo ${name},`, 'mit diesem Link melden Sie sich bei Running Order an:'],
    after: [
      'Er gilt einmal und eine Stunde lang. Geben Sie ihn nicht weiter: Wer ihn öffnet, ist als Sie angemeldet.',
      'Wenn Sie ihn nicht angefordert haben, ist nichts zu tun.',
    ],
  }),
} satisfies PartOf<typeof en.mails>;

function ordinal(place: number): string {
  return `${place}.`;
}

function remaining(end: string | undefined): string {
  return end === undefined
    ? 'Die ausstehenden Rennen'
    : `Die Rennen, die vor ${end} Uhr geplant sind,`;
}

const NUMBERS = ['ein', 'zwei', 'drei', 'vier', 'fünf', 'sechs', 'sieben', 'acht', 'neun', 'zehn'];

function others(count: number): string {
  if (count === 0) return '';
  const number = NUMBERS[count - 1] ?? count;
  return `, auch ${number} ${count === 1 ? 'späteres' : 'spätere'} verlegt`;
}

function inMinutes(minutes: number): string {
  return `${minutes} ${minutes === 1 ? 'Minute' : 'Minuten'}`;
}
