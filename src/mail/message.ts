/** Mails that carry a link: plain text, in the reader's language. */
import { wordsIn } from './words.ts';

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
  const words = wordsIn(languages);
  const called = oneLine(name);
  const { subject, before, after } =
    kind === 'invitation' ? words.invitation(called) : words.signIn(called);
  return { subject, text: `${[...before, '', link, '', ...after].join('\n')}\n` };
}

/** A name may hold any characters, and must not look like further lines of the mail. */
function oneLine(name: string): string {
  return name.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
}
