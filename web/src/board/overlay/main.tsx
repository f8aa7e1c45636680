/**
 * The entry point of the overlay, a template of its own: it is shown over a picture for hours, so it loads little, stores
 * nothing, and registers no service worker.
 */
import { effect } from '@preact/signals';
import { render } from 'preact';
import type { Board } from '../../../../src/contract/board.ts';
import { pickLanguage, type Translated } from '../../../../src/words/languages.ts';
import { applyEventColour } from '../../shared/components/event-head.tsx';
import { speak } from '../../shared/page/language.ts';
import { embeddedData } from '../../shared/page/page.ts';
import { loadLaterTranslation } from '../../shared/words/later-parts.ts';
import { loadTranslation } from '../../shared/words/parts.ts';
import { type Patience, startLiveUpdates } from '../document/live-updates.ts';
import { board, liveDocument, notFound } from '../embed/embed-document.ts';
import { pageAt } from '../page/routing.ts';
import { isLarge } from './cards.ts';
import { OverlayPage } from './overlay-page.tsx';
import { options, startShowing } from './overlay-state.ts';
import '../styles/overlay.css';

/** The overlay is back within five seconds of the network: the longest wait and pause together are shorter. */
const IMPATIENCE: Patience = {
  stream: { silenceMillis: 30_000, firstByteMillis: 3000 },
  answerMillis: 3000,
  retryMillis: () => 500 + Math.random() * 1000,
};

const page = pageAt(location.pathname, new URL(document.baseURI).pathname);
const data = embeddedData() as Partial<Board> | undefined;

const { style, classList } = document.documentElement;
style.setProperty('--scale', String(options.scale));
style.setProperty('--safe', String(options.safe));
classList.toggle('large', isLarge(options));
if (options.key) {
  style.setProperty('--key', options.key);
  classList.add('keyed');
}
effect(() => applyEventColour(board.value));

if (data?.eventId !== undefined) board.value = data as Board;
else notFound.value = true;

void speak(pickLanguage([options.language ?? '', ...navigator.languages]), loadWords).then(() => {
  startShowing();
  render(<OverlayPage />, document.getElementById('app') as HTMLElement);
});
// Also for an event that does not exist: it may be published while its overlay is set up.
if (page.kind === 'overlay') void startLiveUpdates(page.eventId, liveDocument, IMPATIENCE);

async function loadWords(language: Translated) {
  const [first, later] = await Promise.all([
    loadTranslation(language),
    loadLaterTranslation(language),
  ]);
  return { ...first, ...later };
}
