/** The operator's texts about the installation: which are valid, and how they are stored. */
import type {
  Installation,
  InstallationWrite,
  OperatorTextName,
} from '../../contract/console/installation.ts';
import { conflict, invalid, type Refusal } from '../refusal.ts';
import { emailAddress } from './email-address.ts';

/** For each text, its form as it is stored: empty clears it; `undefined`: the text is not valid. */
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

/** The names of the texts, in the order in which the operator is asked for them. */
export const OPERATOR_TEXT_NAMES = Object.keys(READERS) as readonly OperatorTextName[];

/** An installation without any text. */
export const NO_TEXTS: Installation = {
  operatorName: null,
  contact: null,
  imprint: null,
  privacy: null,
  supportUrl: null,
};

/**
 * The texts that a write changes.
 *
 * @param sent a text that is left out stays; `null` or an empty text clears it
 * @returns the texts that differ, as they are stored; or 422 on those that are not valid
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
 * Refuses to overwrite texts that somebody else has written since the page showed them: 409.
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

/** The text, trimmed, if it is a web address: `http` or `https`, without user and password; else `undefined`. */
export function webAddress(text: string): string | undefined {
  const address = text.trim();
  if (!/^https?:\/\/[^\s\p{C}]+$/iu.test(address) || !URL.canParse(address)) return undefined;
  const { username, password } = new URL(address);
  return username === '' && password === '' ? address : undefined;
}

/** A contact as the target of a link: its web address, or `mailto:` with its mail address. */
export function contactUri(contact: string): string {
  if (webAddress(contact) !== undefined) return new URL(contact).href;
  return `mailto:${contact.split('@').map(encodeURIComponent).join('@')}`;
}

function optional(text: string, read: (text: string) => string | undefined): string | undefined {
  return text.trim() === '' ? '' : read(text);
}

/** The text, trimmed, with its line breaks and tabs; `undefined` if it has any other control character. */
function plain(text: string): string | undefined {
  return /(?![\n\t])\p{Cc}/u.test(text) ? undefined : text.trim();
}

const LOOKED_FOR = ['contact', 'imprint', 'privacy'] as const satisfies OperatorTextName[];

/** Which of the texts that readers of the public pages look for are missing. */
export function missingTexts(installation: Installation): (typeof LOOKED_FOR)[number][] {
  return LOOKED_FOR.filter((name) => installation[name] === null);
}
