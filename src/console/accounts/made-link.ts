/** A link that was made reaches its reader: by mail, or by the person who made it. */
import type { MadeLink } from '../../contract/console/sign-in.ts';
import { formatInstant } from '../../contract/instant.ts';
import { linkAddress } from '../../domain/accounts/link-rules.ts';
import { acceptedItems } from '../../http/answers/negotiation.ts';
import type { Exchange } from '../../http/exchange.ts';
import type { LinkMail } from '../../mail/message.ts';
import type { NewLink } from '../../operations/accounts/links.ts';
import type { Console } from '../console.ts';

type Contents = Omit<LinkMail, 'to' | 'link'>;

/** Mails a link, if it is to be mailed. @returns what the person who made it is told */
export async function deliverLink(
  console: Console,
  { token, expiresAt, mailTo }: NewLink,
  contents: Contents,
): Promise<MadeLink> {
  const link = linkAddress(console.settings.publicUrl, contents.kind, token);
  const isMailed =
    mailTo !== null && ((await console.mailer?.send({ ...contents, to: mailTo, link })) ?? false);
  // Without a mail the person who made it shows it to its reader; else it is the reader's alone.
  return { link: isMailed ? null : link, expiresAt: formatInstant(expiresAt), isMailed };
}

/** The languages of a reader: the one that their account names, then those of the browser that asks. */
export function languagesOf({ request }: Exchange, ofAccount: string | null | undefined): string[] {
  const asked = acceptedItems(request.headers['accept-language'] ?? '')
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality)
    .map(({ name }) => name);
  return ofAccount ? [ofAccount, ...asked] : asked;
}
