/**
 * The words of the parts of the race office that few people open, in French. `explain`, `faults` and `reasons` were written by
 * no native reader, and are not yet checked by one.
 */
import { numbered } from '../../../shared/words/part-words.ts';
import type { LaterConsoleTranslation } from '../parts.ts';

const plural = (count: number, one: string, many: string) => `${count} ${count < 2 ? one : many}`;

export const progression = {
  draws: 'Compositions d’après les résultats',
  noRules:
    'Aucune course ne reçoit encore ses équipages d’autres courses. Préparez un tour entier ci-dessous, ou couloir par couloir.',
  nobody: 'personne n’a cette place\u00a0: le couloir reste vide',
  waiting: 'pas encore connu',
  undecided: 'non décidé',
  undecidedAmong: (crews) => `non décidé\u00a0: ${crews}`,
  ready: 'Les couloirs peuvent être attribués.',
  agrees: 'Couloirs attribués selon les résultats.',
  tieDrawn:
    'Les résultats ne décident pas qui se qualifie. Les couloirs sont attribués, à des équipages entre lesquels il fallait choisir.',
  drawn: 'Les couloirs sont déjà attribués.',
  incomplete: (races) => `Attend les résultats ${numbered(races, 'de la course', 'des courses')}.`,
  incompleteOfficial: (races) =>
    `Attend les résultats officiels ${numbered(races, 'de la course', 'des courses')}.`,
  neverRowed: (races) =>
    `Annulation ${numbered(races, 'de la course', 'des courses')}, et des résultats manquent\u00a0: attribuez les couloirs à la main, ou changez les règles.`,
  unplaced: (races) =>
    `Dans ${numbered(races, 'la course', 'les courses')}, des bateaux sont arrivés sans temps ni place\u00a0: complétez les résultats, ou attribuez les couloirs à la main.`,
  nobodyGoesOn: 'Personne n’a une de ces places\u00a0: les couloirs restent vides.',
  deadHeat: (crews, lanes) =>
    `Ex æquo\u00a0: ${crews}. Seul l’ordre de leurs couloirs dans la course précédente décide qui reçoit les couloirs ${lanes}\u00a0; si cela ne convient pas, attribuez les couloirs à la main.`,
  tie: 'La qualification reste à décider\u00a0: ex æquo, temps manquants, ou équipage qui irait dans deux couloirs. Le logiciel ne décide jamais\u00a0: attribuez les couloirs à la main.',
  differs: 'La composition ne correspond pas aux résultats et aux règles actuels.',
  differsLane: (lane, drawn, now) =>
    `Couloir ${lane}\u00a0: ${drawn} est placé, les résultats disent ${now}.`,
  empty: 'personne',
  apply: (race) => `Attribuer les couloirs de la course ${race}`,
  applyAgain: (race) => `Réattribuer les couloirs de la course ${race}`,
  emptied: (race) => `Course ${race}\u00a0: plus aucun équipage dans les couloirs.`,
  applied: (race) => `Couloirs de la course ${race} attribués.`,
  applyFirst: 'Attribuer les couloirs de la première course prête',
  byHand: 'Attribuer à la main',
  edit: (race) => `Règles de la course ${race}`,
  lanesOf: 'Règles couloir par couloir',
  chooseRace: 'Course qui reçoit des équipages d’autres',
  choose: 'Choisir une course',
  lane: (label) => `Couloir ${label}`,
  place: 'Place',
  placeOf: (lane) => `${lane}\u00a0: place`,
  category: 'Catégorie',
  categoryOf: (lane) => `${lane}\u00a0: catégorie`,
  races: 'Courses',
  racesOf: (lane) => `${lane}\u00a0: de la course`,
  fastest: 'Repêché au temps n°',
  fastestOf: (lane) => `${lane}\u00a0: repêché au temps n°`,
  rulesHint:
    'Place 1 de la course 12, aussi au sein d’une catégorie\u00a0; ou un repêché au temps\u00a0: place 3 des courses 12-14, repêché au temps n° 1. Vide\u00a0: pas de règle. #101 est la course numéro 101 du programme, quand plusieurs courses ont le même numéro imprimé.',
  noRule: 'pas de règle',
  rulesChanged: 'Les règles ne sont pas encore enregistrées',
  rulesSaved: (race) => `Règles de la course ${race} enregistrées.`,
  addLane: 'Ajouter un couloir',
  troubles: {
    place: 'Une place est un nombre à partir de 1',
    'no-races': 'De quelle course\u00a0?',
    unknown: 'Cette course n’existe pas, ou plusieurs ont ce numéro imprimé',
    fastest: 'Le rang du repêché au temps est un nombre à partir de 1',
    'fastest-missing': 'Plusieurs courses\u00a0: lequel des repêchés au temps\u00a0?',
    'fastest-of-one': 'Un repêché au temps vient de plusieurs courses',
    'too-many': 'Il y a moins de courses à comparer',
    itself: 'Une course ne reçoit pas d’équipages d’elle-même',
    later: 'Cette course part plus tard',
  },
  round: 'Un tour entier d’un coup',
  roundHint: 'Les règles de toutes ses courses, à voir ici avant de les enregistrer.',
  fromRound: 'Du tour',
  toRound: 'Au tour',
  byNumber: 'Courses par leurs numéros',
  chooseRound: 'Choisir un tour',
  withoutRound: 'sans tour',
  classes: 'Épreuves',
  noClass: 'Aucune épreuve n’a les deux tours.',
  wayOf: (heats, targets) => `${heats} → ${targets}`,
  roundsSaved: (count) => `Règles de ${count} courses enregistrées.`,
  heats: 'Séries',
  heatsHint: 'Courses dont les équipages se qualifient\u00a0: 1-4, ou 1 2 3',
  targets: 'Mènent à',
  targetsHint: 'La finale, ou les demi-finales\u00a0: 9 10',
  each: 'De chaque série',
  firstPlace: 'À partir de la place',
  fastestMore: 'Repêchés au temps',
  lanes: 'Couloirs par course',
  middle: 'Les meilleurs équipages au milieu',
  preview: 'Aperçu',
  noPreview: 'Indiquez les séries et où elles mènent.',
  unknownRace: (label) => `Il n’y a pas de course ${label}, ou plusieurs ont ce numéro imprimé`,
  ofItself: (race) => `La course ${race} est une des séries`,
  startsLater: (heat, race) => `La course ${heat} part après la course ${race}`,
  left: (count) =>
    count === 1
      ? 'Il manque un couloir pour 1 équipage.'
      : `Il manque un couloir pour ${count} équipages.`,
  replaces: (race) => `La course ${race} a déjà des règles\u00a0; celles-ci les remplacent.`,
  saveRound: 'Enregistrer les règles de ce tour',
  roundSaved: (races) => `Règles de la course ${races} enregistrées.`,
  saving: 'Un instant…',
  number: 'Un nombre',
} satisfies LaterConsoleTranslation['progression'];

export const racing = {
  head: 'Tête de rivière',
  every: (seconds) => `un départ toutes les ${seconds} s`,
  startedAt: (time) => `partie à ${time}`,
  isClosed: 'close : plus de résultats',
  clockOffset: (seconds) => `horloge d’arrivée ${seconds} s`,

  startNow: 'Départ maintenant',
  startAt: 'Type et départ…',
  falseStart: 'Faux départ…',
  close: 'Clore : plus de résultats',
  open: 'Rouvrir',
  started: (number) => `La course ${number} est partie.`,
  notStarted: (number) => `La course ${number} n’est plus partie.`,
  closed: (number) => `La course ${number} est close.`,
  opened: (number) => `La course ${number} est rouverte.`,
  factsSaved: (number) => `Course ${number} enregistrée.`,
  falseStartTitle: (number) => `Faux départ de la course ${number} ?`,
  falseStartMore:
    'Son départ est retiré. Les temps comptés à partir de lui disparaissent jusqu’au nouveau départ.',
  falseStartNow: 'Retirer le départ',
  factsTitle: (number) => `Type et départ de la course ${number}`,
  kind: 'Type de course',
  kinds: {
    '': 'Selon l’intervalle de départ',
    lanes: 'Départ groupé',
    head: 'Tête de rivière : départs l’un après l’autre',
  },
  interval: 'Intervalle de départ, en secondes',
  intervalHint: 'D’une tête de rivière : 20, c’est un bateau toutes les 20 secondes.',
  startTime: 'Partie à',
  startTimeHint: 'Une heure sur place : 140322,4 est 14:03:22,4. Vide : pas partie.',
  offset: 'Horloge d’arrivée par rapport à celle du départ, en secondes',
  offsetHint: 'S’ajoute à chaque arrivée : -7,4 si l’horloge d’arrivée avance de 7,4 s.',
  save: 'Enregistrer',
  wrongInterval: 'Des secondes entières, de 1 à 3600',
  wrongOffset: 'Des secondes, 600 au plus',

  bow: 'Étrave',
  crew: 'Équipage',
  result: 'Temps',
  fields: {
    category: 'Catégorie',
    allowance: 'Bonification',
    outOfCompetition: 'Hors course',
    plannedStart: 'Départ prévu',
    start: 'Départ',
    finish: 'Arrivée',
    penalty: 'Pénalité (s)',
  },
  short: { outOfCompetition: 'H. C.' },
  cellOf: (field, label) => `${field}, ${label}`,
  yes: 'oui',
  tableHint:
    'Heures : 140322,4 est 14:03:22,4. Un s au départ : non partant ; un f ou un d à l’arrivée : abandon, disqualifié. Bonification : 1:30 ou 90.',
  changed: (count) => (count === 1 ? '1 engagement modifié' : `${count} engagements modifiés`),
  saved: (number) => `Engagements de la course ${number} enregistrés.`,
  nothingToSave: 'Rien à enregistrer : c’est déjà ainsi.',
  paste: 'Coller depuis un tableur',
  noEntries: 'Aucun équipage dans cette course pour le moment.',
  faults: {
    unfinished: 'Heures, minutes et secondes : 140322,4',
    'no-mark': 'Mettez une virgule avant la fraction : 140322,4',
    fraction: 'Au plus des millièmes',
    'no-such-time': 'Cette heure n’existe pas',
    'left-out': 'Les horloges avancent alors : cette heure n’existe pas',
    form: 'Pas une heure : 140322,4 est 14:03:22,4',
    allowance: 'Pas une bonification : 1:30, 90 ou -0:12,5',
    'allowance-too-long': 'Une heure au plus',
    penalty: 'Des secondes, par exemple 10, une heure au plus',
    'too-long': '60 caractères au plus',
    'yes-or-no': 'Oui ou non',
    'before-start': 'L’arrivée est avant le départ',
  },
  pasteFaults: {
    'no-bow': 'Sans numéro d’étrave ni équipage',
    'unknown-bow': 'Ce bateau n’est pas dans cette course',
    'other-crew': 'Un autre équipage porte ce numéro',
    twice: 'Le même bateau plusieurs fois',
    formula: 'Une formule du tableur, pas sa valeur',
  },
  anyStart: 'Départ, prévu ou réel',
  plannedColumn: 'Le départ est lu comme prévu : il n’y a pas de résultats à côté.',
  startOfRace: 'Départ groupé : c’est le départ de la course.',

  startList: 'Liste des départs',
  finishList: 'Liste des arrivées',
  startHint: 'Entrée à chaque départ : seule pour le prochain bateau, sinon avec son numéro.',
  finishHint:
    'Un numéro d’étrave et Entrée à chaque arrivée. Entrée seule garde l’heure ; nommez le bateau plus tard.',
  stampStart: 'Part maintenant',
  stampFinish: 'Arrive maintenant',
  nextBow: (bow, crew) => `Prochain : ${bow} ${crew}`,
  allStarted: 'Tous sont partis.',
  toStart: 'Encore au départ',
  onCourse: 'Sur le parcours',
  tap: (bow, crew) => `Maintenant : ${bow} ${crew}`,
  listOf: (count) => (count === 1 ? '1 bateau' : `${count} bateaux`),
  here: (count) =>
    count === 1
      ? '1 ligne n’est que sur cet appareil'
      : `${count} lignes ne sont que sur cet appareil`,
  unnamed: 'Quel bateau ? Tapez son numéro puis Entrée.',
  unknown: (bow) =>
    `Pas de ${bow} dans cette course. La ligne reste ici jusqu’à ce que le bateau soit nommé.`,
  twice: (bow, time) => `${bow} a déjà une heure : ${time}. La ligne reste ici.`,
  takeThis: 'Prendre cette heure',
  waiting: 'attend une connexion',
  waitingForSignIn: 'attend que vous vous connectiez',
  sending: 'en cours d’enregistrement',
  pressEnter: 'Entrée le nomme',
  refused: (why) => `Non enregistré : ${why} Entrée l’envoie de nouveau.`,
  refusedChanged: 'quelqu’un a modifié ce bateau entre-temps.',
  rename: 'Autre bateau',
  renameOf: (bow) => `Autre bateau que ${bow}`,
  remove: 'Supprimer',
  removeOf: (time) => `Supprimer ${time}`,
  removed: (time) => `${time} supprimé.`,
  putBack: 'Remettre',
  storedStart: (bow, time) => `${bow} parti à ${time}.`,
  storedFinish: (bow, time) => `${bow} arrivé à ${time}.`,
  storedMany: (count) => `${count} heures enregistrées.`,
  bowOfLine: (time) => `Bateau de ${time}`,
  pasteTimes: 'Coller des heures',
  pasteTimesHint:
    'Une par ligne, par exemple 14:03:22,4 ; le numéro d’étrave peut se trouver à côté.',
  addTimes: (count) => (count === 1 ? 'Ajouter 1 heure' : `Ajouter ${count} heures`),
  wrongTimes: (lines) => `Pas une heure : ${lines}`,
  clockRight:
    'Les heures sont celles de l’horloge de cet appareil, qui s’accorde avec celle du service.',
  clockOff: (seconds) =>
    `L’horloge de cet appareil diffère de ${seconds} s de celle du service : les heures sont corrigées d’autant.`,
  clockUnknown:
    'Les heures sont celles de l’horloge de cet appareil ; elle n’a pas encore été comparée à celle du service.',
} satisfies LaterConsoleTranslation['racing'];

export const patterns = {
  title: 'Des séries aux finales',
  open: 'D’après un modèle…',
  back: 'Retour aux qualifications',
  hint: 'Un modèle crée les courses de repêchage, de demi-finales et de finales et remplit leurs règles. Vous voyez tout ici avant l’enregistrement.',
  round: 'Tour des séries',
  byNumber: 'Courses par numéro',
  withoutRound: 'sans tour',
  heats: 'Séries d’une épreuve',
  heatsHint: '1-4 ; de plusieurs épreuves, séparées par un point-virgule : 1-2; 3-4',
  unknownRace: (label) => `Il n’y a pas de course ${label}, ou plusieurs ont ce numéro imprimé`,
  classes: 'Épreuves',
  ofHeats: (races, crews) => `${races} · ${crews === 1 ? '1 équipage' : `${crews} équipages`}`,
  unlike:
    'Les épreuves qui ont un autre nombre de séries demandent un autre modèle : laissez-les de côté.',
  pattern: 'Modèle',
  choosePattern: 'Choisir un modèle',
  noPattern: (heats) =>
    heats === 1
      ? 'Il n’y a pas de modèle pour 1 série.'
      : `Il n’y a pas de modèle pour ${heats} séries.`,
  otherCrews: 'Pour un autre nombre d’équipages',
  name: (rounds, lanes, from, to) => `${rounds} · ${lanes} couloirs · ${from} à ${to} équipages`,
  repechages: (count) => (count === 1 ? '1 repêchage' : `${count} repêchages`),
  semifinals: 'demi-finales',
  finals: (first, last) => (first === last ? `finale ${first}` : `finales ${first} à ${last}`),
  eliminated: (count) =>
    count === 0
      ? 'Chaque équipage court une finale.'
      : count === 1
        ? 'Au plus 1 équipage ne court pas de finale.'
        : `Au plus ${count} équipages ne courent pas de finale.`,
  source: (name, paragraph) => `Source : ${name}, ${paragraph}`,
  noSource: 'Source : l’usage des régates.',
  stages: {
    H: 'Séries',
    R: 'Repêchage',
    S: 'Demi-finales',
    T: 'Demi-finales C/D',
    F: 'Finales',
  },
  of: { H: 'série', R: 'repêchage', S: 'demi-finale', T: 'demi-finale C/D' },
  roundNames: {
    R: (number) => `Repêchage${number}`,
    S: (number) => `Demi-finale${number}`,
    SofMore: (number) => `Demi-finale A/B${number}`,
    T: (number) => `Demi-finale C/D${number}`,
    F: (letter) => `Finale ${letter}`,
  },
  way: (places, round) => `${places} de chaque ${round}`,
  wayFastest: (ranks, place, round) => `au temps ${ranks} parmi les ${place} de chaque ${round}`,
  placeIn: (place, race) => `${place}, ${race}`,
  fastestIn: (rank, place, races) => `repêché au temps n° ${rank} parmi les ${place}s, ${races}`,
  crews: (count) => (count === 1 ? '1 équipage' : `${count} équipages`),
  race: 'Course',
  newRace: 'Nouvelle course',
  number: 'Numéro',
  at: 'Départ',
  lanes: 'Couloirs',
  lane: (label) => `Couloir ${label}`,
  troubles: {
    number: 'Un nombre à partir de 1',
    taken: 'Une autre course a ce numéro',
    twice: 'Cette course est choisie deux fois',
    time: 'Un jour et une heure de la régate',
    early: 'Part avant une course dont viennent ses équipages',
  },
  problems: {
    crews: (crews, from, to) =>
      `Il y a ${crews} équipages ; le modèle est fait pour ${from} à ${to}.`,
    lanes: (race, crews, lanes) =>
      `La course ${race} a ${crews} équipages ; le modèle est fait pour ${lanes} couloirs.`,
    replaces: (race) => `La course ${race} a déjà des règles : elles sont remplacées.`,
    drawn: (race) => `Dans la course ${race}, des couloirs sont déjà attribués : ils le restent.`,
    taken: (race, heat) =>
      `La course ${race} reçoit aussi des équipages de la course ${heat} : un équipage peut se trouver dans les deux.`,
  },
  preview: 'Aperçu',
  noPreview: 'Choisissez les séries et un modèle.',
  save: (races) => (races === 1 ? 'Préparer 1 course' : `Préparer ${races} courses`),
  saved: (races) =>
    races === 1
      ? '1 course préparée d’après le modèle.'
      : `${races} courses préparées d’après le modèle.`,
  saving: 'Un instant…',
} satisfies LaterConsoleTranslation['patterns'];

export const heats = {
  title: 'Composer les séries',
  open: 'Composer les séries…',
  intro:
    'Le logiciel répartit des équipages dans les couloirs d’une ou de plusieurs courses. Vous voyez la composition avant de l’enregistrer, et la changez ensuite à la main.',
  back: 'Retour à la qualification',
  round: 'Catégorie et tour',
  chooseRound: 'Choisir, ou saisir les courses',
  races: 'Courses',
  racesHint:
    'Les équipages y sont répartis dans cet ordre\u00a0: 12-14, ou 12 13 14. #101 est la course numéro 101 du programme, quand plusieurs courses ont le même numéro imprimé',
  crews: (count, all) => `Équipages\u00a0: ${count} sur ${all}`,
  crewsHint: 'D’abord ceux qui sont déjà dans ces courses.',
  find: 'Chercher des équipages ou des clubs',
  noneFound: 'Aucun équipage ne s’appelle ainsi.',
  tickShown: (count) => `Cocher ces ${count}`,
  untickShown: (count) => `Décocher ces ${count}`,
  withdrawn: 'forfait',
  inRaces: (races) => numbered(races, 'course', 'courses'),
  method: 'Comment',
  methods: { random: 'Au hasard', seeded: 'Selon un classement' },
  ranking: 'Classement, le meilleur équipage d’abord',
  rankingHint: 'Un nom par ligne, aussi collé. Les équipages qui n’y sont pas suivent au hasard.',
  clubsApart: 'Les équipages d’un club dans des séries différentes, autant que possible',
  lanes: 'Couloirs',
  laneOrders: {
    'middle-out': 'Du milieu vers l’extérieur',
    'in-order': 'Dans l’ordre',
    list: 'Ceux-ci, dans cet ordre',
  },
  positions: 'Couloirs, celui du premier équipage d’abord',
  positionsHint: 'Comptés à partir de 1\u00a0: 4 5 3 6 2 7',
  seed: 'Graine',
  seedHint:
    '32 chiffres de 0-9 et a-f. La composition en découle, et chacun peut la vérifier. Vide\u00a0: le logiciel en fait une.',
  propose: 'Proposer une composition',
  again: 'Composer de nouveau',
  preview: 'La composition',
  noPreview: 'Nommez des courses, cochez des équipages, et faites proposer une composition.',
  asking: 'Un instant…',
  lane: (label) => `Couloir ${label}`,
  post: (count) =>
    count === 1
      ? 'Enregistrer cette composition'
      : `Enregistrer la composition de ${count} courses`,
  posted: (races) => `Couloirs attribués\u00a0: ${numbered(races, 'course', 'courses')}.`,
  byHand: (race) => `Course ${race} à la main`,
  said: 'Attribue de nouveau tous les couloirs de ces courses',
  troubles: {
    unknown: (text) => `Il n’y a pas de course ${text}, ou plusieurs ont ce numéro imprimé`,
    'unknown-crew': (text) => `Aucun équipage ne s’appelle ${text}`,
    'not-chosen': (text) => `${text} n’est pas coché`,
    twice: (text) => `${text} y est deux fois`,
    positions: () => 'Des nombres à partir de 1, aucun deux fois',
    seed: () => '32 chiffres de 0-9 et a-f',
  },
  refused: {
    race: (race) =>
      `La course ${race} est partie, ou a des résultats\u00a0: ses couloirs ne s’attribuent plus qu’à la main.`,
    crew: (crew) =>
      `${crew} est forfait\u00a0: décochez cet équipage, ou remettez-le d’abord en course.`,
    lanes: 'Cela fait moins de couloirs qu’une course ne reçoit d’équipages.',
  },
  remarks: {
    club: (race, club, crews) =>
      `La course ${race} a des équipages d’un même club (${club})\u00a0: ${crews}.`,
    rules: (race, lanes) =>
      `Course ${race}\u00a0: les règles des couloirs ${lanes} restent, quel que soit l’équipage.`,
    'more-lanes': (race, lanes) =>
      `La course ${race} a trop peu de couloirs\u00a0: ${lanes} s’y ajoutent.`,
    'left-out': (race, crews) =>
      `La course ${race} perd des équipages qui ne sont pas du nombre\u00a0: ${crews}.`,
    'no-crews': (race) =>
      `La course ${race} ne reçoit pas d’équipage\u00a0: les équipages sont moins nombreux que les courses.`,
    cancelled: (race) => `La course ${race} est annulée.`,
  },
} satisfies LaterConsoleTranslation['heats'];

export const webhooks = {
  hint: 'Un de vos programmes est averti quand la page publique change. Ce qu’il reçoit est signé avec un secret, montré une seule fois.',
  none: 'Pas encore de webhook.',
  add: 'Créer un webhook',
  label: 'Nom',
  url: 'Adresse',
  urlHint: 'Commence par https:// et se joint depuis Internet.',
  wrongUrl: 'Une adresse en https:// joignable depuis Internet, sans nom d’utilisateur et sans #.',
  kinds: 'Signale',
  kindOf: {
    'results.changed': 'les résultats',
    'schedule.changed': 'le programme, la composition, les équipages',
    'delay.changed': 'les retards',
    'race.state': 'les courses parties, closes, annulées, reportées',
    'notice.posted': 'les avis',
    'schedule.published': 'la publication',
    'schedule.unpublished': 'le retrait',
  },
  needsKind: 'Choisissez-en au moins un.',
  made: 'Copiez le secret maintenant\u00a0: il ne sera plus montré.',
  secret: 'Secret',
  kept: 'Je l’ai',
  isOff: 'désactivé',
  failingSince: (when) => `n’accepte rien depuis ${when}`,
  lastStatus: (status) => `dernière réponse ${status}`,
  notYet: 'rien d’envoyé encore',
  edit: 'Modifier',
  test: 'Tester',
  tested: (label) => `Un test part vers ${label}.`,
  switchOn: 'Activer',
  switchOff: 'Désactiver',
  deliveries: 'Envois',
  hide: 'Masquer les envois',
  reload: 'Actualiser',
  noDeliveries: 'Rien n’a encore été envoyé.',
  attempts: (count) => (count === 1 ? '1 tentative' : `${count} tentatives`),
  waiting: (when) => `prochaine tentative ${when}`,
  reasons: {
    'address-not-allowed': 'l’adresse n’est plus permise',
    certificate: 'le certificat n’est pas valable',
    closed: 'la connexion s’est terminée sans réponse',
    gone: 'ne veut plus rien recevoir',
    'name-not-public': 'le nom mène à un réseau qui n’est pas public',
    'name-servers': 'les serveurs de noms ne sont pas joignables d’ici',
    redirect: 'répond par une redirection, qui n’est pas suivie',
    refused: 'pas accepté',
    'switched-off': 'désactivé entre-temps',
    'timed-out': 'pas de réponse à temps',
    'unknown-name': 'rien ne se trouve sous ce nom',
    unreachable: 'pas joignable',
  },
  millis: (millis) => `${millis} ms`,
  again: 'Renvoyer',
  isSentAgain: 'C’est renvoyé.',
  removeTitle: (label) => `Supprimer ${label}\u00a0?`,
  removeHint: 'Plus rien n’y est envoyé. Son secret est perdu.',
  removed: (label) => `${label} est supprimé.`,
  tooMany: 'Une régate a au plus 10 webhooks\u00a0: supprimez-en un qui ne sert pas.',
  isSwitchedOff: 'Il est désactivé\u00a0: activez-le d’abord.',
} satisfies LaterConsoleTranslation['webhooks'];

export const imports = {
  title: 'Importer',
  intro:
    'Rien n’est enregistré avant que vous ayez vu un aperçu de chaque course, équipage, couloir et résultat. Le tout peut être défait d’un coup.',
  files: 'Fichiers',
  choose: 'Choisir des fichiers',
  orDrop: 'ou les déposer ici',
  formats:
    'Excel (.xlsx), CSV, FinishLynx (.lif\u00a0; .evt, .sch et .ppl ensemble), CrewTimer, RegattaCentral, Time-Team, DRV, RaceClocker, Webscorer, un fichier de régate. 5 Mio au plus chacun.',
  chosen: 'Fichiers choisis',
  size: (bytes) =>
    bytes < 1024 * 1024
      ? `${Math.ceil(bytes / 1024)} Kio`
      : `${(bytes / 1024 / 1024).toFixed(1).replace('.', ',')} Mio`,
  remove: 'Retirer',
  paste: 'Coller depuis un tableur',
  pasted: 'Cellules copiées',
  pasteHint: 'Copiez les cellules avec leurs titres et collez-les ici.',
  look: 'Montrer l’aperçu',
  reading: 'Lecture des fichiers…',
  unreadable:
    'Un fichier n’a pas pu être lu\u00a0: il a été déplacé, ou un autre logiciel le tient. Choisissez-le de nouveau.',
  tooLarge:
    'C’est plus que ce qui peut être envoyé d’un coup\u00a0: importez les fichiers par parties.',
  tooMuch: (why) =>
    why.reason === 'file'
      ? `«\u00a0${why.name}\u00a0» dépasse 5 Mio. Un tableau de cette taille contient plus que des résultats\u00a0: enregistrez le nécessaire en CSV.`
      : why.reason === 'empty'
        ? `«\u00a0${why.name}\u00a0» est vide, ou un dossier\u00a0: choisissez les fichiers qu’il contient.`
        : why.reason === 'count'
          ? '500 fichiers au plus d’un coup\u00a0: importez-les par parties.'
          : '10 Mio au plus d’un coup\u00a0: importez les fichiers par parties.',
  questions: 'Ce que les fichiers ne disent pas',
  questionsHint:
    'Les réponses probables sont déjà remplies. Elles sont retenues pour le prochain fichier de ce genre.',
  wrongAlready: (count) =>
    count === 1
      ? 'En l’état, une ligne est erronée\u00a0:'
      : `En l’état, ${count} lignes sont erronées\u00a0:`,
  inEnglish: 'Ce que le service trouve dans les fichiers, il le dit en anglais.',
  faults: {
    damaged: 'Le fichier est abîmé ou incomplet. Téléchargez-le ou enregistrez-le de nouveau.',
    empty: 'Le fichier est vide.',
    'no-headings':
      'Pas de titres de colonnes dans les 30 premières lignes. Nommez les colonnes à la première ligne, par exemple Course, Heure, Couloir, Équipage.',
    'old-excel':
      'Un ancien fichier Excel (.xls), ou un classeur protégé par mot de passe. Enregistrez-le en .xlsx sans mot de passe, ou en CSV.',
    pdf: 'Un PDF ne se lit pas. Importez le fichier dont il a été fait.',
    'too-large':
      'Trop grand\u00a0: plus de 5 Mio, ou trop de lignes ou de colonnes. Divisez le fichier, ou n’enregistrez que les données, une ligne par bateau.',
    'too-slow':
      'La lecture prend trop de temps ou de mémoire. N’enregistrez que les données, dans un nouveau fichier en CSV.',
    'unknown-format':
      'Ni un tableau, ni un fichier d’un logiciel reconnu. Exportez un tableau, en .xlsx ou en CSV.',
  },
  openQuote: (row) =>
    `Le guillemet ouvert à la ligne ${row} ne se ferme jamais. Fermez-le, ou enregistrez de nouveau le fichier depuis son logiciel.`,
  answerAll: 'Il manque encore une réponse.',
  answered: (count) => `${plural(count, 'réponse', 'réponses')}\u00a0: revoir ou changer`,
  leaveOut: 'Laisser de côté',
  choosing: 'Choisir',
  question: {
    zone: 'Fuseau horaire de la régate',
    dates: 'À quel jour de la régate correspond chaque date ou jour\u00a0?',
    times: 'Quand partent les courses sans heure\u00a0?',
    dateOrder: 'Le jour ou le mois est-il écrit d’abord\u00a0?',
    columns: 'Que contient chaque colonne\u00a0?',
    sheet: 'Quelle feuille\u00a0?',
    colonTime: 'Comment lire un temps comme 6:08:30\u00a0?',
    penalty: 'La pénalité est-elle déjà dans les temps\u00a0?',
    exhibition: 'Comment importer les équipages hors course\u00a0?',
    emptyPlace: 'Quel statut pour les bateaux sans temps\u00a0?',
    scratch: 'Quel statut pour les équipages rayés de la liste\u00a0?',
    falseStart: 'Quel statut pour les équipages ayant fait un faux départ\u00a0?',
    advanced: 'Quel statut pour les équipages qualifiés sans temps\u00a0?',
    sameName: 'Équipages du même nom',
    raceNumbers: 'Numéros de course qui ne sont pas des nombres',
    emptyLanes: 'Les couloirs vides restent-ils\u00a0?',
    overwriteResults: 'Remplacer les résultats qui y sont déjà\u00a0?',
    placesConflict: 'Places et temps se contredisent\u00a0: qu’est-ce qui vaut\u00a0?',
    status: 'Que veulent dire ces mots\u00a0?',
    race: 'Quelle course est-ce\u00a0?',
    rounds: 'Quel tour est-ce\u00a0?',
    otherRegatta: 'Ces fichiers n’ont rien de commun avec cette régate. Les importer\u00a0?',
    format: 'Quel logiciel a écrit le fichier\u00a0?',
    encoding: 'Quel est le codage des caractères\u00a0?',
    badTimes: 'Comment importer les temps illisibles ou invraisemblables\u00a0?',
    twelveHour: 'Une heure sans am ni pm est-elle du matin ou de l’après-midi\u00a0?',
    decimalComma: 'La virgule fait-elle partie du temps, comme dans 6:05,3\u00a0?',
    names: 'Des personnes sont-elles nommées après le nom des équipages\u00a0?',
    unknownLanes: 'Comment importer les bateaux absents de la composition\u00a0?',
  },
  explain: {
    zone: () =>
      'La régate n’a pas de fuseau horaire. Les fichiers donnent des heures locales\u00a0: où est-ce, par exemple Europe/Paris\u00a0?',
    dates: (about, days) =>
      `Les fichiers ont des dates hors des jours de la régate (${days})\u00a0: ${about}.`,
    'dates.each': (_, days) =>
      `Les fichiers ont des dates hors des jours de la régate (${days}). La date elle-même la laisse telle quelle.`,
    'dates.named': (_, days) =>
      `Les fichiers ne disent pas la date, et la régate a plusieurs jours (${days}).`,
    times: () =>
      'Dans les fichiers, de nouvelles courses n’ont pas d’heure. Elles partent dans l’ordre des fichiers.',
    'times.founding': () =>
      'La régate n’a pas encore de courses\u00a0: celles des fichiers deviennent les siennes, et elles n’y ont pas d’heure. Elles partent dans l’ordre des fichiers.',
    dateOrder: (about) => `Une date comme ${about} peut se lire de deux façons.`,
    columns: () => 'Les titres seuls ne disent pas ce que contiennent ces colonnes.',
    sheet: () => 'Le classeur a plusieurs feuilles. Une seule est lue.',
    colonTime: () => 'Certains résultats ont deux deux-points.',
    'colonTime.timeOfDay': () =>
      'Certains résultats ont deux deux-points, et sont plus tard que les départs à côté.',
    penalty: () => 'Certains bateaux ont une pénalité et un seul temps.',
    emptyPlace: () =>
      'Dans des courses avec résultats, certains bateaux n’ont pas de temps. Sauf «\u00a0pas (encore) de résultat\u00a0», la réponse vaut pour les bateaux sans place\u00a0: pour un bateau placé, la question est posée à part. Pour classer une course aux places seules, réglez-la d’abord ainsi au bureau de course.',
    scratch: () => 'Certains équipages sont barrés dans le fichier.',
    falseStart: () => 'Les fichiers disent de certains bateaux qu’ils ont fait un faux départ.',
    advanced: () =>
      'Les fichiers disent de certains bateaux qu’ils sont qualifiés sans avoir couru.',
    sameName: (about) =>
      `Plusieurs lignes ont le même nom\u00a0: ${about}. Plusieurs équipages s’appellent A, B, … dans l’ordre du fichier.`,
    raceNumbers: (about) =>
      `Des numéros de course comme ${about} ont des lettres, ou valent pour plusieurs courses.`,
    emptyLanes: () => 'Certains couloirs des fichiers n’ont pas d’équipage.',
    overwriteResults: () =>
      'La régate a d’autres résultats que les fichiers. Avec «\u00a0non\u00a0», ils restent, et ceux des fichiers sont laissés de côté.',
    placesConflict: () =>
      'La réponse vaut pour toutes ces courses. Aux places seules, elles n’ont pas de temps.',
    status: () =>
      'Ces mots se trouvent à la place d’un résultat. Celui qui dit que la course est annulée n’est pas un résultat\u00a0: il va dans les remarques de la course.',
    race: () =>
      'Les fichiers ont des résultats de courses que la régate n’a pas, ou a plusieurs fois.',
    rounds: () =>
      'La régate a ces courses à plusieurs tours, et les fichiers ne disent pas lequel.',
    otherRegatta: () =>
      'Ils sont peut-être d’une autre. Avec «\u00a0non\u00a0», la régate reste telle quelle.',
    format: () =>
      'Le fichier n’a pas de titres de colonnes\u00a0: c’est un résultat de FinishLynx, ou un tableau.',
    encoding: () => 'Certaines lettres du fichier sont illisibles.',
    badTimes: () =>
      'Tapez pour chaque cellule le temps voulu. Un champ vide laisse le bateau sans résultat.',
    twelveHour: (about) =>
      `Des heures comme ${about} suivent des heures plus tardives. Il s’agit de celles d’avant la première course de leur jour.`,
    decimalComma: () =>
      'Certaines lignes ont plus de cellules qu’il n’y a de titres, ou un nombre après un temps. Avec «\u00a0oui\u00a0», deux de ces cellules font un temps.',
    names: () =>
      'Certains noms semblent suivis d’une personne, entre parenthèses ou après un tiret.',
    unknownLanes: () => 'La composition n’a pas de couloir pour eux.',
  },
  timesDay: 'La régate a plusieurs jours\u00a0: dites aussi le jour de la première course.',
  named: (names, more) =>
    names.map((name) => `«\u00a0${name}\u00a0»`).join(', ') +
    (more > 0 ? ` et ${more} de plus` : ''),
  unusable: (answer) => `«\u00a0${answer}\u00a0» n’est pas utilisable.`,
  unsettled: 'La réponse donnée n’est pas utilisable telle quelle.',
  parts: {
    first: 'Première course à',
    everyMinutes: 'Minutes entre les courses',
    'no place': 'Ni place ni temps',
    '': 'Lignes sans jour',
  },
  /** `question.option`, or an option that means the same in all questions. */
  options: {
    dns: 'non partant',
    dnf: 'abandon',
    dsq: 'disqualifié',
    none: 'pas (encore) de résultat',
    scratch: 'forfait',
    exhibition: 'hors course',
    'dates.weekday': 'les reporter aux jours de la régate, selon le jour de la semaine',
    'dates.order': 'les reporter aux jours de la régate, dans leur ordre',
    'dates.as-printed': 'les laisser comme elles sont',
    dmy: 'le jour d’abord\u00a0: 13/06',
    mdy: 'le mois d’abord\u00a0: 06/13',
    hundredths: 'minutes, secondes, centièmes',
    hours: 'heures, minutes, secondes',
    'colonTime.timeOfDay': 'une heure de la journée\u00a0: le départ est déduit',
    'unknownLanes.add': 'un couloir sans équipage pour chacun',
    'unknownLanes.skip': 'laisser leurs résultats de côté',
    'unknownLanes.refuse': 'laisser de côté tous les résultats de leurs courses',
    'names.strip': 'oui, les laisser de côté',
    'names.keep': 'non, les noms restent tels quels',
    'scratch.withdrawn': 'ils sont forfaits',
    'scratch.racing': 'ils courent',
    inside: 'elle est déjà dans les temps',
    apart: 'elle s’ajoute aux temps',
    'sameName.true': 'plusieurs équipages',
    'sameName.false': 'un seul équipage',
    'raceNumbers.true': 'les prochains numéros libres\u00a0; les leurs sont imprimés',
    'raceNumbers.false': 'non, ils seront changés dans le fichier',
    'emptyLanes.keep': 'oui, ils restent',
    'emptyLanes.drop': 'non, les laisser de côté',
    'placesConflict.times': 'les temps',
    'placesConflict.places': 'les places, sans les temps',
    'otherRegatta.import': 'oui, les importer',
    'otherRegatta.stop': 'non, ils sont d’une autre régate',
    afternoon: 'de l’après-midi',
    'as-written': 'comme écrit, du matin',
    finishlynx: 'FinishLynx',
    csv: 'un tableau',
    'columns.number': 'numéro de course',
    'columns.title': 'titre',
    'columns.start': 'heure de départ',
    'columns.date': 'jour',
    'columns.boatClass': 'type de bateau',
    'columns.round': 'tour',
    'columns.distance': 'distance',
    'columns.sequence': 'ordre des courses',
    'columns.lane': 'couloir',
    'columns.bib': 'numéro d’étrave',
    'columns.crew': 'équipage',
    'columns.crewSuffix': 'lettre de l’équipage',
    'columns.crewId': 'identifiant de l’équipage',
    'columns.club': 'club',
    'columns.clubCode': 'sigle du club',
    'columns.time': 'résultat\u00a0: temps',
    'columns.rawTime': 'résultat\u00a0: temps sans pénalité',
    'columns.adjustedTime': 'résultat\u00a0: temps avec pénalité',
    'columns.place': 'place',
    'columns.status': 'statut',
    'columns.penalty': 'pénalité',
    'columns.notes': 'remarques',
    'columns.category': 'catégorie de l’engagement',
    'columns.allowance': 'bonification, retirée du temps',
    'columns.outOfCompetition': 'hors course',
    'columns.age': 'âge, dont seul «\u00a0Exhib\u00a0» est lu',
    'columns.plannedStart': 'départ prévu du bateau',
    'columns.startedAt': 'heure de départ',
    'columns.finishedAt': 'heure d’arrivée',
    'columns.combine': 'course avec laquelle elle part',
    'columns.handicapType': 'type de bonification',
    'columns.handicapMultiplier': 'facteur de la bonification',
    'columns.raceType': 'genre de course',
    'columns.ignore': 'laisser de côté',
  },
  preview: 'Aperçu',
  changedMeanwhile:
    'Quelqu’un a modifié la régate entre-temps. Rien n’a été enregistré\u00a0; voici le nouvel aperçu.',
  firstRace: 'Première course',
  lastRace: 'Dernière course',
  notes: (count) => plural(count, 'remarque', 'remarques'),
  place: (file, row) =>
    [file, row === null ? undefined : `Ligne ${row}`].filter(Boolean).join(', '),
  show: 'Montrer',
  all: 'Tout',
  outcome: 'Effet',
  thing: 'Quoi',
  what: 'Ce qui s’y trouve',
  states: {
    new: 'Nouveau',
    changed: 'Modifié',
    same: 'Identique',
    skipped: 'Laissé de côté',
    wrong: 'Erroné',
  },
  resultOf: (lane) => `${lane}, résultat`,
  value: (property, value) => `${property}\u00a0: ${value}`,
  change: (property, before, after) => `${property}\u00a0: ${before} → ${after}`,
  shownOf: (shown, all) => `Les ${shown} premières de ${all} lignes.`,
  write: 'Importer',
  leave: 'Ne pas importer',
  mendFirst: 'Corrigez d’abord les lignes erronées dans le fichier, puis choisissez-le de nouveau.',
  nothing: 'Tout y est déjà\u00a0: il n’y a rien à importer.',
  written: (fresh, changed) =>
    `Importé\u00a0: ${plural(fresh, 'nouveau', 'nouveaux')}, ${plural(changed, 'modifié', 'modifiés')}.`,
  takenBack: 'Import défait.',
  toHistory: 'Historique',
  toProgramme: 'Vers le programme',
  again: 'Importer autre chose',
} satisfies LaterConsoleTranslation['imports'];
