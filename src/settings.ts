/** The settings of the service. Only this file reads the environment, once. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { extname } from 'node:path';
import { emailAddress } from './domain/accounts/email-address.ts';
import { USUAL_BACKUPS_KEPT } from './domain/backup-rules.ts';
import type { Retention } from './domain/retention-rules.ts';
import { withoutPassword } from './domain/text/plain-line.ts';
import { networkHosts, ownHost } from './hosts.ts';

export interface Settings {
  /** `sqlite:PATH` or `postgres://…`. */
  databaseUrl: string;
  /** The same for the database of the `sandbox` command. */
  sandboxDatabaseUrl: string;
  host: string;
  port: number;
  /** The URL at which users reach the service, without a slash at the end. */
  publicUrl: string;
  /** Whether `publicUrl` was set; otherwise it was made from host and port. */
  hasPublicUrl: boolean;
  logLevel: string;
  readsPerMinute: number;
  writesPerMinute: number;
  /** How long news settle before followers are notified. */
  notifySettleSeconds: number;
  /** How many proxies are in front of the service and add the client's address to `X-Forwarded-For`. */
  trustedProxies: number;
  /** Origins of further push services, such as `https://push.example`. */
  pushOrigins: string[];
  /** Origins to which webhooks may be sent in addition to public ones with `https:`. */
  webhookOrigins: string[];
  /** The path of a picture that big screens show as the logo of events without one of their own. */
  logoFile: string | undefined;
  /** Where automatic back-ups are written, and how many of each kind are kept; `undefined`: none are made. */
  backups: { folder: string; keep: number } | undefined;
  /** How long archived events and their histories are kept. */
  retention: Retention;
  /** The mail server and the sender of mails; `undefined`: no mail is sent. */
  mail: MailSettings | undefined;
  /** The API key of the bridge, which has no database. */
  bridgeKey: string | undefined;
  /** Whether npm started the program, according to a variable that npm sets for the programs that it starts. */
  isRunByNpm: boolean;
  /** Whether the public list shows trials, too; set by the sandbox, not by the environment. */
  listsTrials?: boolean;
  /** Name servers in place of the system's; set by tests, not by the environment. */
  nameServers?: readonly string[];
}

export interface MailSettings {
  /** `smtp://USER:PASSWORD@HOST:PORT`, or `smtps://…`. */
  smtpUrl: string;
  /** The sender. The name is empty if only an address was given. */
  from: { name: string; address: string };
}

/** A setting that cannot be used; the message names it and says what to do. */
export class SettingRefused extends Error {}

/** Followers must be notified of a change within a minute. */
const MAX_SETTLE_SECONDS = 45;

/** More proxies in a row are a mistake. With each one that does not exist, clients can forge their address. */
const MAX_PROXIES = 10;

/** A hundred years, in days. */
const MAX_KEPT_DAYS = 36_500;

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'];

/**
 * @param environment usually `process.env`
 * @param overrides options of the command line
 * @param output where the log goes: on a terminal only warnings and errors by default, as messages for people are there
 * @throws SettingRefused naming the first setting that cannot be used
 */
export function readSettings(
  environment: Record<string, string | undefined>,
  overrides: { host?: string | undefined; port?: string | undefined } = {},
  { isTerminal = false } = {},
): Settings {
  /** An empty variable counts as one that is not set. */
  const given = (name: string) => environment[name] || undefined;
  const number = (name: string, usual: string, minimum: number, maximum: number) =>
    wholeNumber(name, given(name) ?? usual, minimum, maximum);
  const perMinute = (name: string, usual: string) => number(name, usual, 1, 1_000_000_000);
  const host = overrides.host ?? given('HOST') ?? '127.0.0.1';
  const port = wholeNumber('PORT', overrides.port ?? given('PORT') ?? '8080', 0, 65_535);
  const logLevel = given('LOG_LEVEL') ?? (isTerminal ? 'warn' : 'info');
  if (!LOG_LEVELS.includes(logLevel)) {
    throw new SettingRefused(
      `LOG_LEVEL must be one of ${LOG_LEVELS.join(', ')}, not "${logLevel}".`,
    );
  }
  const databaseUrl = given('DATABASE_URL') ?? 'sqlite:data/running-order.db';
  const ownUrl = given('PUBLIC_URL');
  return {
    databaseUrl,
    sandboxDatabaseUrl: given('SANDBOX_DATABASE_URL') ?? 'sqlite:data/sandbox.db',
    host,
    port,
    publicUrl: publicUrl(ownUrl ?? addressOf(networkHosts(host)[0] ?? ownHost(host), port)),
    hasPublicUrl: ownUrl !== undefined,
    logLevel,
    readsPerMinute: perMinute('READS_PER_MINUTE', '600'),
    writesPerMinute: perMinute('WRITES_PER_MINUTE', '120'),
    notifySettleSeconds: number('NOTIFY_SETTLE_SECONDS', '10', 0, MAX_SETTLE_SECONDS),
    trustedProxies: number('TRUSTED_PROXIES', '0', 0, MAX_PROXIES),
    pushOrigins: origins('PUSH_ORIGINS', given('PUSH_ORIGINS')),
    webhookOrigins: origins('WEBHOOK_ORIGINS', given('WEBHOOK_ORIGINS')),
    logoFile: given('LOGO_FILE'),
    backups: backupSettings(databaseUrl, given('BACKUP_FOLDER'), given('BACKUP_KEEP')),
    retention: {
      historyDays: daysKept('RETAIN_HISTORY_DAYS', given('RETAIN_HISTORY_DAYS')),
      eventsDays: daysKept('RETAIN_EVENTS_DAYS', given('RETAIN_EVENTS_DAYS')),
      archiveFolder: given('ARCHIVE_FOLDER'),
    },
    mail: mailSettings(given('SMTP_URL'), given('MAIL_FROM')),
    bridgeKey: given('RUNNING_ORDER_KEY'),
    // All programs that an npm script starts inherit the variable, so the script must name this one.
    isRunByNpm: given('npm_lifecycle_script')?.includes('running-order') ?? false,
  };
}

/** The URL of a service that listens on a host and port; an IPv6 address is put in brackets. */
export function addressOf(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

function wholeNumber(name: string, text: string, minimum: number, maximum: number): number {
  const number = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (number >= minimum && number <= maximum) return number;
  throw new SettingRefused(
    `${name} must be a whole number from ${minimum} to ${maximum}, not "${text}".`,
  );
}

function publicUrl(text: string): string {
  // The URL is shown in public as it is written, so it must not contain a user or password.
  if (/^https?:\/\/[^/\\?#@\s]+(\/[^?#\s]*)?$/i.test(text) && URL.canParse(text)) {
    return text.replace(/\/+$/, '');
  }
  throw new SettingRefused(
    `PUBLIC_URL must be an address such as https://regatta.example, without a user, not "${withoutPassword(text)}".`,
  );
}

function origins(name: string, text = ''): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => {
      const url = URL.canParse(part) ? new URL(part) : undefined;
      const isOrigin =
        url &&
        /^https?:$/.test(url.protocol) &&
        `${url.origin}/` === url.href &&
        !part.includes('*');
      if (isOrigin) return url.origin;
      throw new SettingRefused(
        `${name} must hold origins such as https://push.example, separated by commas, not "${withoutPassword(part)}".`,
      );
    });
}

function backupSettings(
  databaseUrl: string,
  folder: string | undefined,
  keep = String(USUAL_BACKUPS_KEPT),
) {
  const backups = { folder: folder ?? '', keep: wholeNumber('BACKUP_KEEP', keep, 1, 1000) };
  if (folder === undefined) return undefined;
  if (/^postgres(ql)?:/.test(databaseUrl)) {
    throw new SettingRefused(
      'BACKUP_FOLDER must be empty with PostgreSQL, of which the service makes no back-ups: use pg_dump or pg_basebackup, as docs/operations.md says.',
    );
  }
  if (existsSync(folder) && !statSync(folder).isDirectory()) {
    throw new SettingRefused(
      `BACKUP_FOLDER must be a folder, or be made as one: "${folder}" is a file.`,
    );
  }
  return backups;
}

/** Refuses 0, because an operator who writes it may mean that nothing is removed. */
function daysKept(name: string, days: string | undefined): number | undefined {
  return days === undefined ? undefined : wholeNumber(name, days, 1, MAX_KEPT_DAYS);
}

/** The error messages do not repeat SMTP_URL, which may contain a password. */
function mailSettings(
  smtpUrl: string | undefined,
  from: string | undefined,
): MailSettings | undefined {
  if (smtpUrl === undefined && from === undefined) return undefined;
  if (smtpUrl === undefined) {
    throw new SettingRefused('SMTP_URL must be set where MAIL_FROM is, or neither.');
  }
  if (from === undefined) {
    throw new SettingRefused('MAIL_FROM must be set where SMTP_URL is, or neither.');
  }
  const url = URL.canParse(smtpUrl) ? new URL(smtpUrl) : undefined;
  if (!url || !/^smtps?:$/.test(url.protocol) || url.hostname === '') {
    throw new SettingRefused(
      'SMTP_URL must be an address such as smtp://USER:PASSWORD@mail.example:587.',
    );
  }
  const [, name = '', address = from] = /^([^<>\p{Cc}]*)<([^<>]*)>$/u.exec(from) ?? [];
  if (emailAddress(address) === undefined) {
    throw new SettingRefused(
      `MAIL_FROM must be an address such as "Rowing club <regatta@club.example>", not "${from}".`,
    );
  }
  // Quotation marks around a name are not part of it.
  return {
    smtpUrl,
    from: { name: name.trim().replace(/^"(.*)"$/, '$1'), address: address.trim() },
  };
}

/** Limited, because every screen loads the logo, also over a weak connection. */
const MAX_LOGO_FILE_BYTES = 1024 * 1024;

/** A picture, and its media type. */
export interface Picture {
  type: string;
  bytes: Buffer;
}

const PICTURE_TYPES: Record<string, string> = {
  '.jpeg': 'image/jpeg',
  '.jpg': 'image/jpeg',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
};

/**
 * Reads the logo of events that have none of their own, once, at the start.
 *
 * @param path of a picture, the value of `LOGO_FILE`; `undefined`: there is none
 * @throws SettingRefused for a file that cannot be read, has no known ending, or is larger than 1 MiB
 */
export function readDefaultLogo(path: string | undefined): Picture | undefined {
  if (path === undefined) return undefined;
  const type = PICTURE_TYPES[extname(path).toLowerCase()];
  if (!type) {
    const endings = Object.keys(PICTURE_TYPES).join(', ');
    throw new SettingRefused(`LOGO_FILE must end in one of ${endings}, not "${path}".`);
  }
  return { type, bytes: readPicture(path) };
}

function readPicture(path: string): Buffer {
  try {
    const { size } = statSync(path);
    if (size <= MAX_LOGO_FILE_BYTES) return readFileSync(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new SettingRefused(`LOGO_FILE cannot be read (${code}): "${path}".`);
  }
  throw new SettingRefused(`LOGO_FILE must have at most ${MAX_LOGO_FILE_BYTES} bytes: "${path}".`);
}
