/** Who is signed in, the language of the console for them, and what their role allows. */
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

/** Facts that the service has put into the page. */
export const facts = (embeddedData() ?? { publicUrl: '', hasMail: false }) as PageFacts;

/** The person who is signed in; `undefined`: nobody, or not known yet. */
export const person = signal<Person | undefined>(undefined);

/** Finds out who is signed in. @returns whether somebody is; `undefined` when there was no answer */
export async function loadPerson(): Promise<boolean | undefined> {
  const reply = await call('GET /session', { isAboutSignIn: true });
  if (reply.problem) {
    const { code } = reply.problem;
    return code === 'missing_credentials' || code === 'invalid_credentials' ? false : undefined;
  }
  // Wait for the person's language, so that nothing is drawn in the browser's language first.
  await setPerson(reply.body.person);
  return true;
}

/** Sets the person who has just signed in, or whose account has changed. @returns once their language is loaded */
export function setPerson(newPerson: Person): Promise<void> {
  const before = person.peek();
  const isSame = before?.id === newPerson.id;
  if (before && !isSame) forgetDocuments();
  // A person who goes back to the browser's language wants that on this device, too.
  if (isSame && before.language && !newPerson.language) writeLocal(LANGUAGE_KEY, undefined);
  person.value = newPerson;
  return speakInConsole();
}

/** Switches to the language of the account, else to the one chosen on this device, else to the browser's. */
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

/** Whether a role may make and change regattas of a club, for what a page offers; the service decides. */
export function mayManageEvents({ role }: Pick<ClubItem, 'role'>): boolean {
  return may(role, 'manage-events');
}

/** Whether the person may invite others, change roles and rename the club. */
export function mayManageClub({ role }: Pick<ClubItem, 'role'>): boolean {
  return may(role, 'manage-club') || person.value?.operator === true;
}
