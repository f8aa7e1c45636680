/** The key of the bridge, and what puts it at risk. */
import { readFile, stat } from 'node:fs/promises';
import { CommandFailed } from '../command.ts';

/**
 * The key in a file wins over the one in the environment.
 *
 * @throws CommandFailed without a key
 */
export async function bridgeKey(
  file: string | undefined,
  ofEnvironment: string | undefined,
): Promise<string> {
  if (file === undefined) {
    if (ofEnvironment !== undefined) return ofEnvironment;
    throw new CommandFailed(
      'Put the API key into RUNNING_ORDER_KEY, or name its file with --key-file.',
    );
  }
  try {
    const { mode } = await stat(file);
    // On Windows the mode says nothing about who may read.
    if (process.platform !== 'win32' && (mode & 0o077) !== 0) {
      warn(`others on this computer may read ${file}: chmod 600 keeps the key yours`);
    }
    const key = (await readFile(file, 'utf8')).trim();
    if (key !== '') return key;
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? error.code : error;
    if (reason === 'ENOENT') {
      throw new CommandFailed(`There is no key file ${file}: save the API key in it.`);
    }
    throw new CommandFailed(`The key file ${file} cannot be read (${reason}).`);
  }
  throw new CommandFailed(`The key file ${file} is empty.`);
}

/** Whoever shares a network sees the key that travels over plain HTTP. */
export function warnOfPlainHttp(url: string): void {
  const { protocol, hostname } = URL.canParse(url) ? new URL(url) : { protocol: '', hostname: '' };
  const isOwn = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
  if (protocol === 'http:' && !isOwn) {
    warn(
      'the address begins with http:, so the key travels unprotected: use https: where there is any',
    );
  }
}

function warn(text: string): void {
  process.stderr.write(`Warning: ${text}.\n`);
}
