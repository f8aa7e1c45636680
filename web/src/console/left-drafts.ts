/**
 * What a tab that was closed had typed and not saved, and which new tab of the same browser goes on with it. Each copy goes
 * to one tab, so that two tabs never write the same draft. Pure; `tab-storage.ts` keeps the copies.
 */
import { DAY_MILLIS } from '../../../src/contract/time-units.ts';
import { readJson } from './drafts.ts';

export interface LeftTab {
  /** Epoch milliseconds. */
  leftAt: number;
  /** Texts by the names under which the tab kept them. */
  drafts: Readonly<Record<string, string>>;
}

/** Longer than a regatta and its week; what nobody has come back for by then is not wanted. */
const KEPT_MILLIS = 14 * DAY_MILLIS;
/** Within this time a tab that is merely loaded anew is back, and takes its own copy away. */
const RELOAD_MILLIS = 2000;
/** A draft of somebody who is signed in, or the key of its request: with that, sending it again makes nothing twice. */
const NAME = /^(?:request )?(?:draft|rows|reason) ([1-9]\d*) /;

/** The person whose draft, or key of its request, has a name; `undefined` for all else that a tab keeps. */
export function ownerOf(name: string): number | undefined {
  const owner = NAME.exec(name)?.[1];
  return owner === undefined ? undefined : Number(owner);
}

/** Whether somebody has typed something. A key alone says nothing: it may be left from a form that was discarded. */
export function hasDraftOf(names: readonly string[], personId: number): boolean {
  return names.some((name) => ownerOf(name) === personId && !name.startsWith('request '));
}

/** @returns `undefined` where a text is no copy of a tab */
export function readLeftTab(text: string | null): LeftTab | undefined {
  const { leftAt, drafts } = (readJson(text) ?? {}) as Partial<LeftTab>;
  const isWhole = typeof leftAt === 'number' && typeof drafts === 'object' && drafts !== null;
  return isWhole ? { leftAt, drafts } : undefined;
}

/** Whether a copy is to be removed. */
export function isTooOld({ leftAt }: LeftTab, now: number): boolean {
  return now - leftAt > KEPT_MILLIS;
}

/** The tab that was left last of those with drafts of a person. @returns its id */
export function lastLeft(
  tabs: ReadonlyMap<string, LeftTab>,
  personId: number,
): [id: string, tab: LeftTab] | undefined {
  return [...tabs]
    .filter(([, { drafts }]) => hasDraftOf(Object.keys(drafts), personId))
    .reduce<[string, LeftTab] | undefined>(
      (last, each) => (last && last[1].leftAt >= each[1].leftAt ? last : each),
      undefined,
    );
}

/** How long another tab waits before it takes over the copy of one; 0 also where the clock was set back meanwhile. */
export function waitMillis({ leftAt }: LeftTab, now: number): number {
  const age = now - leftAt;
  return age < 0 ? 0 : Math.max(0, RELOAD_MILLIS - age);
}

/** The drafts of a person, and what stays for others who sign in to the same browser. */
export function divided(
  { leftAt, drafts }: LeftTab,
  personId: number,
): { own: Readonly<Record<string, string>>; others: LeftTab | undefined } {
  const all = Object.entries(drafts);
  const others = all.filter(([name]) => ownerOf(name) !== personId);
  return {
    own: Object.fromEntries(all.filter(([name]) => ownerOf(name) === personId)),
    others: others.length > 0 ? { leftAt, drafts: Object.fromEntries(others) } : undefined,
  };
}
