/**
 * Mails that carry a link, plain text in the reader's language; and hands mails in at the server that the settings name: few at
 * a time, each within a time limit.
 */
import type { Transporter } from 'nodemailer';
import pLimit from 'p-limit';
import type { Logger } from 'pino';
import { plainLine } from '../domain/text/plain-line.ts';
import type { MailSettings } from '../settings.ts';
import { mailWords } from '../words/words.ts';

/** Mail servers take few connections from one client. */
const MAX_AT_ONCE = 2;
/** As many as a club invites in one go; further ones are not mailed. */
const MAX_WAITING = 100;
/** For one mail, from the request to the server's last answer: the person who invites waits for it. */
const MAIL_MILLIS = 10_000;

export class Mailer {
  private readonly from: MailSettings['from'];
  private readonly transport: Promise<Transporter>;
  private readonly log: Logger;
  private readonly limit = pLimit(MAX_AT_ONCE);
  private readonly timeoutMillis: number;
  private readonly underWay = new Set<Promise<boolean>>();
  /** Gives up the mails that are being handed in. */
  private readonly stopping = new AbortController();

  constructor({ smtpUrl, from }: MailSettings, log: Logger, timeoutMillis = MAIL_MILLIS) {
    this.from = from;
    this.log = log;
    this.timeoutMillis = timeoutMillis;
    // Loaded where mail is sent only: it takes longer than all else that is loaded at the start.
    this.transport = import('nodemailer').then(({ createTransport }) => createTransport(smtpUrl));
    // Whoever sends the first mail is told.
    this.transport.catch(() => {});
  }

  /**
   * Sends a mail.
   *
   * @returns whether the server has taken it; why not stands in the log, without the link
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

  /** @param endsAt when it is given up, in milliseconds of a monotonic clock */
  private async handIn(mail: LinkMail, endsAt: number): Promise<boolean> {
    const leftMillis = endsAt - performance.now();
    const { signal } = this.stopping;
    if (signal.aborted || leftMillis <= 0) return false;
    const timeout = AbortSignal.timeout(Math.ceil(leftMillis));
    try {
      const transport = await this.transport;
      await transport.sendMail({
        // As objects, so that no character of them is read as syntax.
        from: this.from,
        to: { name: '', address: mail.to },
        ...linkMail(mail),
        // Machines are not to answer it (RFC 3834).
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

  /** Takes no more mails, and gives up those that still wait. */
  async close(): Promise<void> {
    this.stopping.abort();
    await Promise.allSettled(this.underWay);
    await this.transport.then(
      (transport) => transport.close(),
      () => {},
    );
  }
}

/** What the mail server or the network has said, in few words: an answer may repeat what was sent. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
  return [error.name, code, responseCode].filter((part) => part !== undefined).join(' ');
}

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
 * Whether programs that show mails may make a link of a part of a text. Whoever names a club would else have this service
 * send their own address to anybody.
 */
function holdsAddress(text: string): boolean {
  return /:\/\/|@|www\.|[\p{L}\d]\.\p{L}{2,}/iu.test(text.normalize('NFKC'));
}
