/** The words of the service in French. */
import type * as en from './en.ts';
import type { PartOf } from './languages.ts';

/** French has a space before a colon; a non-breaking one, so that no line begins with the colon. */
const COLON = '\u00a0: ';

/** Words that the public pages use as well. */
export const shared = {
  decimalMark: ',',
  statuses: { dns: 'non partant', dnf: 'abandon', dsq: 'disqualifié' },
  withdrawn: 'forfait',
  organiser: (club) => `Organisateur${COLON}${club}`,
  announced: 'Le programme paraîtra ici dès qu’il sera publié.',
  ordinal,
  leading: 'en tête',
  soFar: (place) => `${place} pour l’instant`,
  placeNumber: (place) => `place ${place}`,
  outOfCompetition: 'hors course',
  raw: (time) => `brut ${time}`,
  withoutResult: 'pas de résultat',
  source: ({ place, fastest, category }, numbers) => {
    const own = category ? ` ${category}` : '';
    if (fastest === null) return `${ordinal(place)}${own} de la course ${numbers}`;
    const rank = fastest === 1 ? '' : `n° ${fastest} `;
    return `repêché au temps ${rank}parmi les ${ordinal(place)}s${own}, courses ${numbers}`;
  },
  imprint: 'Mentions légales',
  privacy: 'Confidentialité',
  accessibility: 'Accessibilité',
} satisfies PartOf<typeof en.shared>;

/** Push messages. */
export const messages = {
  race: (number) => `Course ${number}`,
  lane: (label) => `Couloir ${label}`,
  bow: (label) => `N° d’étrave ${label}`,
  place: (place, isShared) =>
    `${place}${place === 1 ? 're' : 'e'} place${isShared ? ' ex æquo' : ''}`,
  finished: 'à l’arrivée',
  unplaced: {
    dns: { short: 'non partant', long: shared.statuses.dns },
    dnf: { short: 'abandon', long: shared.statuses.dnf },
    dsq: { short: 'DSQ', long: shared.statuses.dsq },
  },
  inCategory: (place, category) => `${place} (${category})`,
  placeFinal: (place) => `classement final${COLON}${place}`,
  withdrawn: shared.withdrawn,
  penalty: (seconds) => `dont ${seconds} s de pénalité`,
  colon: COLON,
  cancelled: 'Cette course est annulée.',
  postponed: 'Cette course est reportée\u00a0; la nouvelle heure n’est pas encore connue.',
  afterAll: (time) => `Cette course a finalement lieu${COLON}${time}.`,
  soon: {
    own: (minutes) => `Votre course dans ${inMinutes(minutes)}`,
    other: (race, minutes) => `${race} dans ${inMinutes(minutes)}`,
  },
  late: {
    title: (weekday, amount) => `Courses de ${weekday}${COLON}${amount} de retard`,
    body: (amount, end) => `${remaining(end)} partent ${amount} plus tard que prévu.`,
  },
  early: {
    title: (weekday, amount) => `Courses de ${weekday}${COLON}${amount} d’avance`,
    body: (amount, end) => `${remaining(end)} partent ${amount} plus tôt que prévu.`,
  },
  onTime: {
    title: (weekday) => `Courses de ${weekday}${COLON}de nouveau à l’heure`,
    body: () => 'les courses restantes partent comme prévu.',
  },
  retimed: {
    title: (race, time, laterCount) => `${race} désormais à ${time}${others(laterCount)}`,
    body: 'les nouvelles heures figurent au programme.',
  },
  published: 'Le programme est paru.',
} satisfies PartOf<typeof en.messages>;

/** Pages without script, heads of pages, feeds and tables. */
export const pages = {
  service: 'Programmes, listes de départ et résultats de régates.',
  inSoFar: (scored, entered) =>
    `${scored} ${scored === 1 ? 'résultat' : 'résultats'} sur ${entered}`,
  hidden: 'Les résultats ne sont pas publics.',
  provisional: 'Les résultats sont provisoires.',
  trial: 'Essai\u00a0: ce n’est pas une vraie régate',
  results: (event) => `Résultats\u00a0: ${event}`,
  needsScript: 'Cette page nécessite JavaScript.',
  plainTable: 'Programme et résultats sans JavaScript',
  noSuchPage: 'Il n’y a rien à cette adresse',
  noSuchPageMore: 'Le lien est peut-être mal écrit ou périmé.',
  noSuchRace: 'Cette course n’est pas au programme',
  noSuchRaceMore: 'Elle a peut-être changé de numéro, ou a été supprimée.',
  noSuchCrew: 'Cet équipage n’est pas au programme',
  noSuchCrewMore: 'Il a peut-être déclaré forfait, ou figure sous un autre nom.',
  toRegattas: 'Toutes les régates',
  toBoard: (event) => `Vers le programme\u00a0: ${event}`,
  columns: {
    race: 'Course',
    title: 'Titre',
    day: 'Jour',
    start: 'Départ',
    place: 'Place',
    lane: 'Couloir',
    crew: 'Équipage',
    club: 'Club',
    status: 'Statut',
    result: 'Résultat',
    time: 'Temps',
    penalty: 'Pénalité (s)',
    total: 'Total',
    behind: 'Écart (s)',
    round: 'Tour',
    boatClass: 'Type de bateau',
    division: 'Catégorie',
    note: 'Remarque',
    bow: 'N° d’étrave',
    category: 'Catégorie de classement',
    categoryPlace: 'Place dans la catégorie',
    outOfCompetition: 'Hors course',
    allowance: 'Bonification (s)',
    complete: 'complet',
  },
  yes: 'oui',
  no: 'non',
} satisfies PartOf<typeof en.pages>;

/** The pages about the installation. */
export const installation = {
  runBy: (name) => `Cette installation de Running Order est exploitée par ${name}.`,
  contact: 'Contact',
  help: 'Aide',
  noImprint: 'L’exploitant de cette installation n’a pas donné de mentions légales.',
  noPrivacy: 'L’exploitant de cette installation n’a rien dit de plus sur la confidentialité.',
  noContact: 'L’exploitant de cette installation n’a pas donné de contact.',
  notKnown:
    'Ce que dit l’exploitant de cette installation ne peut pas être affiché pour le moment. Réessayez dans une minute.',
  ofOperator: 'De l’exploitant',
  readers: {
    title: 'Qui lit les pages publiques',
    noCookies:
      'Les pages publiques ne demandent pas de compte, ne posent pas de cookies et ne chargent rien d’autres sites.',
    onDevice:
      'Ce que vous choisissez et suivez, et les pages que vous avez ouvertes, restent dans votre navigateur, pour être là aussi sans connexion. Vous pouvez l’y supprimer.',
    address:
      'Votre adresse IP sert à répondre, et à limiter ce qu’une adresse peut demander. Elle n’est pas conservée.',
    proxy:
      'Les requêtes passent par un serveur placé devant ce service, qui peut tenir son propre journal.',
  },
  followers: {
    title: 'Qui y suit quelque chose',
    stored:
      'De votre appareil sont conservés\u00a0: son adresse auprès du service push de votre navigateur et deux clés, votre langue, ce que vous suivez et quand vous voulez un rappel, depuis quand, si un message lui est parvenu, pendant quelques jours ce qui lui a été annoncé en dernier sur des équipages, et la première partie de son adresse IP. Ni nom ni adresse IP entière ne sont conservés.',
    kept: (days) =>
      `Ce que vous suivez d’une régate est supprimé ${days} jours après son dernier jour. L’appareil est supprimé avec la dernière chose qu’il suit, quand vous désactivez les notifications, et quand son service push signale qu’il n’existe plus.`,
    services: (hosts) =>
      `Les messages sont chiffrés. Ils passent par le service push de votre navigateur, qui voit quand il en part un vers votre appareil, mais pas ce qu’il dit\u00a0: ${hosts}.`,
  },
  crews: {
    title: 'Qui participe à une régate',
    stored:
      'Sont conservés les noms des équipages et des clubs, les listes de départ, les temps et les résultats, comme les bureaux de course et le chronométrage les écrivent, et un historique de ce qui a été modifié, quand et par qui. Tout le monde voit ce qui en est publié.',
    kept: 'Cela est conservé sans limite de durée\u00a0: ce service n’en supprime rien de lui-même.',
    archivedKept: (days) =>
      `Une régate archivée est écrite dans un fichier que l’exploitant conserve, puis supprimée ici avec son historique, ${days} jours après son dernier jour.`,
    historyKept: (days) =>
      `L’historique d’une régate archivée est supprimé ${days} jours après son dernier jour.`,
    othersKept: 'Tout le reste est conservé sans limite de durée.',
  },
  people: {
    title: 'Qui organise des régates ici',
    stored: (requests) =>
      `D’un compte sont conservés\u00a0: nom, adresse e-mail, langue et rôles\u00a0; des empreintes du mot de passe et des clés API, avec les ${requests} dernières requêtes de chaque clé\u00a0; la partie publique des clés d’accès. Un historique de ce qui a été fait garde le nom et l’adresse e-mail quand le compte est fermé, et l’adresse à laquelle quelqu’un a été invité.`,
    cookies: (idleDays, mostDays, knownDays) =>
      `Deux cookies\u00a0: l’un vous garde connecté, ${idleDays} jours sans usage et ${mostDays} jours au plus\u00a0; à l’autre, votre navigateur est reconnu pendant ${knownDays} jours.`,
    signIns: (days) =>
      `Chaque connexion est notée avec le navigateur et l’adresse IP. Ce qui a plus de ${days} jours est supprimé à la suivante.`,
    failures: (hours) =>
      `Les connexions échouées sont comptées pendant ${hours} heures, par compte et par adresse IP.`,
    mails: 'Les invitations et les liens de connexion sont envoyés par e-mail.',
  },
  service: {
    title: 'Journal et copies',
    log: 'Le journal dit quand le service démarre, quelle clé du chronométrage écrit, et ce qui échoue. Il ne dit pas qui lit quelle page.',
    backups: (count) =>
      `La base de données est copiée chaque jour, et les ${count} copies les plus récentes sont gardées. Ce qui a été supprimé y reste aussi longtemps.`,
    more: 'Les documents du programme disent tout cela en détail, avec des textes à reprendre pour les exploitants\u00a0: docs/privacy.md.',
  },
  tests: {
    title: 'Ce qui a été vérifié',
    how: 'Avant la sortie d’une version, des tests automatiques ouvrent les pages publiques et le bureau de course dans le navigateur Chromium, comme sur un téléphone et comme sur un bureau, et vérifient\u00a0:',
    what: [
      'les règles des WCAG 2.2, niveaux A et AA, pour autant que le logiciel axe-core puisse en juger',
      'le contraste des textes, en clair et en sombre',
      'que ce que l’on touche est assez grand, et que rien ne demande de défilement latéral',
      'que les résultats peuvent être saisis au clavier seul',
    ],
    limits:
      'De tels tests trouvent une partie de ce qui gêne, pas tout. Personne d’extérieur n’a examiné les pages, et on ne sait pas si les lecteurs d’écran les lisent bien.',
    write: 'Si quelque chose vous gêne, écrivez à\u00a0:',
  },
} satisfies PartOf<typeof en.installation>;

/** Calendars, in addition to the words of messages. */
export const calendar = {
  trial: 'Essai',
  cancelled: 'Annulée',
  withdrawn: 'Forfait',
  postponed: 'Reportée',
  postponedMore: 'Reportée, la nouvelle heure n’est pas encore connue',
  planned: (at, zone) => `Prévue\u00a0: ${at} (${zone})`,
  late: (minutes) => `Retard\u00a0: ${minutes} min`,
  early: (minutes) => `${minutes} min plus tôt que prévu`,
  result: (text) => `Résultat\u00a0: ${text}`,
  place: (place) => `${place === 1 ? '1re' : `${place}e`} place`,
  or: ' ou ',
} satisfies PartOf<typeof en.calendar>;

/** Pages of an exported site, in addition to the words of pages, messages and calendars. */
export const site = {
  runningOrder: 'Programme',
  crews: 'Équipages',
  notices: 'Avis',
  startList: 'Liste de départ',
  startLists: 'Listes de départ',
  results: 'Résultats',
  toPrint: 'À imprimer',
  all: 'Programme et résultats',
  files: 'Fichiers',
  table: 'Résultats en tableau (CSV)',
  calendar: 'Les jours de la régate en calendrier (ICS)',
  data: 'Tout ce que disent ces pages, en données (JSON)',
  previous: 'Course précédente',
  next: 'Course suivante',
  languages: 'Langues',
  noRaces: 'Le programme ne contient encore aucune course.',
  noRacesOfCrew: 'Cet équipage n’est encore dans aucune course.',
  logo: 'Logo de l’organisateur',
  asOf: (revision, at, zone) => `Version ${revision} du ${at} (${zone})`,
} satisfies PartOf<typeof en.site>;

/** Mails. */
export const mails = {
  invitation: (clubName) => ({
    subject: clubName === null ? 'Invitation à rejoindre un club' : `Invitation\u00a0: ${clubName}`,
    before: [
      `Vous êtes invité à participer à l’organisation des régates ${clubName === null ? 'd’un club' : `du club ${clubName}`} dans Running Order.`,
      'Ouvrez ce lien\u00a0:',
    ],
    after: [
      'Le lien est valable une seule fois, pendant 7 jours.',
      'Si vous ne savez pas de quoi il s’agit, ignorez ce message.',
    ],
  }),
  signIn: (name) => ({
    subject: 'Votre lien de connexion',
    before: [`Bonjour ${name},`, 'ce lien vous connecte à Running Order\u00a0:'],
    after: [
      'Il est valable une seule fois, pendant une heure. Ne le donnez à personne\u00a0: quiconque l’ouvre est connecté à votre place.',
      'Si vous ne l’avez pas demandé, ignorez ce message.',
    ],
  }),
} satisfies PartOf<typeof en.mails>;

function ordinal(place: number): string {
  return place === 1 ? '1er' : `${place}e`;
}

function remaining(end: string | undefined): string {
  return end === undefined ? 'les courses restantes' : `les courses prévues avant ${end}`;
}

const NUMBERS = ['une', 'deux', 'trois', 'quatre', 'cinq', 'six', 'sept', 'huit', 'neuf', 'dix'];

function others(count: number): string {
  if (count === 0) return '';
  const number = NUMBERS[count - 1] ?? count;
  return `, ${number} ${count === 1 ? 'autre course décalée' : 'autres courses décalées'}`;
}

function inMinutes(minutes: number): string {
  return `${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`;
}
