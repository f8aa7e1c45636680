/**
 * Push for a browser that has no push service, as Chromium without an account has none: asked to
 * subscribe, it hands out a subscription of the test's own push service. All else stays the browser's.
 */
import type { BrowserContext, CDPSession, Page } from 'playwright-core';
import type { PushMessage } from '../../src/contract/following.ts';
import type { Device } from '../support/push-service.ts';

/** Pages that are opened from now on subscribe as the device. */
export async function stubPush(context: BrowserContext, device: Device): Promise<void> {
  await context.addInitScript((given) => {
    const KEPT = 'stub: subscribed with the key';
    const subscription = (key: string) => ({
      endpoint: given.endpoint,
      expirationTime: null,
      options: {
        userVisibleOnly: true,
        applicationServerKey: Uint8Array.from(atob(key), (letter) => letter.charCodeAt(0)).buffer,
      },
      toJSON: () => ({ ...given, expirationTime: null }),
      unsubscribe: async () => {
        localStorage.removeItem(KEPT);
        return true;
      },
    });
    PushManager.prototype.subscribe = async (options) => {
      const bytes = new Uint8Array(options?.applicationServerKey as ArrayBuffer);
      const key = btoa(String.fromCharCode(...bytes));
      localStorage.setItem(KEPT, key);
      return subscription(key) as unknown as PushSubscription;
    };
    PushManager.prototype.getSubscription = async () => {
      const key = localStorage.getItem(KEPT);
      return key === null ? null : (subscription(key) as unknown as PushSubscription);
    };
  }, device.subscription);
}

/** Delivers messages to a page's service worker, as the browser does when its push service has one. */
export class Deliveries {
  readonly #session: CDPSession;
  readonly #registration: Promise<string>;

  private constructor(session: CDPSession) {
    this.#session = session;
    this.#registration = new Promise((resolve) => {
      session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
        const [first] = registrations;
        if (first) resolve(first.registrationId);
      });
    });
  }

  /** To be called before the page registers its worker. */
  static async of(page: Page): Promise<Deliveries> {
    const session = await page.context().newCDPSession(page);
    const deliveries = new Deliveries(session);
    await session.send('ServiceWorker.enable');
    return deliveries;
  }

  async deliver(origin: string, message: PushMessage): Promise<void> {
    await this.#session.send('ServiceWorker.deliverPushMessage', {
      origin,
      registrationId: await this.#registration,
      data: JSON.stringify(message),
    });
  }
}
