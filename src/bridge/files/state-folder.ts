/** Where a bridge keeps what it has to remember: one folder for each watched folder, address and event. */
import { createHash } from 'node:crypto';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';

interface BridgeIdentity {
  folder: string;
  url: string;
  eventId: number;
}

/** @param given what `--state` says */
export function stateFolderOf(identity: BridgeIdentity, given?: string): string {
  if (given !== undefined) return resolve(given);
  return join(userStateFolder(), 'running-order', stateFolderName(identity));
}

/** Its name within the folder of all of them. */
export function stateFolderName({ folder, url, eventId }: BridgeIdentity): string {
  const address = url.replace(/\/+$/, '').replace(/\/v1$/, '');
  const identity = JSON.stringify([resolve(folder), address, eventId]);
  return `bridge-${createHash('sha256').update(identity).digest('hex').slice(0, 16)}`;
}

/** Of programs of this user, by the customs of the system. */
function userStateFolder(): string {
  if (process.platform === 'win32') return join(homedir(), 'AppData', 'Local');
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Application Support');
  return join(homedir(), '.local', 'state');
}
