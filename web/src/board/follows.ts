/** What this device follows of the regatta on the screen. */
import { signal } from '@preact/signals';
import { MAX_FOLLOWED } from '../../../src/contract/limits.ts';
import { language } from '../shared/language.ts';
import { onLocalChange, readLocal, writeLocal } from '../shared/local-storage.ts';
import { urlOf } from '../shared/page.ts';
import { cacheFollows, type Follows } from './document-cache.ts';

/** Beyond these, the regattas changed longest ago are forgotten on this device. */
const MAX_EVENTS = 50;

const KEY = 'follows';
const NOTHING: Follows = { wholeEvent: false, crews: [], races: [] };

export const follows = signal<Follows>(NOTHING);
/** The reader wants to follow more than the service takes. */
export const isTooMany = signal(false);
let eventId = 0;

/** Reads what this device follows of a regatta, now and when another tab changes it. */
export function loadFollows(ofEvent: number): void {
  eventId = ofEvent;
  const read = () => {
    follows.value = { ...NOTHING, ...followsByEvent()[eventId] };
  };
  read();
  onLocalChange(KEY, read);
}

function followsByEvent(): Record<string, Follows> {
  return readLocal(KEY) ?? {};
}

export function followsAnything({ wholeEvent, crews, races }: Follows): boolean {
  return wholeEvent || crews.length > 0 || races.length > 0;
}

/** Follows the whole regatta, or no longer. */
export function toggleEvent(): void {
  store({ ...follows.value, wholeEvent: !follows.value.wholeEvent });
}

/** Follows a crew or a race, or no longer. */
export function toggle(kind: 'crews' | 'races', id: number): void {
  const before = follows.value[kind];
  const after = before.includes(id) ? before.filter((other) => other !== id) : [...before, id];
  isTooMany.value = after.length > MAX_FOLLOWED;
  if (!isTooMany.value) store({ ...follows.value, [kind]: after });
}

function store(changed: Follows): void {
  follows.value = changed;
  const { [eventId]: _, ...others } = followsByEvent();
  const all = Object.entries(others).slice(-MAX_EVENTS + 1);
  if (followsAnything(changed)) all.push([String(eventId), changed]);
  const events = Object.fromEntries(all);
  writeLocal(KEY, events);
  void cacheFollows(urlOf('.'), { language: language.value, events });
}
