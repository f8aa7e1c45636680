/** The words of what the board loads after its first view, in every language of the pages. */

const en = {
  nothing: 'Follow a crew, a club or a race: its races stand here in order, with their results.',
  noRaces: 'What you follow is in no race so far.',
  followed: 'What I follow',
  toCome: 'Still to come',
  rowed: 'Rowed',
  allCrews: (count: number) => `Follow all ${count} crews`,
  allRaces: (count: number) => `Follow all ${count} races`,
  tooManyFound: (count: number, limit: number) =>
    `${count} match, and one device can follow ${limit}: type more of the name to follow all that match.`,
  crewsOfClub: (count: number) => (count === 1 ? 'Club · 1 crew' : `Club · ${count} crews`),
  moreCrews: (count: number) => `and ${count} more: type more of the name`,
  calendar: 'Calendar',
  calendarOf: (crew: string) => `Calendar of ${crew}`,
  wholeClub: 'Whole club',
  leaveCrew: 'All races',
  noRacesOfCrew: 'This crew is in no race so far.',
  close: 'Close',
  followNothing: 'You follow nothing yet. Follow a crew, a club, a race or the regatta to be told.',
  turnOff: 'Turn off on this device',
  remind: 'Remind me before the start',
  noReminder: 'No',
  share: 'Share',
  qrCode: (what: string) => `QR code: ${what}`,
  copied: 'The address has been copied.',
  push: {
    working: 'Setting up notifications…',
    on: 'Notifications are on for this device.',
    denied:
      'Marked on this device. No notifications: they are blocked for this site. Allow them in the site settings of your browser, then try again.',
    dismissed: 'Marked on this device. Notifications were not allowed; try again to be asked.',
    unsupported:
      'Marked on this device. No notifications: this browser cannot receive them. What you follow still stands under “My races”.',
    homeScreen:
      'Marked on this device. For notifications, iPhone and iPad need this page on the home screen: tap Share, then “Add to Home Screen”, and open it from there.',
    insecure:
      'Marked on this device. No notifications: they need a secure address (https), and this page was opened without.',
    failed: (why: string) => `Marked on this device. Notifications could not be set up: ${why}`,
    unreachable: 'the service did not answer.',
  },
  tooMany: (limit: number, clubs: number) =>
    `One device can follow at most ${limit} crews, ${limit} races and ${clubs} clubs.`,
  resultsOf: (race: string, results: string) => `${race}, results: ${results}`,
  found: (crews: number, races: number) =>
    `${crews === 1 ? '1 crew' : `${crews} crews`}, ${races === 1 ? '1 race' : `${races} races`}`,
};

type LaterWords = typeof en;

const de: LaterWords = {
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
};

const fr: LaterWords = {
  nothing:
    'Suivez un équipage, un club ou une course\u00a0: ses courses s’affichent ici dans l’ordre, avec leurs résultats.',
  noRaces: 'Ce que vous suivez ne figure encore dans aucune course.',
  followed: 'Mes suivis',
  toCome: 'À venir',
  rowed: 'Courues',
  allCrews: (count) => `Suivre les ${count} équipages`,
  allRaces: (count) => `Suivre les ${count} courses`,
  tooManyFound: (count, limit) =>
    `${count} trouvés, et un appareil peut en suivre ${limit}\u00a0: précisez le nom pour suivre tout ce qui correspond.`,
  crewsOfClub: (count) => (count === 1 ? 'Club · 1 équipage' : `Club · ${count} équipages`),
  moreCrews: (count) => `et ${count} ${count === 1 ? 'autre' : 'autres'}\u00a0: précisez le nom`,
  calendar: 'Calendrier',
  calendarOf: (crew) => `Calendrier de ${crew}`,
  wholeClub: 'Tout le club',
  leaveCrew: 'Toutes les courses',
  noRacesOfCrew: 'Cet équipage n’est encore dans aucune course.',
  close: 'Fermer',
  followNothing:
    'Vous ne suivez encore rien. Suivez un équipage, un club, une course ou la régate pour être prévenu.',
  turnOff: 'Désactiver sur cet appareil',
  remind: 'Rappel avant le départ',
  noReminder: 'Non',
  share: 'Partager',
  qrCode: (what) => `Code QR\u00a0: ${what}`,
  copied: 'L’adresse a été copiée.',
  push: {
    working: 'Activation des notifications…',
    on: 'Les notifications sont activées sur cet appareil.',
    denied:
      'Enregistré sur cet appareil. Pas de notifications\u00a0: elles sont bloquées pour ce site. Autorisez-les dans les réglages du site de votre navigateur, puis réessayez.',
    dismissed:
      'Enregistré sur cet appareil. Les notifications n’ont pas été autorisées\u00a0; réessayez pour que la question vous soit reposée.',
    unsupported:
      'Enregistré sur cet appareil. Pas de notifications\u00a0: ce navigateur ne peut pas en recevoir. Ce que vous suivez reste sous «\u00a0Mes courses\u00a0».',
    homeScreen:
      'Enregistré sur cet appareil. Pour les notifications, iPhone et iPad ont besoin de cette page sur l’écran d’accueil\u00a0: touchez Partager, puis «\u00a0Sur l’écran d’accueil\u00a0», et ouvrez-la de là.',
    insecure:
      'Enregistré sur cet appareil. Pas de notifications\u00a0: elles demandent une adresse sécurisée (https), et celle de cette page ne l’est pas.',
    failed: (why) =>
      `Enregistré sur cet appareil. Les notifications n’ont pas pu être activées\u00a0: ${why}`,
    unreachable: 'le service n’a pas répondu.',
  },
  tooMany: (limit, clubs) =>
    `Un appareil peut suivre au plus ${limit} équipages, ${limit} courses et ${clubs} clubs.`,
  resultsOf: (race, results) => `${race}, résultats\u00a0: ${results}`,
  found: (crews, races) =>
    `${crews === 1 ? '1 équipage' : `${crews} équipages`}, ${races === 1 ? '1 course' : `${races} courses`}`,
};

export const LATER_WORDS = { en, de, fr };
