/**
 * What the service counts about itself besides its requests, as Prometheus reads it. The names are
 * those of OpenTelemetry's conventions where these have one.
 */
import { Counter, Gauge, type Registry } from 'prom-client';
import { MAX_PLACES } from '../domain/following/follower-places.ts';
import type { FollowerCounts } from '../storage/following/follower-counts.ts';

const PUSH_OUTCOMES = ['delivered', 'gone', 'nowhere', 'refused', 'later', 'expired'] as const;
type PushOutcome = (typeof PUSH_OUTCOMES)[number];

/** @returns what counts the end of an attempt to send a push message */
export function addPushMetrics(registry: Registry): (outcome: PushOutcome) => void {
  const counter = new Counter({
    name: 'running_order_push_messages_total',
    help: 'Attempts to send a push message, by what came of them.',
    labelNames: ['outcome'],
    registers: [registry],
  });
  for (const outcome of PUSH_OUTCOMES) counter.inc({ outcome }, 0);
  return (outcome) => counter.inc({ outcome });
}

type WebhookOutcome = 'delivered' | 'gone' | 'later' | 'given-up';

/** Whoever manages an event may invent origins; those beyond count as one. */
const MAX_ORIGINS = 100;

/** @returns what counts the end of an attempt to tell a webhook, by the origin of its address */
export function addWebhookMetrics(
  registry: Registry,
): (outcome: WebhookOutcome, origin: string) => void {
  const counter = new Counter({
    name: 'running_order_webhook_deliveries_total',
    help: 'Attempts to tell a webhook, by what came of them; given-up: it was switched off.',
    labelNames: ['outcome', 'origin'],
    registers: [registry],
  });
  const origins = new Set<string>();
  return (outcome, origin) => {
    if (origins.size < MAX_ORIGINS) origins.add(origin);
    counter.inc({ outcome, origin: origins.has(origin) ? origin : 'others' });
  };
}

/** @param count of the boards that are told of changes */
export function addLiveMetrics(registry: Registry, count: () => number): void {
  new Gauge({
    name: 'running_order_live_connections',
    help: 'Boards that are told of changes.',
    registers: [registry],
    collect() {
      this.set(count());
    },
  });
}

/** Adds what is known of the devices that follow something. */
export function addFollowerMetrics(
  registry: Registry,
  followers: { current: FollowerCounts; evicted: number },
): void {
  new Gauge({
    name: 'running_order_follower_devices',
    help: 'Devices that follow something, by whether a message has ever reached them.',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      const { devices, reached } = followers.current;
      this.set({ state: 'reached' }, reached);
      this.set({ state: 'unreached' }, Math.max(devices - reached, 0));
    },
  });
  new Gauge({
    name: 'running_order_follows',
    help: 'What devices follow: rows of the database.',
    registers: [registry],
    collect() {
      this.set(followers.current.follows);
    },
  });
  new Gauge({
    name: 'running_order_follower_places_ratio',
    help: 'Part of the places for devices that is taken.',
    registers: [registry],
    collect() {
      this.set(followers.current.places / MAX_PLACES);
    },
  });
  new Counter({
    name: 'running_order_evicted_devices_total',
    help: 'Devices that no message has ever reached and that were forgotten for newcomers.',
    registers: [registry],
    collect() {
      this.reset();
      this.inc(followers.evicted);
    },
  });
}

/** Adds what is known of passwords that were tried. @param passwords their counts, which only grow */
export function addPasswordMetrics(
  registry: Registry,
  passwords: { hashes: number; attempts: Readonly<Record<string, number>> },
): void {
  new Counter({
    name: 'running_order_password_attempts_total',
    help: 'Passwords that were tried, by what came of it; delayed ones were not looked at.',
    labelNames: ['outcome'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [outcome, count] of Object.entries(passwords.attempts)) {
        this.inc({ outcome }, count);
      }
    },
  });
  new Counter({
    name: 'running_order_password_hashes_total',
    help: 'Hashes of passwords that were computed.',
    registers: [registry],
    collect() {
      this.reset();
      this.inc(passwords.hashes);
    },
  });
}
