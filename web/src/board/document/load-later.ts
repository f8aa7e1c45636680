/** Loads what the first view does not need: a moment after the first view has been drawn, or as soon as it is needed. */
import { effect } from '@preact/signals';
import { speakAlso } from '../../shared/page/language.ts';
import { untilLoaded } from '../../shared/page/page.ts';
import { dialog, missing, openRaces, query, shownCrew, view } from '../page/view-state.ts';
import { isWide } from '../page/wide-screen.ts';
import { board } from './document-on-screen.ts';
import { type Later, later } from './later.ts';

/** Until then, a slow network is left to the first view and the live updates. */
const WAIT_MILLIS = 1500;

let loading: Promise<Later> | undefined;

/** To be called once the first view has been drawn. */
export function startLater(eventId: number): void {
  setTimeout(() => void loadLater(), WAIT_MILLIS);
  effect(() => {
    if (isAskedFor()) void loadLater();
  });
  later.subscribe((parts) => parts?.startWithBoard(eventId));
}

function isAskedFor(): boolean {
  return (
    isWide.value ||
    board.value?.status === 'announced' ||
    view.value === 'mine' ||
    query.value !== '' ||
    openRaces.value.size > 0 ||
    shownCrew.value !== undefined ||
    missing.value !== undefined ||
    dialog.value !== undefined
  );
}

/** Loads these parts and their words now, unless they are loading or loaded already. */
export function loadLater(): Promise<Later> {
  loading ??= untilLoaded(() => import('../components/later.tsx')).then(async (parts) => {
    await speakAlso(parts.loadLaterTranslation);
    later.value = parts;
    return parts;
  });
  return loading;
}
