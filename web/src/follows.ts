/** What this device follows of the regatta on the screen. */
import { signal } from '@preact/signals';
import { keepFollows } from './kept.ts';
import { language } from './language.ts';
import { onRemembered, recall, remember } from './stored.ts';
import { urlOf } from './page.ts';

export interface Follows {
  wholeEvent: boolean;
  crews: number[];
  races: number[];
}

/** The service takes as many crews and as many races of a device and regatta. */
export const MOST_FOLLOWED = 200;
/** Those beyond, changed longest ago, are forgotten on this device. */
const MOST_EVENTS = 50;

const KEY = 'follows';
const NOTHING: Follows = { wholeEvent: false, crews: [], races: [] };

type AllFollows = Record<string, Follows>;

export const follows = signal<Follows>(NOTHING);
/** Somebody wants to follow more than the service takes. */
export const tooMany = signal(false);
let eventId = 0;

/** Reads what this device follows of a regatta, now and when another tab changes it. */
export function loadFollows(ofEvent: number): void {
  eventId = ofEvent;
  const read = () => {
    follows.value = { ...NOTHING, ...allFollows()[eventId] };
  };
  read();
  onRemembered(KEY, read);
}

/** What this device follows, by regatta. */
export function allFollows(): AllFollows {
  return recall<AllFollows>(KEY) ?? {};
}

export function followsAnything(current: Follows): boolean {
  return current.wholeEvent || current.crews.length > 0 || current.races.length > 0;
}

/** Follows the whole regatta, or no longer. */
export function toggleEvent(): void {
  store({ ...follows.value, wholeEvent: !follows.value.wholeEvent });
}

/** Follows a crew or a race, or no longer. */
export function toggle(kind: 'crews' | 'races', id: number): void {
  const before = follows.value[kind];
  const after = before.includes(id) ? before.filter((other) => other !== id) : [...before, id];
  tooMany.value = after.length > MOST_FOLLOWED;
  if (!tooMany.value) store({ ...follows.value, [kind]: after });
}

function store(changed: Follows): void {
  follows.value = changed;
  const { [eventId]: _, ...others } = allFollows();
  const all = Object.entries(others).slice(-MOST_EVENTS + 1);
  if (followsAnything(changed)) all.push([String(eventId), changed]);
  const events = Object.fromEntries(all);
  remember(KEY, events);
  void keepFollows(urlOf('.'), { language: language.value, events });
}
