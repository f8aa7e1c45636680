/** What an operator may say of the installation, and how it is stored. */
import type {
  Installation,
  InstallationWrite,
  OperatorTextName,
} from '../../contract/console/installation.ts';
import { conflict, invalid, type Refusal } from '../refusal.ts';
import { emailAddress } from './email-address.ts';

/** Each text as it is stored; empty: none. `undefined`: it may not be given. */
const READERS: { [Name in OperatorTextName]: (text: string) => string | undefined } = {
  operatorName: (text) => plain(text.replaceAll(/\s+/g, ' ')),
  contact: (text) => optional(text, (given) => webAddress(given) ?? emailAddress(given)),
  imprint: (text) => plain(text.replaceAll(/\r\n?/g, '\n')),
  privacy: (text) => plain(text.replaceAll(/\r\n?/g, '\n')),
  supportUrl: (text) => optional(text, webAddress),
};

const NOT_PLAIN = 'must be plain text, without control characters';
const OBJECTIONS: { [Name in OperatorTextName]: string } = {
  operatorName: NOT_PLAIN,
  imprint: NOT_PLAIN,
  privacy: NOT_PLAIN,
  contact: 'must be a mail address or a web address, such as https://club.example/contact',
  supportUrl: 'must be a web address, such as https://club.example/help',
};

/** Which texts there can be, in the order in which they are asked for. */
export const OPERATOR_TEXT_NAMES = Object.keys(READERS) as readonly OperatorTextName[];

/** An installation of which nothing has been said. */
export const NOTHING_SAID: Installation = {
  operatorName: null,
  contact: null,
  imprint: null,
  privacy: null,
  supportUrl: null,
};

/**
 * What becomes another text by what was sent.
 *
 * @param sent what is left out stays; `null` or an empty text clears
 * @returns the texts that differ, as they are stored; or what is wrong
 */
export function changedTexts(
  stored: Installation,
  sent: InstallationWrite,
): Partial<Installation> | Refusal {
  const names = OPERATOR_TEXT_NAMES.filter((name) => sent[name] !== undefined);
  if (names.length === 0) {
    const detail = `must have at least one of ${OPERATOR_TEXT_NAMES.join(', ')}`;
    return invalid([{ field: 'body', detail }]);
  }
  const read = names.map((name) => ({ name, text: READERS[name](sent[name] ?? '') }));
  const wrong = read.filter(({ text }) => text === undefined);
  if (wrong.length > 0) {
    return invalid(wrong.map(({ name }) => ({ field: name, detail: OBJECTIONS[name] })));
  }
  const changed = read
    .map(({ name, text }) => [name, text || null] as const)
    .filter(([name, text]) => text !== stored[name]);
  return Object.fromEntries(changed);
}

/**
 * Why texts are not written over others that the page has not shown.
 *
 * @param changed as `changedTexts` returned it
 * @param sinceSeen the names of the texts that others have written since
 */
export function refuseUnseen(
  stored: Installation,
  changed: Partial<Installation>,
  sinceSeen: ReadonlySet<string>,
): Refusal | undefined {
  const names = OPERATOR_TEXT_NAMES.filter((name) => name in changed && sinceSeen.has(name));
  if (names.length === 0) return undefined;
  const texts = names.map((name) => `${name} is ${JSON.stringify(stored[name])} now`).join('; ');
  return conflict(
    `Somebody else has written it meanwhile: ${texts}. Nothing was changed; send it again with the newer revision in seen to replace this.`,
  );
}

/** The address that a text is, if it is one and nothing else: `http` or `https`, without a password. */
export function webAddress(text: string): string | undefined {
  const address = text.trim();
  if (!/^https?:\/\/[^\s\p{C}]+$/iu.test(address) || !URL.canParse(address)) return undefined;
  const { username, password } = new URL(address);
  return username === '' && password === '' ? address : undefined;
}

/** The address of a contact as a link. */
export function contactUri(contact: string): string {
  if (webAddress(contact) !== undefined) return new URL(contact).href;
  return `mailto:${contact.split('@').map(encodeURIComponent).join('@')}`;
}

function optional(text: string, read: (text: string) => string | undefined): string | undefined {
  return text.trim() === '' ? '' : read(text);
}

/** Lines, paragraphs and tabs are kept, and nothing that does more than being read. */
function plain(text: string): string | undefined {
  return /(?![\n\t])\p{Cc}/u.test(text) ? undefined : text.trim();
}

const LOOKED_FOR = ['contact', 'imprint', 'privacy'] as const satisfies OperatorTextName[];

/** What readers of the public pages look for and do not find. */
export function missingTexts(installation: Installation): (typeof LOOKED_FOR)[number][] {
  return LOOKED_FOR.filter((name) => installation[name] === null);
}
