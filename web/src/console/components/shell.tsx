/** What stands around every page: the way to the other pages, and what was just done. */
import type { ComponentChildren } from 'preact';
import { CONSOLE_LANGUAGE_CODES } from '../../../../src/words/languages.ts';
import { LanguageChoice } from '../../shared/components/language-choice.tsx';
import { announcement, offer } from '../documents/announcements.ts';
import { language } from '../../shared/page/language.ts';
import { call, isOffline } from '../api.ts';
import { page } from '../place.ts';
import { person, setPerson, signOut } from '../account/session.ts';
import { consoleWords } from '../words/console.ts';
import { Bar } from './bar.tsx';

export function Shell({ children }: { children: ComponentChildren }) {
  const t = consoleWords.value;
  return (
    <>
      <a
        class="skip pill"
        href={`${location.href.replace(/#.*$/, '')}#content`}
        onClick={(event) => {
          event.preventDefault();
          document.getElementById('content')?.focus();
        }}
      >
        {t.skipLink}
      </a>
      <Bar />
      <p class="offline" role="status">
        {isOffline.value && t.offline}
      </p>
      <main id="content" tabIndex={-1} class={page.value.kind === 'event' ? 'office' : undefined}>
        {children}
      </main>
      <div class="said">
        <p role="status">{announcement.value && <span>{announcement.value}</span>}</p>
        {offer.value && (
          <button type="button" class="pill" onClick={offer.value.run}>
            {offer.value.label}
          </button>
        )}
      </div>
      <footer class="page-footer">
        {person.value && (
          <button type="button" class="pill" onClick={() => void signOut()}>
            {t.signOut}
          </button>
        )}
        <LanguageChoice codes={CONSOLE_LANGUAGE_CODES} onChoice={() => void keepLanguage()} />
      </footer>
    </>
  );
}

/** The account's language is that of every device, so a choice is kept there. */
async function keepLanguage(): Promise<void> {
  if (!person.peek()) return;
  const body = { language: language.peek() };
  const reply = await call('PATCH /account', { body, isAboutSignIn: true });
  if (!reply.problem) setPerson(reply.body);
}
