/**
 * The entry point of the embedded page, a template of its own so that a frame loads little. It asks for no permission, stores
 * nothing, and registers no service worker, because it is a guest on somebody else's site.
 */
import { effect } from '@preact/signals';
import { render } from 'preact';
import type { Board } from '../../../../src/contract/board.ts';
import { applyEventColour } from '../../shared/components/event-head.tsx';
import { speak } from '../../shared/page/language.ts';
import { embeddedData } from '../../shared/page/page.ts';
import { words } from '../../shared/words/board.ts';
import { loadTranslation } from '../../shared/words/parts.ts';
import '../../shared/styles/base.css';
import '../../shared/styles/parts.css';
import { startLiveUpdates } from '../document/live-updates.ts';
import { pageAt } from '../page/routing.ts';
import '../styles/embed.css';
import { pickLanguage } from '../../../../src/words/languages.ts';
import { board, liveDocument, notFound, now } from './embed-document.ts';
import { EmbedPage } from './embed-page.tsx';

const CLOCK_MILLIS = 10_000;

const page = pageAt(location.pathname, new URL(document.baseURI).pathname);
const wanted = new URLSearchParams(location.search).get('lang');
const data = embeddedData() as Partial<Board> | undefined;

// The site around the frame may name its own language in `?lang=`.
void speak(pickLanguage([wanted ?? '', ...navigator.languages]), loadTranslation).then(draw);
if (data?.eventId !== undefined) {
  board.value = data as Board;
} else notFound.value = true;
setInterval(() => {
  now.value = Date.now();
}, CLOCK_MILLIS);
if (page.kind === 'embed' && !notFound.value) void startLiveUpdates(page.eventId, liveDocument);

effect(() => applyEventColour(board.value));

function draw(): void {
  render(<Current />, document.getElementById('app') as HTMLElement);
}

function Current() {
  if (notFound.value) return <p class="embed">{words.value.noSuchRegatta}</p>;
  return board.value && <EmbedPage board={board.value} />;
}
