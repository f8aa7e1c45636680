/** The words of the service in Dutch; checked by back-translation, not by a native reader. */
import type * as en from './en.ts';
import type { PartOf } from './languages.ts';

/** Words that the public pages use as well. */
export const shared = {
  decimalMark: ',',
  statuses: { dns: 'niet gestart', dnf: 'niet gefinisht', dsq: 'gediskwalificeerd' },
  withdrawn: 'teruggetrokken',
  organiser: (club) => `Organisator: ${club}`,
  announced: 'Het programma komt hier zodra het is gepubliceerd.',
  ordinal,
  leading: 'aan kop',
  soFar: (place) => `${place} tot nu toe`,
  placeNumber: (place) => `plaats ${place}`,
  outOfCompetition: 'buiten mededinging',
  raw: (time) => `gevaren ${time}`,
  withoutResult: 'geen uitslag',
  source: ({ place, fastest, category }, numbers) => {
    const own = category ? ` ${category}` : '';
    if (fastest === null) return `${ordinal(place)}${own} van race ${numbers}`;
    const rank = fastest === 1 ? '' : `${ordinal(fastest)} `;
    return `${rank}tijdsnelste ${ordinal(place)}${own} van races ${numbers}`;
  },
  imprint: 'Colofon',
  privacy: 'Privacy',
  accessibility: 'Toegankelijkheid',
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
  inCategory: (place, category) => `${place} (${category})`,
  placeFinal: (place) => `eindstand: ${place}`,
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
  published: 'Het programma is er.',
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
    bow: 'Boegnr.',
    category: 'Klassementscategorie',
    categoryPlace: 'Plaats in de categorie',
    outOfCompetition: 'Buiten mededinging',
    allowance: 'Tijdaftrek (s)',
    complete: 'volledig',
  },
  yes: 'ja',
  no: 'nee',
} satisfies PartOf<typeof en.pages>;

/** The pages about the installation. */
export const installation = {
  runBy: (name) => `Deze installatie van Running Order wordt beheerd door ${name}.`,
  contact: 'Contact',
  help: 'Hulp',
  noImprint: 'De beheerder van deze installatie heeft geen colofon opgegeven.',
  noPrivacy: 'De beheerder van deze installatie heeft verder niets over privacy opgegeven.',
  noContact: 'De beheerder van deze installatie heeft geen contact opgegeven.',
  notKnown:
    'Wat de beheerder van deze installatie zegt, kan nu niet worden getoond. Probeer het over een minuut opnieuw.',
  ofOperator: 'Van de beheerder',
  readers: {
    title: 'Wie de openbare pagina’s leest',
    noCookies:
      'De openbare pagina’s vragen geen account, plaatsen geen cookies en laden niets van andere sites.',
    onDevice:
      'Wat je kiest en volgt, en de pagina’s die je hebt geopend, blijven in je browser, zodat ze er ook zonder verbinding zijn. Daar kun je ze verwijderen.',
    address:
      'Je IP-adres is nodig om te antwoorden, en beperkt hoeveel één adres kan opvragen. Het wordt niet bewaard.',
    proxy: 'Verzoeken komen via een server vóór deze dienst, die een eigen logboek kan bijhouden.',
  },
  followers: {
    title: 'Wie daar iets volgt',
    stored:
      'Van je apparaat wordt bewaard: het adres bij de pushdienst van je browser en twee sleutels, je taal, wat je volgt en wanneer je herinnerd wilt worden, sinds wanneer, of een bericht het heeft bereikt, enkele dagen wat het laatst over ploegen is gemeld, en het eerste deel van het IP-adres. Er wordt geen naam bewaard en geen volledig IP-adres.',
    kept: (days) =>
      `Wat je van een regatta volgt, wordt ${days} dagen na de laatste dag verwijderd. Het apparaat wordt verwijderd met het laatste wat het volgt, als je meldingen uitzet, en als de pushdienst meldt dat het er niet meer is.`,
    services: (hosts) =>
      `Berichten zijn versleuteld. Ze gaan via de pushdienst van je browser, die ziet wanneer er een naar je apparaat gaat, maar niet wat erin staat: ${hosts}.`,
  },
  crews: {
    title: 'Wie aan een regatta deelneemt',
    stored:
      'Bewaard worden namen van ploegen en verenigingen, lotingen, tijden en uitslagen, zoals wedstrijdsecretariaten en tijdwaarneming ze schrijven, en een geschiedenis van wat wanneer door wie is gewijzigd. Iedereen ziet wat daarvan gepubliceerd is.',
    kept: 'Dat wordt zonder termijn bewaard: deze dienst verwijdert er zelf niets van.',
    archivedKept: (days) =>
      `Een regatta die is gearchiveerd, wordt ${days} dagen na de laatste dag naar een bestand geschreven, dat de beheerder bewaart, en hier verwijderd, met de geschiedenis.`,
    historyKept: (days) =>
      `De geschiedenis van een regatta die is gearchiveerd, wordt ${days} dagen na de laatste dag verwijderd.`,
    othersKept: 'Al het andere daarvan wordt zonder termijn bewaard.',
  },
  people: {
    title: 'Wie hier regatta’s organiseert',
    stored: (requests) =>
      `Van een account wordt bewaard: naam, e-mailadres, taal en rollen; hashes van wachtwoord en API-sleutels, met de laatste ${requests} verzoeken van elke sleutel; het openbare deel van passkeys. Een geschiedenis van wat er is gedaan houdt naam en e-mailadres als het account wordt gesloten, en het adres waarop iemand is uitgenodigd.`,
    cookies: (idleDays, mostDays, knownDays) =>
      `Twee cookies: door de ene blijf je aangemeld, ${idleDays} dagen zonder gebruik en hoogstens ${mostDays} dagen; aan de andere wordt je browser ${knownDays} dagen lang herkend.`,
    signIns: (days) =>
      `Elke aanmelding wordt genoteerd met browser en IP-adres. Wat ouder is dan ${days} dagen, wordt bij de volgende verwijderd.`,
    failures: (hours) =>
      `Mislukte aanmeldingen worden ${hours} uur lang geteld, per account en per IP-adres.`,
    mails: 'Uitnodigingen en aanmeldlinks worden per e-mail verstuurd.',
  },
  service: {
    title: 'Logboek en kopieën',
    log: 'Het logboek zegt wanneer de dienst start, welke sleutel van de tijdwaarneming schrijft, en wat mislukt. Het zegt niet wie welke pagina leest.',
    backups: (count) =>
      `De database wordt elke dag gekopieerd, en de nieuwste ${count} kopieën blijven bewaard. Zo lang staat wat verwijderd is er nog in.`,
    more: 'De documenten van het programma zeggen dit uitvoerig, met teksten die beheerders kunnen overnemen: docs/privacy.md.',
  },
  tests: {
    title: 'Wat is getest',
    how: 'Voordat een versie verschijnt, openen automatische tests de openbare pagina’s en het wedstrijdsecretariaat in de browser Chromium, zoals op een telefoon en zoals op een bureau, en controleren:',
    what: [
      'de regels van WCAG 2.2, niveaus A en AA, voor zover de software axe-core ze kan beoordelen',
      'het contrast van teksten, licht en donker',
      'dat groot genoeg is wat je aanraakt, en niets zijwaarts gescrold hoeft te worden',
      'dat uitslagen met alleen het toetsenbord ingevoerd kunnen worden',
    ],
    limits:
      'Zulke tests vinden een deel van wat in de weg staat, niet alles. Niemand van buiten heeft de pagina’s onderzocht, en hoe goed schermlezers ze lezen is niet bekend.',
    write: 'Staat je iets in de weg, schrijf dan aan:',
  },
} satisfies PartOf<typeof en.installation>;

/** Calendars, in addition to the words of messages. */
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

/** Pages of an exported site, in addition to the words of pages, messages and calendars. */
export const site = {
  runningOrder: 'Programma',
  crews: 'Ploegen',
  notices: 'Mededelingen',
  startList: 'Startlijst',
  startLists: 'Startlijsten',
  results: 'Uitslagen',
  toPrint: 'Om af te drukken',
  all: 'Programma en uitslagen',
  files: 'Bestanden',
  table: 'Uitslagen als tabel (CSV)',
  calendar: 'De dagen van de regatta als agenda (ICS)',
  data: 'Alles op deze pagina’s als gegevens (JSON)',
  previous: 'Vorige race',
  next: 'Volgende race',
  languages: 'Talen',
  noRaces: 'Het programma bevat nog geen races.',
  noRacesOfCrew: 'Deze ploeg staat nog in geen enkele race.',
  logo: 'Logo van de organisator',
  asOf: (revision, at, zone) => `Versie ${revision} van ${at} (${zone})`,
} satisfies PartOf<typeof en.site>;
