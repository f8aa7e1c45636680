/** The words of the console in German. */
import type { ConsoleWords } from './en.ts';
import { dePages } from './pages/de.ts';

export const de: ConsoleWords = {
  console: 'Regattabüro',
  pages: 'Seiten',
  overview: 'Übersicht',
  account: 'Konto',
  people: 'Personen',
  signIn: 'Anmelden',
  signOut: 'Abmelden',
  skipLink: 'Zum Inhalt',
  loading: 'Wird geladen…',
  notLoaded: 'Die Seite konnte nicht geladen werden. Ihre Eingaben bleiben erhalten.',
  offline: 'Keine Verbindung. Was Sie eingeben, bleibt auf diesem Gerät erhalten.',
  working: 'Einen Moment…',
  save: 'Speichern',
  saved: 'Gespeichert.',
  cancel: 'Abbrechen',
  close: 'Schließen',
  discard: 'Verwerfen',
  unsaved: 'Noch nicht gespeichert.',
  optional: 'optional',
  copy: 'Kopieren',
  copied: 'Kopiert.',
  notCopied:
    'Das Kopieren ist nicht gelungen. Markieren Sie den Text und kopieren Sie ihn von Hand.',
  reach: {
    onlyHere: 'Diese Adresse erreicht nur dieser Rechner, kein Telefon.',
    listen: 'Starten Sie den Dienst so, dass auch andere ihn erreichen: mit der Einstellung',
    orBy: 'oder mit',
    reachedAt: 'Im selben Netz gilt dann:',
    setAddress:
      'Setzen Sie PUBLIC_URL auf die Adresse dieses Rechners im Netz und starten Sie den Dienst neu:',
    noNetwork:
      'Dieser Rechner ist in keinem Netz. Verbinden Sie ihn zuerst und starten Sie dann den Dienst neu.',
  },
  remove: 'Entfernen',
  more: 'Mehr anzeigen',
  retry: 'Erneut versuchen',
  name: 'Name',
  email: 'E-Mail-Adresse',
  password: 'Passwort',
  newPassword: 'Neues Passwort',
  passwordHint:
    'Mindestens 10 Zeichen. Ein paar Wörter hintereinander kann man sich leicht merken.',
  showPassword: 'Passwort zeigen',
  club: 'Verein',
  role: 'Rolle',
  roles: {
    member: 'Mitglied',
    schedule_manager: 'Regattaleitung',
    admin: 'Verwaltung',
  },
  roleHints: {
    member: 'Sieht den Verein.',
    schedule_manager: 'Führt Regatten und erzeugt API-Schlüssel.',
    admin: 'Lädt außerdem Personen ein und vergibt Rollen.',
  },
  noRole: 'Keine Rolle',
  operator: 'Betreiber',
  missing: 'Hier ist nichts',
  missingMore: 'Es wurde entfernt, oder Sie dürfen es nicht mehr sehen.',
  toOverview: 'Zur Übersicht',

  problems: {
    offline:
      'Keine Verbindung: Ob es gespeichert ist, ist nicht bekannt. Versuchen Sie es erneut; Ihre Eingaben bleiben erhalten.',
    cancelled: 'Nicht ausgeführt. Ihre Eingaben bleiben erhalten.',
    invalid: 'Sehen Sie sich die markierten Felder an. Es wurde nichts gespeichert.',
    forbidden: 'Ihre Rolle erlaubt das nicht mehr. Fragen Sie die Verwaltung des Vereins.',
    notFound: 'Es ist nicht mehr da, oder Sie dürfen es nicht sehen.',
    signedOut: 'Sie sind abgemeldet.',
    failed:
      'Im Dienst ist ein Fehler aufgetreten. Es wurde nichts gespeichert; versuchen Sie es gleich noch einmal.',
    rateLimited: (seconds) =>
      `Zu viele Versuche. Versuchen Sie es in ${seconds === 1 ? 'einer Sekunde' : `${seconds} Sekunden`} erneut.`,
    tooManySources: (would, most, now) =>
      `Alle Regeln der Regatta zusammen dürfen ${most.toLocaleString('de')} Rennen nennen. Es wären ${would.toLocaleString('de')}, jetzt sind es ${now.toLocaleString('de')}. Es wurde nichts gespeichert.`,
    required: 'Bitte ausfüllen.',
    tooShort: (least) => `Mindestens ${least} Zeichen.`,
    tooLong: (most) => `Höchstens ${most} Zeichen.`,
    commonPassword: 'Dieses Passwort steht auf den Listen von Angreifern. Wählen Sie ein anderes.',
    ownNameAsPassword: 'Nicht Ihr Name, Ihre Adresse oder der Verein.',
    wrongPassword: 'Das ist nicht das Passwort.',
    badEmail: 'Geben Sie eine Adresse wie name@example.org ein.',
    emailTaken: 'Mit dieser Adresse gibt es schon ein Konto.',
    badZone: 'Wählen Sie eine Zeitzone aus der Liste.',
    badCountry: 'Zwei Buchstaben, etwa DE oder CH.',
    badDate: 'Geben Sie ein Datum ein, das es gibt.',
    endsBeforeStart: 'Der letzte Tag liegt vor dem ersten.',
    wrongSignIn: 'Adresse oder Passwort stimmt nicht.',
    deadLink:
      'Dieser Link gilt nicht mehr: Er wurde benutzt, oder seine Zeit ist abgelaufen. Bitten Sie um einen neuen.',
    lastAdmin: 'Ein Verein braucht eine Verwaltung: Geben Sie erst jemand anderem diese Rolle.',
    tooManyKeys:
      'Sie haben so viele gültige Schlüssel, wie eine Person haben darf. Widerrufen Sie einen, den niemand benutzt.',
  },

  signInPage: {
    title: 'Anmelden',
    passkey: 'Mit Passkey anmelden',
    or: 'oder',
    passkeyFailed:
      'Der Passkey wurde nicht benutzt. Versuchen Sie es erneut oder nehmen Sie das Passwort.',
    forgot: 'Passwort vergessen',
    forgotTitle: 'Ein Anmelde-Link per E-Mail',
    forgotHint:
      'Wenn es ein Konto mit dieser Adresse gibt, ist ein Link unterwegs. Der Link gilt eine Stunde.',
    forgotSend: 'Link senden',
    again: 'Erneut anmelden',
    againHint:
      'Ihre Sitzung ist zu Ende. Ihre Eingaben bleiben erhalten; nach der Anmeldung geht es weiter.',
    otherPerson: (name: string) =>
      `Sie sind jetzt als ${name} angemeldet. Was noch wartete, wurde nicht gesendet.`,
    proof: 'Sind Sie es?',
    proofHint:
      'Dieser Schritt ist sicherheitsrelevant. Bestätigen Sie, wer Sie sind, dann geht es weiter.',
    proofPasskey: 'Mit Passkey bestätigen',
    confirm: 'Bestätigen',
    invitedOnly:
      'Konten gibt es auf Einladung: Bitten Sie die Verwaltung Ihres Vereins um einen Link.',
    noPasswordHint:
      'Sie haben kein Passwort. Bitten Sie um einen Anmelde-Link, oder nehmen Sie einen Passkey.',
  },
  setUp: {
    title: 'Running Order einrichten',
    intro: 'Sie betreiben dann diese Installation und verwalten ihren ersten Verein.',
    clubName: 'Ihr erster Verein',
    submit: 'Einrichten',
    noToken: 'Öffnen Sie den Link, den der Dienst beim Start ausgegeben hat.',
  },
  invitation: {
    title: 'Willkommen',
    join: (club, role) => `Sie sind zu ${club} eingeladen, als ${role}.`,
    joinAs: (name) => `Sie sind angemeldet als ${name}.`,
    joinNow: 'Dem Verein beitreten',
    create: 'Konto anlegen und beitreten',
    haveAccount: 'Ich habe schon ein Konto',
    signInLink: (email) => `Dieser Link meldet Sie als ${email} an.`,
    signInLinkPlain: 'Dieser Link meldet Sie an.',
    until: (when) => `Der Link gilt bis ${when}.`,
    noToken: 'Öffnen Sie den ganzen Link, den Sie bekommen haben, mit allem nach dem #.',
    account: 'Damit wird ein Konto für Sie angelegt.',
    joined: (club) => `Sie sind jetzt bei ${club}.`,
  },

  ...dePages,
};
