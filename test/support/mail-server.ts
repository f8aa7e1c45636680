/** A real mail server for tests, which keeps the mails that it receives. */
import { SMTPServer } from 'smtp-server';
import { stopAtEndOfFile } from './started.ts';

export interface ReceivedMail {
  from: string;
  to: string[];
  /** Fields of the head by their names in lower case, decoded. */
  head: Record<string, string>;
  /** The body, decoded. */
  text: string;
}

export interface MailServer {
  url: string;
  mails: ReceivedMail[];
  /** How the server treats mails from now on. */
  mode: 'take' | 'refuse' | 'hang';
  /** Resolves once this many mails have come. */
  received(count: number): Promise<ReceivedMail[]>;
  stop(): Promise<void>;
}

/** Starts a server that asks for a user and a password. */
export async function startMailServer(): Promise<MailServer> {
  const waiting: (() => void)[] = [];
  const mails: ReceivedMail[] = [];
  const server = new SMTPServer({
    hideSTARTTLS: true,
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, callback) => {
      const isRight = username === 'maja' && password === 'hunter2';
      callback(isRight ? null : new Error('Wrong password'), { user: username ?? '' });
    },
    onMailFrom: (_address, _session, callback) => {
      if (state.mode === 'refuse') callback(new Error('Not today, says Ann'));
      else if (state.mode === 'take') callback();
    },
    onData: (stream, { envelope }, callback) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = envelope;
        mails.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          ...parse(Buffer.concat(chunks).toString('latin1')),
        });
        callback();
        for (const wake of waiting.splice(0)) wake();
      });
    },
  });
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const state: MailServer = {
    url: `smtp://maja:hunter2@127.0.0.1:${port}`,
    mails,
    mode: 'take',
    received: async (count) => {
      while (mails.length < count) await new Promise<void>((resolve) => waiting.push(resolve));
      return mails;
    },
    stop: stopAtEndOfFile(() => new Promise<void>((resolve) => server.close(resolve))),
  };
  return state;
}

function parse(raw: string): Pick<ReceivedMail, 'head' | 'text'> {
  const end = raw.indexOf('\r\n\r\n');
  const lines = raw
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n');
  const head = Object.fromEntries(
    lines.map((line) => {
      const [name = '', ...value] = line.split(': ');
      return [name.toLowerCase(), decodeWords(value.join(': '))];
    }),
  );
  const body = raw.slice(end + 4);
  const encoding = head['content-transfer-encoding'];
  const bytes =
    encoding === 'base64'
      ? Buffer.from(body, 'base64')
      : Buffer.from(encoding === 'quoted-printable' ? decodeQuoted(body) : body, 'latin1');
  return { head, text: bytes.toString('utf8').replaceAll('\r\n', '\n') };
}

/** Encoded words of a head (RFC 2047). */
function decodeWords(value: string): string {
  return value
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, kind: string, text: string) =>
      (kind.toLowerCase() === 'b'
        ? Buffer.from(text, 'base64')
        : Buffer.from(decodeQuoted(text.replaceAll('_', ' ')), 'latin1')
      ).toString('utf8'),
    );
}

function decodeQuoted(text: string): string {
  return text
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}
