/** Push subscriptions, and what they follow at the service; for the page and the worker. */
import type { Follows } from '../../../../src/contract/following.ts';
import type { Problem } from '../../../../src/contract/problem.ts';
import type { DeviceFollows } from '../document/document-cache.ts';

/** The service has refused a request; the message is for people. */
export class Refused extends Error {
  /** The properties that the service refused, such as `crews[3]`. */
  readonly fields: readonly string[];

  constructor(message: string, fields: readonly string[] = []) {
    super(message);
    this.fields = fields;
  }
}

/**
 * This device's push subscription; a new one where it has none, or has one for another key.
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

/** Sends all that this device follows of one regatta. @throws Refused */
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

/**
 * Sends what this device follows of several regattas with a new subscription, of which the service knows nothing. Leaves out
 * crews and races that were removed, and regattas that the service refuses, such as those no longer published.
 */
export async function followAgain(
  subscription: PushSubscription,
  { language, events }: DeviceFollows,
  url: (path: string) => string,
): Promise<void> {
  for (const [id, follows] of Object.entries(events)) {
    let left: Follows | undefined = { eventId: Number(id), ...follows, language };
    while (left) {
      const sent: Follows = left;
      left = await sendFollows(subscription, sent, url).then(
        () => undefined,
        (error) => (error instanceof Refused ? withoutRefused(sent, error.fields) : undefined),
      );
    }
  }
}

/** What is left without the crews and races that were refused. @returns `undefined` where no crew or race was refused */
export function withoutRefused(follows: Follows, fields: readonly string[]): Follows | undefined {
  const left = (kind: 'crews' | 'races') =>
    follows[kind].filter((_, index) => !fields.includes(`${kind}[${index}]`));
  const [crews, races] = [left('crews'), left('races')];
  const isLess = crews.length < follows.crews.length || races.length < follows.races.length;
  return isLess ? { ...follows, crews, races } : undefined;
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
    const { detail, title, errors = [] } = (await answer.json()) as Partial<Problem>;
    return new Refused(
      [title, detail].filter(Boolean).join('. ') || `HTTP ${answer.status}`,
      errors.map(({ field }) => field),
    );
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
