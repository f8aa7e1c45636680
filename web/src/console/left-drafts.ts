/**
 * The unsaved drafts of a tab that was closed, and which new tab of the same browser takes them over. Each copy goes to one
 * tab, so that two tabs never write the same draft. Pure; `tab-storage.ts` keeps the copies.
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
/** A tab that is only reloaded is back within this time, and removes its own copy. */
const RELOAD_MILLIS = 2000;
/** Names of a signed-in person's drafts, and of the idempotency keys with which sending one again creates nothing twice. */
const NAME = /^(?:request )?(?:draft|rows|reason) ([1-9]\d*) /;

/** The id of the person whose draft, or key of its request, has this name; `undefined` for all else that a tab stores. */
export function ownerOf(name: string): number | undefined {
  const owner = NAME.exec(name)?.[1];
  return owner === undefined ? undefined : Number(owner);
}

/** Whether a draft of the person is named. A request's key alone does not count: its form may have been discarded. */
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

/** Of the tabs with drafts of a person, the one that was left last, with the id of its copy. */
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

/** Milliseconds that another tab waits before it takes over a copy; 0 also where the clock was set back meanwhile. */
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
