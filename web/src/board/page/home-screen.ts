/**
 * Hands what is followed over to the home screen: the link to the manifest carries it, and an app that starts at that address
 * takes it over once (decision page 021).
 */
import { effect } from '@preact/signals';
import { readLocal, writeLocal } from '../../shared/page/local-storage.ts';
import { urlOf } from '../../shared/page/page.ts';
import { carriedText, readCarried } from '../following/carried-follows.ts';
import { withFollowed } from '../following/follow-set.ts';
import { follows, storeFollows, TAKEN_OVER } from '../following/follows.ts';
import { syncNotifications } from '../following/notifications.ts';
import { browserCapabilities } from '../following/push-availability.ts';

const FOLLOW = 'follow';

/** Runs for as long as the page is open. */
export function startHomeScreen(eventId: number): void {
  takeOver(eventId);
  effect(() => {
    const carried = carriedText(follows.value);
    const manifest = urlOf(`events/${eventId}/manifest.webmanifest`);
    // Safari reads the manifest when the reader adds the page to the home screen.
    document
      .querySelector('link[rel="manifest"]')
      ?.setAttribute('href', carried ? `${manifest}?${FOLLOW}=${carried}` : manifest);
  });
}

/** Only an app on the home screen takes follows from an address; a link that somebody sent does not. */
function takeOver(eventId: number): void {
  const url = new URL(location.href);
  const text = url.searchParams.get(FOLLOW);
  if (text === null) return;
  url.searchParams.delete(FOLLOW);
  history.replaceState(history.state, '', url);
  const key = `${TAKEN_OVER}${eventId}`;
  // The app starts with the same address every time; what the reader has stopped following since must not come back.
  if (!browserCapabilities().standalone || readLocal(key) === text) return;
  writeLocal(key, text);
  const { wholeEvent, ...given } = readCarried(text);
  let all = { ...follows.value, wholeEvent: follows.value.wholeEvent || wholeEvent };
  for (const kind of ['crews', 'races', 'clubs'] as const)
    all = withFollowed(all, kind, given[kind], true) ?? all;
  storeFollows(all);
  void syncNotifications(eventId, false);
}
