/** Push subscriptions, and what they follow at the service; for the page and the worker. */
import type { Follows } from '../../../../src/contract/following.ts';

/** The service has refused; the message is for people. */
export class Refused extends Error {}

/**
 * This device's subscription: a new one when it has none, or one for another key.
 *
 * @param url makes the full URL of a path below the public URL
 */
export async function subscribe(
  registration: ServiceWorkerRegistration,
  url: (path: string) => string,
): Promise<PushSubscription> {
  const answer = await fetch(url('board/api/push-key'), { cache: 'no-cache' });
  if (!answer.ok) throw await refusalOf(answer);
  const { publicKey } = (await answer.json()) as { publicKey: string };
  const key = bytesOf(publicKey);
  const existing = await registration.pushManager.getSubscription();
  if (existing) {
    if (isKey(existing.options.applicationServerKey, key)) return existing;
    await existing.unsubscribe();
  }
  return registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}

/** Sends all that this device follows of one regatta. */
export async function sendFollows(
  subscription: PushSubscription,
  follows: Follows,
  url: (path: string) => string,
): Promise<void> {
  const { endpoint, keys } = subscription.toJSON();
  const answer = await fetch(url('board/api/follows'), {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ subscription: { endpoint, keys }, ...follows }),
  });
  if (!answer.ok) throw await refusalOf(answer);
}

/** Ends a subscription, and has the service forget it for every regatta. */
export async function forget(
  subscription: PushSubscription,
  url: (path: string) => string,
): Promise<void> {
  const { endpoint } = subscription;
  await subscription.unsubscribe();
  await fetch(url('board/api/follows'), {
    method: 'DELETE',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ endpoint }),
  });
}

async function refusalOf(answer: Response): Promise<Refused> {
  try {
    const { detail, title } = (await answer.json()) as { detail?: string; title?: string };
    return new Refused([title, detail].filter(Boolean).join('. ') || `HTTP ${answer.status}`);
  } catch {
    return new Refused(`HTTP ${answer.status}`);
  }
}

/** Decodes base64url. */
function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

function isKey(current: ArrayBuffer | null, wanted: Uint8Array): boolean {
  if (!current || current.byteLength !== wanted.length) return false;
  const bytes = new Uint8Array(current);
  return wanted.every((byte, index) => bytes[index] === byte);
}
