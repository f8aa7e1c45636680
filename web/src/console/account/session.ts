/** Who is signed in, in which language they are spoken to, and what a role lets them do. */
import { signal } from '@preact/signals';
import type { ClubItem } from '../../../../src/contract/console/clubs.ts';
import type { PageFacts, Person } from '../../../../src/contract/console/sign-in.ts';
import { may } from '../../../../src/domain/accounts/roles.ts';
import { CONSOLE_LANGUAGE_CODES, pickLanguage } from '../../../../src/words/languages.ts';
import {
  chosenLanguage,
  LANGUAGE_KEY,
  type LoadTranslation,
  speak,
} from '../../shared/page/language.ts';
import { writeLocal } from '../../shared/page/local-storage.ts';
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
  // Nothing is drawn in the browser's language first.
  await setPerson(reply.body.person);
  return true;
}

/** Takes over who has just signed in, or what has become of their account. @returns once their language is spoken */
export function setPerson(newPerson: Person): Promise<void> {
  const before = person.peek();
  const isSame = before?.id === newPerson.id;
  if (before && !isSame) forgetDocuments();
  // Whoever goes back to the browser's language means it on this device, too.
  if (isSame && before.language && !newPerson.language) writeLocal(LANGUAGE_KEY, undefined);
  person.value = newPerson;
  return speakInConsole();
}

/** Takes the language of the account, else the one chosen on this device, else the browser's. */
export function speakInConsole(load?: LoadTranslation): Promise<void> {
  const wished = [person.peek()?.language ?? '', chosenLanguage(), ...navigator.languages];
  return speak(pickLanguage(wished, CONSOLE_LANGUAGE_CODES), load);
}

/** Signs out on this device. @returns whether it worked */
export async function signOut(): Promise<boolean> {
  const { problem } = await call('DELETE /session', { isAboutSignIn: true });
  if (problem && problem.code !== 'missing_credentials' && problem.code !== 'invalid_credentials')
    return false;
  goTo(consoleUrl('sign-in'));
  person.value = undefined;
  void speakInConsole();
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
