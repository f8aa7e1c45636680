/** The words of the console in French. */
import type { ConsoleWords } from './en.ts';
import { frPages } from './pages/fr.ts';

export const fr: ConsoleWords = {
  console: 'Bureau de course',
  pages: 'Pages',
  overview: 'Vue d’ensemble',
  account: 'Compte',
  people: 'Personnes',
  signIn: 'Se connecter',
  signOut: 'Se déconnecter',
  skipLink: 'Aller au contenu',
  loading: 'Chargement…',
  notLoaded: 'La page n’a pas pu être chargée. Votre saisie est conservée.',
  offline: 'Pas de connexion. Ce que vous saisissez reste sur cet appareil.',
  working: 'Un instant…',
  save: 'Enregistrer',
  saved: 'Enregistré.',
  cancel: 'Renoncer',
  close: 'Fermer',
  discard: 'Effacer la saisie',
  unsaved: 'Pas encore enregistré.',
  optional: 'facultatif',
  copy: 'Copier',
  copied: 'Copié.',
  notCopied: 'La copie a échoué. Sélectionnez le texte et copiez-le à la main.',
  reach: {
    onlyHere: 'Cette adresse ne mène ici que depuis cet ordinateur, jamais depuis un téléphone.',
    listen:
      'Démarrez le service de sorte que d’autres appareils l’atteignent aussi\u00a0: avec le réglage',
    orBy: 'ou avec',
    reachedAt: 'Sur le même réseau, l’adresse est alors\u00a0:',
    setAddress:
      'Mettez dans PUBLIC_URL l’adresse de cet ordinateur sur le réseau, puis redémarrez le service\u00a0:',
    noNetwork:
      'Cet ordinateur n’est connecté à aucun réseau. Connectez-le d’abord, puis redémarrez le service.',
  },
  remove: 'Retirer',
  more: 'Afficher plus',
  retry: 'Réessayer',
  name: 'Nom',
  email: 'Adresse e-mail',
  password: 'Mot de passe',
  newPassword: 'Nouveau mot de passe',
  passwordHint: '10 caractères au moins. Quelques mots à la suite sont faciles à retenir.',
  showPassword: 'Afficher le mot de passe',
  club: 'Club',
  role: 'Rôle',
  roles: {
    member: 'Membre',
    schedule_manager: 'Responsable du programme',
    admin: 'Administrateur',
  },
  roleHints: {
    member: 'Voit le club.',
    schedule_manager: 'Gère les régates et crée des clés d’API.',
    admin: 'Invite aussi des personnes et change les rôles.',
  },
  noRole: 'Aucun rôle',
  operator: 'Exploitant',
  missing: 'Il n’y a rien ici',
  missingMore: 'Cela a peut-être été retiré, ou vous ne pouvez plus le voir.',
  toOverview: 'Aller à la vue d’ensemble',

  problems: {
    offline:
      'Pas de connexion\u00a0: impossible de savoir si c’est fait. Réessayez\u00a0; votre saisie est conservée.',
    cancelled: 'Rien n’a été fait. Votre saisie est conservée.',
    invalid: 'Vérifiez les champs signalés. Rien n’a été enregistré.',
    forbidden: 'Votre rôle ne le permet plus. Demandez à un administrateur du club.',
    notFound: 'Cela n’existe plus, ou vous ne pouvez pas le voir.',
    signedOut: 'Vous êtes déconnecté.',
    failed:
      'Le service a rencontré une erreur. Rien n’a été enregistré\u00a0; réessayez dans un instant.',
    rateLimited: (seconds) =>
      `Trop de tentatives. Réessayez dans ${seconds === 1 ? 'une seconde' : `${seconds} secondes`}.`,
    tooManySources: (would, most, now) =>
      `Toutes les règles de la régate peuvent citer ensemble ${most.toLocaleString('fr')} courses. Il y en aurait ${would.toLocaleString('fr')}\u00a0; il y en a ${now.toLocaleString('fr')} maintenant. Rien n’a été enregistré.`,
    required: 'À remplir.',
    tooShort: (least) => `Au moins ${least} caractères.`,
    tooLong: (most) => `Au plus ${most} caractères.`,
    commonPassword:
      'Ce mot de passe figure sur les listes que les attaquants essaient. Choisissez-en un autre.',
    ownNameAsPassword: 'Ni votre nom, ni votre adresse, ni le club.',
    wrongPassword: 'Mot de passe incorrect.',
    badEmail: 'Saisissez une adresse comme nom@example.org.',
    emailTaken: 'Il existe déjà un compte avec cette adresse.',
    badZone: 'Choisissez un fuseau dans la liste.',
    badCountry: 'Deux lettres, comme FR ou CH.',
    badDate: 'Saisissez une date qui existe.',
    endsBeforeStart: 'Le dernier jour précède le premier.',
    wrongSignIn: 'L’adresse ou le mot de passe est incorrect.',
    deadLink:
      'Ce lien n’est plus valable\u00a0: il a été utilisé, ou il a expiré. Demandez-en un nouveau.',
    lastAdmin:
      'Un club a besoin d’un administrateur\u00a0: donnez d’abord ce rôle à quelqu’un d’autre.',
    tooManyKeys:
      'Vous avez autant de clés valables qu’une personne peut en avoir. Révoquez-en une que personne n’utilise.',
  },

  signInPage: {
    title: 'Se connecter',
    passkey: 'Utiliser une clé d’accès',
    or: 'ou',
    passkeyFailed:
      'La clé d’accès n’a pas été utilisée. Réessayez, ou connectez-vous avec votre mot de passe.',
    forgot: 'Mot de passe oublié',
    forgotTitle: 'Un lien de connexion par e-mail',
    forgotHint:
      'S’il existe un compte avec cette adresse, un lien est en route. Il est valable une heure.',
    forgotSend: 'Envoyer le lien',
    again: 'Se reconnecter',
    againHint:
      'Votre session est terminée. Votre saisie est conservée\u00a0; tout reprend après la connexion.',
    otherPerson: (name: string) =>
      `Vous utilisez maintenant le compte de ${name}. Ce qui attendait n’a pas été envoyé.`,
    proof: 'Est-ce bien vous\u00a0?',
    proofHint: 'Cette étape est sensible. Confirmez qui vous êtes pour continuer.',
    proofPasskey: 'Confirmer avec une clé d’accès',
    confirm: 'Confirmer',
    invitedOnly:
      'Les comptes se créent sur invitation\u00a0: demandez un lien à un administrateur de votre club.',
    noPasswordHint:
      'Vous n’avez pas de mot de passe. Demandez un lien de connexion, ou utilisez une clé d’accès.',
  },
  setUp: {
    title: 'Installer Running Order',
    intro:
      'Vous devenez l’exploitant de cette installation et l’administrateur de son premier club.',
    clubName: 'Votre premier club',
    submit: 'Installer',
    noToken: 'Ouvrez le lien que le service a affiché au démarrage.',
  },
  invitation: {
    title: 'Bienvenue',
    join: (club, role) => `Vous êtes invité à rejoindre ${club}. Rôle\u00a0: ${role}.`,
    joinAs: (name) => `Vous êtes connecté en tant que ${name}.`,
    joinNow: 'Rejoindre le club',
    create: 'Créer un compte et rejoindre',
    haveAccount: 'J’ai déjà un compte',
    signInLink: (email) => `Ce lien vous connecte en tant que ${email}.`,
    signInLinkPlain: 'Ce lien vous connecte.',
    until: (when) => `Le lien est valable jusqu’au ${when}.`,
    noToken: 'Ouvrez le lien entier que vous avez reçu, avec tout ce qui suit le #.',
    account: 'Un compte est créé pour vous.',
    joined: (club) => `Vous êtes maintenant membre de ${club}.`,
  },

  ...frPages,
};
