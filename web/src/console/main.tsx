/** The entry of the console: finds out who is signed in and which page this is, and draws it. */
import '../shared/styles/base.css';
import '../shared/styles/parts.css';
import './styles/console.css';
import './styles/forms.css';
import { effect, signal } from '@preact/signals';
import { render } from 'preact';
import { loadPerson, person, speakInConsole } from './account/session.ts';
import { askEarly } from './api.ts';
import { MissingPage } from './components/page-parts.tsx';
import { Shell } from './components/shell.tsx';
import { Questions } from './components/sign-in-form.tsx';
import { announceKept } from './documents/announcements.ts';
import { followLostFocus } from './focus.ts';
import { lazy } from './lazy.tsx';
import { partOf } from './office/frame/parts.ts';
import { HomePage } from './pages/home-page.tsx';
import { InvitationPage, SetUpPage, SignInPage } from './pages/open-pages.tsx';
import { consoleUrl, followLinks, goTo, page } from './place.ts';
import { type ConsolePage, isOpen } from './routing.ts';
import { keepDraftsOfClosedTabs, takeOverDrafts } from './tab-storage.ts';
import { consoleWords } from './words/console.ts';
import { loadConsoleTranslation } from './words/parts.ts';

const RETRY_MILLIS = 3000;

const OfficePage = lazy(() => import('./office/frame/office-page.tsx').then((it) => it.OfficePage));
const accountPages = () => import('./pages/account-pages.ts');
const AccountPage = lazy(() => accountPages().then((it) => it.AccountPage));
const ClubPage = lazy(() => accountPages().then((it) => it.ClubPage));
const KeyPage = lazy(() => accountPages().then((it) => it.KeyPage));
const InstallationPage = lazy(() => accountPages().then((it) => it.InstallationPage));
const NewEventPage = lazy(() => accountPages().then((it) => it.NewEventPage));
const PeoplePage = lazy(() => accountPages().then((it) => it.PeoplePage));

document.body.dataset.page = 'console';
/** Whether it is known who is signed in. */
const isKnown = signal(false);

function Console() {
  const current = page.value;
  if (!isOpen(current) && !isKnown.value)
    return (
      <Shell>
        <p class="waiting">{consoleWords.value.loading}</p>
      </Shell>
    );
  return (
    <>
      <Shell>
        <Page key={keyOf(current)} />
      </Shell>
      <Questions />
    </>
  );
}

/** Parts of one race office share its page, and so its live document. */
function keyOf(current: ConsolePage): string {
  return current.kind === 'event' ? `event ${current.eventId}` : location.pathname;
}

function Page() {
  const current = page.value;
  switch (current.kind) {
    case 'home':
      return <HomePage />;
    case 'sign-in':
      return <SignInPage />;
    case 'set-up':
      return <SetUpPage />;
    case 'invitation':
      return <InvitationPage />;
    case 'account':
      return <AccountPage />;
    case 'key':
      return <KeyPage keyPrefix={current.keyPrefix} />;
    case 'club':
      return <ClubPage clubId={current.clubId} />;
    case 'new-event':
      return <NewEventPage />;
    case 'event':
      return (
        <OfficePage
          eventId={current.eventId}
          part={current.part ?? 'overview'}
          raceId={current.raceId}
        />
      );
    case 'people':
      return <PeoplePage />;
    case 'installation':
      return <InstallationPage />;
    case 'unknown':
      return <MissingPage />;
  }
}

/** Finds out who is signed in, trying until there is an answer; no page that needs a session is drawn before. */
async function start(): Promise<void> {
  while (!person.peek()) {
    const isSignedIn = await loadPerson();
    if (isSignedIn) break;
    if (isSignedIn === false) return goToSignIn();
    await new Promise((resolve) => setTimeout(resolve, RETRY_MILLIS));
  }
  // Before any form is drawn, because a form reads its draft only once.
  await takeOverDrafts(person.peek()?.id ?? 0);
  isKnown.value = true;
  announceKept();
  // Links of the home page lead to pages that are loaded with this one.
  if (page.peek().kind === 'home') AccountPage.preload();
}

/** Starts to load the code of the page while it is still unknown who is signed in. */
function preload(current: ConsolePage): void {
  if (current.kind === 'account') AccountPage.preload();
  if (current.kind === 'club') ClubPage.preload();
  if (current.kind === 'key') KeyPage.preload();
  if (current.kind === 'new-event') NewEventPage.preload();
  if (current.kind === 'people') PeoplePage.preload();
  if (current.kind === 'installation') InstallationPage.preload();
  if (current.kind === 'event') preloadOffice(current);
}

function preloadOffice(current: ConsolePage & { kind: 'event' }): void {
  const params = { eventId: current.eventId };
  askEarly('GET /events/{eventId}/office', { params });
  OfficePage.preload();
  partOf(current.part ?? 'overview').Component.preload();
}

function goToSignIn(): void {
  const { pathname, search, hash } = location;
  const next = encodeURIComponent(pathname + search + hash);
  goTo(`${consoleUrl('sign-in')}?next=${next}`, true);
}

keepDraftsOfClosedTabs();
followLinks();
followLostFocus();
preload(page.peek());
effect(() => {
  // Also when the person goes from a page that needs no session to one that does.
  if (!isOpen(page.value) && !isKnown.value) void start();
  if (person.value === undefined && isKnown.peek()) isKnown.value = false;
});
void speakInConsole(loadConsoleTranslation).then(() =>
  render(<Console />, document.getElementById('app') as HTMLElement),
);
