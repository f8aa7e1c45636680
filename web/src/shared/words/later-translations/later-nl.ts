/** The words of what the public pages load after their first view in Dutch; checked by back-translation, not by a native reader. */
import type { LaterTranslation } from '../parts.ts';

export { racing, regattas, through } from '../../../../../src/words/later/nl.ts';

export const later = {
  noSuchRace: (number) => `Race ${number} bestaat niet in deze regatta. Dit is het hele programma.`,
  noSuchCrew: 'Deze ploeg bestaat niet in deze regatta. Dit is het hele programma.',
  noSuchRegattaMore: 'Misschien is ze nog niet gepubliceerd, of is de link onvolledig.',
  allRegattas: 'Alle regatta’s',
  lastResults: 'Laatste uitslagen',
  bigScreen: 'Groot scherm',
  announcer: 'Voor de omroeper',
  toNow: 'Naar de race die nu bezig is',
  followThisRegatta: 'Deze regatta volgen',
  followAnnounced: 'Volg deze regatta en je hoort het zodra het er is.',
  addToCalendar: 'In mijn agenda',
  nothing:
    'Volg een ploeg, een vereniging of een race: de races staan dan hier op volgorde, met hun uitslagen.',
  noRaces: 'Wat je volgt, staat nog in geen enkele race.',
  followed: 'Wat ik volg',
  toCome: 'Nog te roeien',
  rowed: 'Geroeid',
  allCrews: (count) => `Alle ${count} ploegen volgen`,
  allRaces: (count) => `Alle ${count} races volgen`,
  tooManyFound: (count, limit) =>
    `${count} gevonden, en één apparaat kan er ${limit} volgen: typ meer van de naam om alles te volgen wat overeenkomt.`,
  crewsOfClub: (count) => (count === 1 ? 'Vereniging · 1 ploeg' : `Vereniging · ${count} ploegen`),
  moreCrews: (count) => `en nog ${count}: typ meer van de naam`,
  calendar: 'Agenda',
  calendarOf: (crew) => `Agenda van ${crew}`,
  wholeClub: 'Hele vereniging',
  leaveCrew: 'Alle races',
  noRacesOfCrew: 'Deze ploeg staat nog in geen enkele race.',
  close: 'Sluiten',
  followNothing:
    'Je volgt nog niets. Volg een ploeg, een vereniging, een race of de regatta om bericht te krijgen.',
  turnOff: 'Op dit apparaat uitzetten',
  forget: {
    now: 'Dit apparaat vergeten',
    hint: 'Beëindigt meldingen en wist wat het hier en bij de dienst heeft bewaard.',
    done: 'Dit apparaat is vergeten.',
    doneHere: 'Hier vergeten; de dienst was niet bereikbaar en vergeet het vanzelf.',
  },
  remind: 'Herinnering vóór de start',
  noReminder: 'Nee',
  share: 'Delen',
  qrCode: (what) => `QR-code: ${what}`,
  copied: 'Het adres is gekopieerd.',
  push: {
    working: 'Meldingen worden ingesteld…',
    on: 'Meldingen staan aan op dit apparaat.',
    denied:
      'Op dit apparaat gemarkeerd. Geen meldingen: ze zijn voor deze site geblokkeerd. Sta ze toe in de site-instellingen van je browser en probeer het dan opnieuw.',
    dismissed:
      'Op dit apparaat gemarkeerd. Meldingen zijn niet toegestaan; probeer het opnieuw, dan wordt het je nog eens gevraagd.',
    unsupported:
      'Op dit apparaat gemarkeerd. Geen meldingen: deze browser kan ze niet ontvangen. Wat je volgt, staat wel onder ‘Mijn races’.',
    homeScreen:
      'Op dit apparaat gemarkeerd. Voor meldingen moet deze pagina op een iPhone of iPad op het beginscherm staan: tik op ‘Deel’, dan op ‘Zet op beginscherm’, en open de pagina van daaruit.',
    insecure:
      'Op dit apparaat gemarkeerd. Geen meldingen: daarvoor is een beveiligd adres (https) nodig, en deze pagina is zonder geopend.',
    failed: (why) =>
      `Op dit apparaat gemarkeerd. De meldingen konden niet worden ingesteld: ${why}`,
    unreachable: 'de dienst heeft niet geantwoord.',
  },
  tooMany: (limit, clubs) =>
    `Eén apparaat kan hoogstens ${limit} ploegen, ${limit} races en ${clubs} verenigingen volgen.`,
  resultsOf: (race, results) => `${race}, uitslagen: ${results}`,
  found: (crews, races) =>
    `${crews === 1 ? '1 ploeg' : `${crews} ploegen`}, ${races === 1 ? '1 race' : `${races} races`}`,
} satisfies LaterTranslation['later'];

export const announcer = {
  previous: 'Vorige race',
  following: 'Volgende race',
  toRaceOn: 'Naar de race die bezig is',
  opensByItself: 'De race die bezig is, opent vanzelf.',
  atStake: 'Inzet',
  comingUp: 'Daarna',
  alsoOn: 'Ook op de baan',
  printSheets: 'De dag afdrukken, een blad per race',
} satisfies LaterTranslation['announcer'];

export const display = {
  afterThat: 'Daarna',
  fastest: 'Aan kop',
  lastIn: 'Laatst binnen',
  starting: 'Starten als volgende',
  pause: 'Pauzeren',
  resume: 'Verder',
  possible: {
    races: 'één nummer, of twee zoals 20-40, het kleinste eerst',
    seconds: (least, most) => `hele getallen van ${least} tot en met ${most}`,
  },
  noneOf: (given) => `‘${given}’: zulke races zijn er niet, dus alle races worden getoond.`,
  page: (page, pages) => `${page} van ${pages}`,
  onPhone: 'Op je telefoon',
} satisfies LaterTranslation['display'];

export const paper = {
  start: 'Start',
  raceWord: 'Race',
  printNow: 'Deze pagina afdrukken',
  back: 'Terug naar het programma',
  allDays: 'Alle dagen',
  days: 'Dagen',
  printedAt: (time) => `afgedrukt ${time}`,
  layout: 'Indeling',
  full: 'Uitgebreid',
  compact: 'Compact',
  show: 'Inhoud',
  all: 'Startlijsten en uitslagen',
  startLists: 'Startlijsten',
  results: 'Uitslagen',
  fromNow: 'Vanaf nu',
  nothing: 'Er is niets om af te drukken: kies een andere inhoud of een andere dag.',
  notPossible: (given, possible) => `‘${given}’ is niet mogelijk. Mogelijk: ${possible}.`,
  boardCode: 'QR-code van het adres van het programma',
} satisfies LaterTranslation['paper'];
