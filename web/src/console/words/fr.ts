/** The words of the console in French. */
import type { ConsoleWords } from './en.ts';
import { frPages } from './pages/fr.ts';

export const fr: ConsoleWords = {
  console: 'Bureau de régate',
  pages: 'Pages',
  overview: 'Aperçu',
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
  cancel: 'Annuler',
  close: 'Fermer',
  discard: 'Abandonner',
  unsaved: 'Pas encore enregistré.',
  optional: 'facultatif',
  copy: 'Copier',
  copied: 'Copié.',
  notCopied: 'La copie a échoué. Sélectionnez le texte et copiez-le à la main.',
  remove: 'Retirer',
  more: 'Afficher plus',
  retry: 'Réessayer',
  name: 'Nom',
  email: 'Adresse e-mail',
  password: 'Mot de passe',
  newPassword: 'Nouveau mot de passe',
  passwordHint: '10 caractères au moins. Quelques mots à la suite se retiennent bien.',
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
  toOverview: 'Aller à l’aperçu',

  problems: {
    offline:
      'Pas de connexion, on ne sait donc pas ce qu’il en est. Réessayez ; rien de ce que vous avez saisi n’est perdu.',
    cancelled: 'Pas fait. Rien de ce que vous avez saisi n’est perdu.',
    invalid: 'Regardez les champs marqués. Rien n’a été enregistré.',
    forbidden: 'Votre rôle ne le permet plus. Demandez à un administrateur du club.',
    notFound: 'Cela n’existe plus, ou vous ne pouvez pas le voir.',
    signedOut: 'Vous êtes déconnecté.',
    failed: 'Le service a échoué. Rien n’a été enregistré ; réessayez dans un instant.',
    rateLimited: (seconds) =>
      `Trop de tentatives. Réessayez dans ${seconds === 1 ? 'une seconde' : `${seconds} secondes`}.`,
    required: 'À remplir.',
    tooShort: (least) => `Au moins ${least} caractères.`,
    tooLong: (most) => `Au plus ${most} caractères.`,
    commonPassword:
      'Ce mot de passe figure sur les listes que les attaquants essaient. Choisissez-en un autre.',
    ownNameAsPassword: 'Ni votre nom, ni votre adresse, ni le club.',
    wrongPassword: 'Ce n’est pas le mot de passe.',
    badEmail: 'Saisissez une adresse comme nom@example.org.',
    emailTaken: 'Il existe déjà un compte avec cette adresse.',
    badZone: 'Choisissez un fuseau dans la liste.',
    badCountry: 'Deux lettres, comme FR ou CH.',
    badDate: 'Saisissez une date qui existe.',
    endsBeforeStart: 'Le dernier jour précède le premier.',
    wrongSignIn: 'L’adresse ou le mot de passe n’est pas juste.',
    deadLink:
      'Ce lien n’est plus valable : il a été utilisé, ou son temps est écoulé. Demandez-en un nouveau.',
    lastAdmin: 'Un club a besoin d’un administrateur : donnez d’abord ce rôle à quelqu’un d’autre.',
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
      'S’il existe un compte avec cette adresse, un lien est en route. Il vaut une heure.',
    forgotSend: 'Envoyer le lien',
    again: 'Se reconnecter',
    againHint:
      'Votre session est terminée. Rien de ce que vous avez saisi n’est perdu ; la suite reprend après la connexion.',
    otherPerson: (name: string) =>
      `Vous utilisez maintenant le compte de ${name}. Ce qui attendait n’a pas été envoyé.`,
    proof: 'Est-ce bien vous ?',
    proofHint: 'Cette étape est sensible. Confirmez qui vous êtes, et elle se poursuit.',
    proofPasskey: 'Confirmer avec une clé d’accès',
    confirm: 'Confirmer',
    invitedOnly:
      'Les comptes se créent sur invitation : demandez un lien à un administrateur de votre club.',
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
    join: (club, role) => `Vous êtes invité à rejoindre ${club}. Rôle : ${role}.`,
    joinAs: (name) => `Vous êtes connecté en tant que ${name}.`,
    joinNow: 'Rejoindre le club',
    create: 'Créer un compte et rejoindre',
    haveAccount: 'J’ai déjà un compte',
    signInLink: (email) => `Ce lien vous connecte en tant que ${email}.`,
    signInLinkPlain: 'Ce lien vous connecte.',
    until: (when) => `Il vaut jusqu’au ${when}.`,
    noToken: 'Ouvrez le lien entier que vous avez reçu, avec tout ce qui suit le #.',
    account: 'Un compte est créé pour vous.',
    joined: (club) => `Vous êtes maintenant membre de ${club}.`,
  },

  ...frPages,
};
