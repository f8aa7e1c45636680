/** Who is signed in, and what a role lets them do. */
import { signal } from '@preact/signals';
import type { ClubItem } from '../../../../src/contract/console/clubs.ts';
import type { PageFacts, Person } from '../../../../src/contract/console/sign-in.ts';
import { may } from '../../../../src/domain/accounts/roles.ts';
import { CONSOLE_LANGUAGE_CODES, languageOf } from '../../../../src/words/languages.ts';
import { chooseLanguage } from '../../shared/page/language.ts';
import { embeddedData } from '../../shared/page/page.ts';
import { call } from '../api.ts';
import { forgetDocuments } from '../documents/documents.ts';
import { consoleUrl, goTo } from '../place.ts';

/** What the page knows without asking. */
export const facts = (embeddedData() ?? { publicUrl: '', hasMail: false }) as PageFacts;

/** `undefined` while nobody is known to be signed in. */
export const person = signal<Person | undefined>(undefined);

/** Finds out who is signed in. @returns whether somebody is; `undefined` when there was no answer */
export async function loadPerson(): Promise<boolean | undefined> {
  const reply = await call('GET /session', { isAboutSignIn: true });
  if (reply.problem) {
    const { code } = reply.problem;
    return code === 'missing_credentials' || code === 'invalid_credentials' ? false : undefined;
  }
  setPerson(reply.body.person);
  return true;
}

/** Takes over who has just signed in, or what has become of their account. */
export function setPerson(newPerson: Person): void {
  const before = person.peek();
  if (before && before.id !== newPerson.id) forgetDocuments();
  person.value = newPerson;
  const language = languageOf(newPerson.language ?? '', CONSOLE_LANGUAGE_CODES);
  if (language) void chooseLanguage(language);
}

/** Signs out on this device. @returns whether it worked */
export async function signOut(): Promise<boolean> {
  const { problem } = await call('DELETE /session', { isAboutSignIn: true });
  if (problem && problem.code !== 'missing_credentials' && problem.code !== 'invalid_credentials')
    return false;
  goTo(consoleUrl('sign-in'));
  person.value = undefined;
  forgetDocuments();
  return true;
}

/** Whether the person may make and change regattas of a club, so that a page offers no more. The service decides. */
export function mayManageEvents({ role }: Pick<ClubItem, 'role'>): boolean {
  return may(role, 'manage-events');
}

/** Whether the person may invite, change roles and rename. */
export function mayManageClub({ role }: Pick<ClubItem, 'role'>): boolean {
  return may(role, 'manage-club') || person.value?.operator === true;
}
