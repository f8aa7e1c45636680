/** Mails that carry a link: plain text, in the reader's language. */
import { plainLine } from '../domain/text/plain-line.ts';
import { mailWords } from '../words/words.ts';

export interface LinkMail {
  /** One address, as `emailAddress` normalises it. */
  to: string;
  kind: 'invitation' | 'sign-in';
  /** Of the club that invites, or the person who signs in. */
  name: string;
  link: string;
  /** BCP 47 tags, what the reader likes best first. */
  languages: readonly string[];
}

interface MailText {
  subject: string;
  text: string;
}

/** Writes a mail. */
export function linkMail({ kind, name, link, languages }: LinkMail): MailText {
  const words = mailWords(languages);
  const called = plainLine(name);
  const { subject, before, after } =
    kind === 'invitation'
      ? words.invitation(holdsAddress(called) ? null : called)
      : words.signIn(called);
  return { subject, text: `${[...before, '', link, '', ...after].join('\n')}\n` };
}

/**
 * Whether programs that show mails may make a link of a part of a text. Whoever names a club would else have this service
 * send their own address to anybody.
 */
function holdsAddress(text: string): boolean {
  return /:\/\/|@|www\.|[\p{L}\d]\.\p{L}{2,}/iu.test(text.normalize('NFKC'));
}
