/** The words of what the public pages load after their first view in French. */
import type { LaterTranslation } from '../parts.ts';

export { racing, regattas, through } from '../../../../../src/words/later/fr.ts';

export const later = {
  noSuchRace: (number) =>
    `Il n’y a pas de course ${number} dans cette régate. Voici tout le programme.`,
  noSuchCrew: 'Cet équipage n’existe pas dans cette régate. Voici tout le programme.',
  noSuchRegattaMore: 'Elle n’est peut-être pas encore publiée, ou le lien est incomplet.',
  allRegattas: 'Toutes les régates',
  lastResults: 'Derniers résultats',
  bigScreen: 'Grand écran',
  announcer: 'Pour le speaker',
  toNow: 'Voir la course en cours',
  followThisRegatta: 'Suivre cette régate',
  followAnnounced: 'Suivez cette régate et vous serez prévenu dès qu’il paraîtra.',
  addToCalendar: 'Ajouter au calendrier',
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
  forget: {
    now: 'Oublier cet appareil',
    hint: 'Met fin aux notifications et efface ce qu’il a enregistré, ici et auprès du service.',
    done: 'Cet appareil est oublié.',
    doneHere: 'Oublié ici\u00a0; le service n’a pas pu être joint et l’oubliera de lui-même.',
  },
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
} satisfies LaterTranslation['later'];

export const announcer = {
  previous: 'Course précédente',
  following: 'Course suivante',
  toRaceOn: 'À la course en cours',
  opensByItself: 'La course en cours s’ouvre d’elle-même.',
  atStake: 'Enjeu',
  comingUp: 'Ensuite',
  alsoOn: 'Aussi sur le parcours',
  printSheets: 'Imprimer la journée, une feuille par course',
} satisfies LaterTranslation['announcer'];

export const display = {
  afterThat: 'Ensuite',
  fastest: 'En tête',
  lastIn: 'Derniers arrivés',
  starting: 'Prochains départs',
  pause: 'Pause',
  resume: 'Reprendre',
  possible: {
    races: 'un numéro, ou deux comme 20-40, le plus petit d’abord',
    seconds: (least, most) => `des nombres entiers de ${least} à ${most}`,
  },
  noneOf: (given) =>
    `«\u00a0${given}\u00a0»\u00a0: ces courses n’existent pas, toutes sont affichées.`,
  page: (page, pages) => `${page} sur ${pages}`,
  onPhone: 'Sur votre téléphone',
} satisfies LaterTranslation['display'];

export const paper = {
  start: 'Départ',
  raceWord: 'Course',
  printNow: 'Imprimer cette page',
  back: 'Retour au programme',
  allDays: 'Tous les jours',
  days: 'Jours',
  printedAt: (time) => `imprimé ${time}`,
  layout: 'Mise en page',
  full: 'Détaillée',
  compact: 'Compacte',
  show: 'Contenu',
  all: 'Listes de départ et résultats',
  startLists: 'Listes de départ',
  results: 'Résultats',
  fromNow: 'À partir de maintenant',
  nothing: 'Rien à imprimer\u00a0: choisissez un autre contenu ou un autre jour.',
  notPossible: (given, possible) =>
    `«\u00a0${given}\u00a0» n’est pas possible. Possible\u00a0: ${possible}.`,
  boardCode: 'Code QR de l’adresse du programme',
} satisfies LaterTranslation['paper'];
