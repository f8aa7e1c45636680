/** The frame of every page: the bar with links to the other pages, the announcement of what was just done, and the footer. */
import { signal } from '@preact/signals';
import type { ComponentChildren, ComponentType } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import { CONSOLE_LANGUAGE_CODES } from '../../../../src/words/languages.ts';
import { LanguageChoice } from '../../shared/components/language-choice.tsx';
import { language } from '../../shared/page/language.ts';
import { urlOf } from '../../shared/page/page.ts';
import { person, setPerson, signOut } from '../account/session.ts';
import { call, isOffline } from '../api.ts';
import { announcement, offer } from '../documents/announcements.ts';
import { consoleUrl, page } from '../place.ts';
import { consoleWords } from '../words/console.ts';

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

/** Saves the chosen language in the account, because it applies to all devices of the person. */
async function keepLanguage(): Promise<void> {
  if (!person.peek()) return;
  const body = { language: language.peek() };
  const reply = await call('PATCH /account', { body, isAboutSignIn: true });
  if (!reply.problem) setPerson(reply.body);
}

const ofPage = signal<ComponentType | undefined>(undefined);

/** Shows a component in the bar while a page is on the screen. @param Content the same component each time */
export function useInBar(Content: ComponentType): void {
  useLayoutEffect(() => {
    ofPage.value = Content;
    return () => {
      ofPage.value = undefined;
    };
  }, [Content]);
}

function Bar() {
  const t = consoleWords.value;
  const signedIn = person.value;
  const isOffice = page.value.kind === 'event';
  const Content = ofPage.value;
  const link = (kind: string, path: string, text: string) => (
    <a href={consoleUrl(path)} aria-current={page.value.kind === kind ? 'page' : undefined}>
      {text}
    </a>
  );
  const product = (
    <>
      <img src={urlOf('icon.svg')} alt="" width="28" height="28" />
      <span class="brand-name">Running Order</span>
    </>
  );
  return (
    <header class={isOffice ? 'bar of-office' : 'bar'}>
      {isOffice ? (
        <a class="brand" href={consoleUrl()} aria-label={`Running Order: ${t.overview}`}>
          {product}
        </a>
      ) : (
        <p class="brand">
          {product} <span class="quiet">{t.console}</span>
        </p>
      )}
      {Content && <Content />}
      {signedIn && (
        <nav class="pages" aria-label={t.pages}>
          {!isOffice && link('home', '', t.overview)}
          {!isOffice && signedIn.operator && link('people', 'people', t.people)}
          {link('account', 'account', t.account)}
        </nav>
      )}
    </header>
  );
}
