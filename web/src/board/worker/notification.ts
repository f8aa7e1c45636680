/** A push message as a notification. */
import type { PushMessage } from '../../../../src/contract/following.ts';

interface NotificationContent {
  title: string;
  options: {
    body: string;
    tag: string;
    renotify: boolean;
    icon: string;
    badge: string;
    data: { url: string };
  };
}

/**
 * The notification for a message. A browser that shows nothing after a push loses its subscription,
 * so a message that cannot be read gets a notification as well.
 *
 * @param text the message's plaintext
 * @param base the public URL; a notification opens nothing outside it
 */
export function notificationOf(text: string, base: string): NotificationContent {
  const message = read(text);
  const words = (value: unknown) => (typeof value === 'string' ? value : '');
  const url = words(message.url);
  const board = Number.isSafeInteger(message.eventId) ? `events/${message.eventId}` : '.';
  return {
    title: words(message.title) || 'Running Order',
    options: {
      body: words(message.body),
      tag: words(message.tag) || 'running-order',
      // A correction makes a sound again.
      renotify: true,
      icon: new URL('icon-192.png', base).href,
      badge: new URL('badge-96.png', base).href,
      data: { url: url.startsWith(base) ? url : new URL(board, base).href },
    },
  };
}

function read(text: string): Partial<Record<keyof PushMessage, unknown>> {
  try {
    return Object(JSON.parse(text));
  } catch {
    return {};
  }
}
