/** Hands mails in at the server that the settings name: few at a time, each within a time limit. */
import { createTransport, type Transporter } from 'nodemailer';
import pLimit from 'p-limit';
import type { Logger } from 'pino';
import type { MailSettings } from '../settings.ts';
import { type LinkMail, linkMail } from './message.ts';

/** Mail servers take few connections from one client. */
const MAX_AT_ONCE = 2;
/** As many as a club invites in one go; further ones are not mailed. */
const MAX_WAITING = 100;
/** For one mail, from the connection to the last answer: the person who invites waits for it. */
const MAIL_MILLIS = 10_000;

export class Mailer {
  private readonly from: string;
  private readonly transport: Transporter;
  private readonly log: Logger;
  private readonly limit = pLimit(MAX_AT_ONCE);
  private readonly timeoutMillis: number;
  private readonly stopped = new AbortController();
  private readonly underWay = new Set<Promise<boolean>>();

  constructor({ smtpUrl, from }: MailSettings, log: Logger, timeoutMillis = MAIL_MILLIS) {
    this.from = from;
    this.log = log;
    this.timeoutMillis = timeoutMillis;
    this.transport = createTransport(smtpUrl);
  }

  /**
   * Sends a mail.
   *
   * @returns whether the server has taken it; why not stands in the log, without the link
   */
  send(mail: LinkMail): Promise<boolean> {
    if (this.limit.pendingCount >= MAX_WAITING || this.stopped.signal.aborted) {
      this.log.warn({ kind: mail.kind }, 'too many mails wait: one was not sent');
      return Promise.resolve(false);
    }
    const sent = this.limit(() => this.handIn(mail)).finally(() => this.underWay.delete(sent));
    this.underWay.add(sent);
    return sent;
  }

  private async handIn(mail: LinkMail): Promise<boolean> {
    const { signal } = this.stopped;
    const content = {
      from: this.from,
      // As an object, so that no character of it is read as syntax.
      to: { name: '', address: mail.to },
      ...linkMail(mail),
      // Answers of machines to a machine would be mails that nobody reads (RFC 3834).
      headers: { 'Auto-Submitted': 'auto-generated' },
      disableFileAccess: true,
      disableUrlAccess: true,
      signal: AbortSignal.any([signal, AbortSignal.timeout(this.timeoutMillis)]),
    };
    try {
      await this.transport.sendMail(content);
      return true;
    } catch (error) {
      this.log.warn({ kind: mail.kind, reason: reasonOf(error) }, 'a mail could not be sent');
      return false;
    }
  }

  /** Takes no more mails, and gives up those that still wait. */
  async close(): Promise<void> {
    this.limit.clearQueue();
    this.stopped.abort();
    await Promise.allSettled(this.underWay);
    this.transport.close();
  }
}

/** What the mail server or the network has said, in few words: an answer may repeat what was sent. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
  return [error.name, code, responseCode].filter((part) => part !== undefined).join(' ');
}
