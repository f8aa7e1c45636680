/**
 * Writes mails with a link (invitations, sign-in links) as plain text in the reader's language, and hands them to the mail
 * server of the settings: few at a time, each within a time limit.
 */
import type { Transporter } from 'nodemailer';
import pLimit from 'p-limit';
import type { Logger } from 'pino';
import { plainLine } from '../domain/text/plain-line.ts';
import type { MailSettings } from '../settings.ts';
import { mailWords } from '../words/words.ts';

/** How many mails are sent at once: mail servers accept few connections from one client. */
const MAX_AT_ONCE = 2;
/** How many mails may wait: as many as a club invites in one go. Further mails are not sent. */
const MAX_WAITING = 100;
/** The time limit of one mail, from the call to the server's last answer: the person who invites waits for it. */
const MAIL_MILLIS = 10_000;

export class Mailer {
  private readonly from: MailSettings['from'];
  private readonly transport: Promise<Transporter>;
  private readonly log: Logger;
  private readonly limit = pLimit(MAX_AT_ONCE);
  private readonly timeoutMillis: number;
  private readonly underWay = new Set<Promise<boolean>>();
  /** Aborted by `close`, which gives up the mails that are being sent. */
  private readonly stopping = new AbortController();

  constructor({ smtpUrl, from }: MailSettings, log: Logger, timeoutMillis = MAIL_MILLIS) {
    this.from = from;
    this.log = log;
    this.timeoutMillis = timeoutMillis;
    // Loaded only if mail is configured, because it takes longer to load than everything else at the start.
    this.transport = import('nodemailer').then(({ createTransport }) => createTransport(smtpUrl));
    // A failure to load is logged when a mail is sent; without this handler it would end the process.
    this.transport.catch(() => {});
  }

  /**
   * Sends a mail.
   *
   * @returns whether the server has accepted it; the reason for a failure is in the log, without the link. Never rejects
   */
  send(mail: LinkMail): Promise<boolean> {
    if (this.limit.pendingCount >= MAX_WAITING || this.stopping.signal.aborted) {
      this.log.warn({ kind: mail.kind }, 'too many mails wait: one was not sent');
      return Promise.resolve(false);
    }
    const endsAt = performance.now() + this.timeoutMillis;
    const sent = this.limit(() => this.handIn(mail, endsAt)).finally(() =>
      this.underWay.delete(sent),
    );
    this.underWay.add(sent);
    return sent;
  }

  /** @param endsAt when the mail is given up, in monotonic milliseconds */
  private async handIn(mail: LinkMail, endsAt: number): Promise<boolean> {
    const leftMillis = endsAt - performance.now();
    const { signal } = this.stopping;
    if (signal.aborted || leftMillis <= 0) return false;
    const timeout = AbortSignal.timeout(Math.ceil(leftMillis));
    try {
      const transport = await this.transport;
      await transport.sendMail({
        // Given as objects, so that no character of a name or an address is read as syntax.
        from: this.from,
        to: { name: '', address: mail.to },
        ...linkMail(mail),
        // Asks automatic responders not to answer (RFC 3834).
        headers: { 'Auto-Submitted': 'auto-generated' },
        disableFileAccess: true,
        disableUrlAccess: true,
        signal: AbortSignal.any([signal, timeout]),
      });
      return true;
    } catch (error) {
      this.log.warn({ kind: mail.kind, reason: reasonOf(error) }, 'a mail could not be sent');
      return false;
    }
  }

  /** Accepts no more mails, and gives up those that wait or are being sent. */
  async close(): Promise<void> {
    this.stopping.abort();
    await Promise.allSettled(this.underWay);
    await this.transport.then(
      (transport) => transport.close(),
      () => {},
    );
  }
}

/** The error's name and codes, without its message: an answer of the server may repeat the mail with its link. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
  return [error.name, code, responseCode].filter((part) => part !== undefined).join(' ');
}

export interface LinkMail {
  /** One address, as `emailAddress` normalises it. */
  to: string;
  kind: 'invitation' | 'sign-in';
  /** The name of the club that invites, or of the person who signs in. */
  name: string;
  link: string;
  /** BCP 47 tags in the reader's order of preference, the best first. */
  languages: readonly string[];
}

/** Writes a mail. */
function linkMail({ kind, name, link, languages }: LinkMail): { subject: string; text: string } {
  const words = mailWords(languages);
  const called = plainLine(name);
  const { subject, before, after } =
    kind === 'invitation'
      ? words.invitation(holdsAddress(called) ? null : called)
      : words.signIn(called);
  return { subject, text: `${[...before, '', link, '', ...after].join('\n')}\n` };
}

/**
 * Whether mail programs may turn a part of a text into a link. Such a club name is left out of mails: otherwise, anybody
 * who names a club could make this service send a link of their own to any address.
 */
function holdsAddress(text: string): boolean {
  return /:\/\/|@|www\.|[\p{L}\d]\.\p{L}{2,}/iu.test(text.normalize('NFKC'));
}
