/** How the pages of an event look: its colour, its links, its sponsor, its logo (adopt, "One look per event"). */
import Type, { type Static } from 'typebox';
import { NO_NUL, nullable, text } from './fields.ts';
import {
  MAX_ADDRESS_LENGTH,
  MAX_LINK_LABEL_LENGTH,
  MAX_LINKS,
  MAX_SPONSOR_LENGTH,
} from './limits.ts';

/** Such as #00407a. */
const ACCENT_LENGTH = 7;

export const LookLink = Type.Object(
  {
    label: Type.String({
      format: 'line',
      minLength: 1,
      maxLength: MAX_LINK_LABEL_LENGTH,
      pattern: NO_NUL,
    }),
    url: text(MAX_ADDRESS_LENGTH, { minLength: 1, description: 'An https address.' }),
  },
  { title: 'LookLink' },
);
export type LookLink = Static<typeof LookLink>;

const accent = nullable(text(ACCENT_LENGTH), {
  description:
    'As the organiser has chosen it, `#rrggbb`; pages shade it until text on it and beside it can be read (`shades`).',
});
const links = Type.Array(LookLink, { maxItems: MAX_LINKS });
const sponsor = nullable(
  Type.String({ format: 'line', maxLength: MAX_SPONSOR_LENGTH, pattern: NO_NUL }),
);

export const Shades = Type.Object(
  {
    light: Type.String({ description: 'On light pages, where text on it is white.' }),
    dark: Type.String({ description: 'On dark pages, where text on it is black.' }),
  },
  { title: 'Shades' },
);
export type Shades = Static<typeof Shades>;

export const Look = Type.Object(
  {
    accent,
    shades: nullable(Shades, {
      description: 'The accent as pages use it, `#rrggbb`; `null` where there is none.',
    }),
    links,
    sponsor,
    logo: nullable(Type.String(), {
      description:
        'The version of its logo, which stands at `/events/{id}/logo`: another one is another picture. `null`: it has none of its own.',
    }),
  },
  { title: 'Look' },
);
export type Look = Static<typeof Look>;

/** What is left out stays as it is; `null` clears. */
export const LookWrite = Type.Object({
  accent: Type.Optional(accent),
  links: Type.Optional(nullable(links)),
  sponsor: Type.Optional(sponsor),
});
export type LookWrite = Static<typeof LookWrite>;
