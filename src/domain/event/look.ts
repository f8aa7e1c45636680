/** What may be said of the look of an event, and how it is told (adopt, "One look per event"). Pure. */

import type { Look, LookLink, LookWrite } from '../../contract/look.ts';
import { shadesOf } from './accent.ts';

/** What is kept of the look of an event. */
export interface LookFacts {
  /** `#rrggbb`, as it was typed. */
  accent: string | null;
  links: readonly LookLink[];
  sponsor: string | null;
  /** The version of its logo; `null`: it has none. */
  logo: string | null;
}

/** Of an event that looks like any other. */
export const NO_LOOK: LookFacts = { accent: null, links: [], sponsor: null, logo: null };

/** What is wrong with a colour, if anything. Any tone will do: pages shade it (`shadesOf`). */
export function objectionToAccent(accent: string): string | undefined {
  return /^#[0-9a-f]{6}$/i.test(accent) ? undefined : 'must be a colour such as #00407a';
}

/** What is wrong with the address of a link, if anything. */
export function objectionToLink(address: string): string | undefined {
  const url = URL.canParse(address) && !/\s/.test(address) ? new URL(address) : undefined;
  if (url?.protocol !== 'https:') return 'must be an address that begins with https://';
  return url.username === '' && url.password === ''
    ? undefined
    : 'must not have a name or a password in it';
}

/** What a write changes; an empty text is none. @param look `null` clears all of it but the logo */
export function changedLook(look: LookWrite | null): Partial<Omit<LookFacts, 'logo'>> {
  const { accent, links, sponsor } = look ?? { accent: null, links: null, sponsor: null };
  return {
    ...(accent !== undefined && { accent }),
    ...(links !== undefined && { links: links ?? [] }),
    ...(sponsor !== undefined && { sponsor: sponsor || null }),
  };
}

/** As documents have it; `null` where nothing of it is set. */
export function lookView({ accent, links, sponsor, logo }: LookFacts): Look | null {
  if (accent === null && links.length === 0 && sponsor === null && logo === null) return null;
  const shades = accent === null ? null : shadesOf(accent);
  return { accent, shades, links: links.map(({ label, url }) => ({ label, url })), sponsor, logo };
}
