/** The words of the interface in French. */
import type { Words } from './en.ts';

export const fr: Words = {
  name: 'Français',
  decimalMark: ',',
  regattas: 'Régates',
  noRegattas: 'Aucune régate n’a encore publié son programme.',
  noSuchRegatta: 'Cette régate n’existe pas ici',
  noSuchRegattaMore: 'Elle n’est peut-être pas encore publiée, ou le lien est incomplet.',
  allRegattas: 'Toutes les régates',
  loading: 'Chargement…',
  notLoaded: 'Pas de connexion. Un nouvel essai se fera tout seul.',

  today: 'Aujourd’hui',
  venueTime: (zone) => `Heures du lieu : ${zone}`,
  clock: (time) => `Il est ${time}`,
  noRaces: 'Le programme n’a pas encore de course.',
  races: (count) => (count === 1 ? '1 course' : `${count} courses`),
  race: (raceNumber) => `Course ${raceNumber}`,
  late: (minutes) => `${minutes} de retard`,
  early: (minutes) => `${minutes} d’avance`,
  minutes: (minutes) =>
    minutes < 60
      ? `${minutes} min`
      : `${Math.floor(minutes / 60)} h${minutes % 60 ? ` ${minutes % 60} min` : ''}`,
  onTime: 'À l’heure',
  planned: 'prévu',
  expected: 'estimé',
  now: 'En cours',
  next: 'Prochaine',
  afterThat: 'Ensuite',
  lastResults: 'Derniers résultats',
  openAll: 'Tout ouvrir',
  closeAll: 'Tout fermer',

  place: 'Place',
  lane: 'Couloir',
  laneOf: (label) => `Couloir ${label}`,
  crew: 'Équipage',
  time: 'Temps',
  start: 'Départ',
  result: 'Résultat',
  raceWord: 'Course',
  gap: 'Écart',
  including: (penalty) => `dont ${penalty}`,
  penaltyOf: (penalty) => `pénalité ${penalty}`,
  ordinal: (place) => (place === 1 ? '1er' : `${place}e`),
  statuses: { dns: 'non partant', dnf: 'abandon', dsq: 'disqualifié' },
  hiddenResults: 'Les résultats de cette course ne sont pas publics.',
  placesOnly: 'Places seulement, sans temps.',
  noCrews: 'Pas encore d’équipages tirés au sort.',
  meters: (meters) => `${meters} m`,

  find: 'Chercher un équipage ou une course',
  findShort: 'Chercher',
  found: (crews, races) =>
    `${crews === 1 ? '1 équipage' : `${crews} équipages`}, ${races === 1 ? '1 course' : `${races} courses`}`,
  foundNothing: (typed) => `Rien trouvé pour « ${typed} ».`,
  moreCrews: (count) => `et ${count} autres : précisez le nom`,
  myCrews: 'Mes équipages',
  noMoreRaces: 'Plus de course',
  calendar: 'Calendrier',
  calendarOf: (crew) => `Calendrier de ${crew}`,

  follow: 'Suivre',
  followRegatta: 'Suivre la régate',
  followCrew: (crew) => `Suivre ${crew}`,
  followRace: 'Suivre la course',
  tooMany: (limit) => `Un appareil peut suivre au plus ${limit} équipages et ${limit} courses.`,
  push: {
    working: 'Activation des notifications…',
    on: 'Les notifications sont activées sur cet appareil.',
    off: 'Noté sur cet appareil. Les notifications ne sont pas encore activées.',
    denied:
      'Noté sur cet appareil. Pas de notifications : elles sont bloquées pour ce site. Autorisez-les dans les réglages du site de votre navigateur, puis réessayez.',
    dismissed:
      'Noté sur cet appareil. Les notifications n’ont pas été autorisées ; réessayez pour voir la question.',
    unsupported:
      'Noté sur cet appareil. Pas de notifications : ce navigateur ne peut pas en recevoir. Les équipages suivis restent en haut.',
    homeScreen:
      'Noté sur cet appareil. Pour les notifications, iPhone et iPad ont besoin de cette page sur l’écran d’accueil : touchez Partager, puis « Sur l’écran d’accueil », et ouvrez-la depuis là.',
    insecure:
      'Noté sur cet appareil. Pas de notifications : il faut une adresse sécurisée (https), et cette page a été ouverte sans.',
    failed: (why) => `Noté sur cet appareil. Les notifications n’ont pas pu être activées : ${why}`,
    unreachable: 'le service n’a pas répondu.',
  },
  retry: 'Réessayer',
  turnOn: 'Activer',

  offline: (time) => `Pas de connexion. État à ${time}.`,
  resultsOf: (race, results) => `${race}, résultats : ${results}`,

  pause: 'Arrêter',
  resume: 'Reprendre',
  bigScreen: 'Grand écran',
  print: 'Imprimer',
  printNow: 'Imprimer cette page',
  back: 'Retour au programme',
  allDays: 'Tous les jours',
  days: 'Jours',
  revision: (revision) => `Révision ${revision}`,
  printedAt: (time) => `imprimé ${time}`,
  language: 'Langue',
};
