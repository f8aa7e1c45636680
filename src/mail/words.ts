/** What mails say. A further language is an entry here. */

interface LinkWords {
  subject: string;
  /** Before the link, a line each. */
  before: string[];
  /** After it. */
  after: string[];
}

interface Words {
  /** @param clubName `null` where it is not to be named */
  invitation(clubName: string | null): LinkWords;
  signIn(name: string): LinkWords;
}

const en: Words = {
  invitation: (clubName) => ({
    subject: `Invitation to ${clubName ?? 'a club'}`,
    before: [
      `You are invited to help run the regattas of ${clubName ?? 'a club'} in Running Order.`,
      'Open:',
    ],
    after: ['The link works once, for 7 days.', 'If you do not know why you got this, ignore it.'],
  }),
  signIn: (name) => ({
    subject: 'Your sign-in link',
    before: [`Hello ${name},`, 'this link signs you in to Running Order:'],
    after: [
      'It works once, for one hour. Give it to nobody: whoever opens it is signed in as you.',
      'If you did not ask for it, ignore it.',
    ],
  }),
};

const de: Words = {
  invitation: (clubName) => ({
    subject: clubName === null ? 'Einladung in einen Verein' : `Einladung: ${clubName}`,
    before: [
      `Sie sind eingeladen, in Running Order die Regatten von ${clubName ?? 'einem Verein'} mit zu betreuen.`,
      'Bitte öffnen:',
    ],
    after: [
      'Der Link gilt einmal und 7 Tage lang.',
      'Wenn Sie nicht wissen, worum es geht, ist nichts zu tun.',
    ],
  }),
  signIn: (name) => ({
    subject: 'Ihr Anmelde-Link',
    before: [`Hallo ${name},`, 'mit diesem Link melden Sie sich bei Running Order an:'],
    after: [
      'Er gilt einmal und eine Stunde lang. Geben Sie ihn nicht weiter: Wer ihn öffnet, ist als Sie angemeldet.',
      'Wenn Sie ihn nicht angefordert haben, ist nichts zu tun.',
    ],
  }),
};

const fr: Words = {
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
};

const LANGUAGES: Readonly<Record<string, Words>> = { en, de, fr };

/**
 * The words of the first language that mails are written in.
 *
 * @param tags BCP 47, the best first
 */
export function wordsIn(tags: readonly string[]): Words {
  const names = tags.map((tag) => tag.split('-', 1)[0]?.toLowerCase() ?? '');
  const name = names.find((one) => Object.hasOwn(LANGUAGES, one));
  return (name !== undefined && LANGUAGES[name]) || en;
}
