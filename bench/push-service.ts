/**
 * The push service of the tests as a helper process: it gives out subscriptions and takes messages. One
 * message in a hundred is decrypted, so that it keeps up with the service.
 */
import type { DeviceDescription } from '../src/storage/following/followers.ts';
import { startPushService } from '../test/support/push-service.ts';
import { answerQuestions } from './helper-process.ts';

export type PushQuestion = { subscribe: number } | { arrivals: number; withinMillis: number };

export interface Subscribed {
  origin: string;
  devices: DeviceDescription[];
}

export interface Arrived {
  /** The device of each message, and when it arrived, in epoch milliseconds. */
  messages: [device: number, at: number][];
  complaints: string[];
}

const service = await startPushService({ openEvery: 100 });

answerQuestions<PushQuestion>(async (question) => {
  if ('subscribe' in question) {
    const devices = Array.from({ length: question.subscribe }, () => {
      const { endpoint, p256dh, auth } = service.subscribe();
      return { endpoint, p256dh, auth, language: 'en' };
    });
    return { origin: service.origin, devices } satisfies Subscribed;
  }
  const messages = await service.arrived(question.arrivals, question.withinMillis);
  return {
    messages: messages.map(({ device, at }) => [device, at]),
    complaints: service.complaints,
  } satisfies Arrived;
});
