/** Pages that are loaded when somebody opens them, so that the first view of another page does not wait for them. */
import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { speakAlso } from '../shared/page/language.ts';
import { Waiting } from './components/page-parts.tsx';
import { consoleWords } from './words/console.ts';
import { loadLaterConsoleTranslation } from './words/parts.ts';

/** A component that is loaded once, however often it is asked for. */
export interface Lazy<Props> {
  (props: Props): preact.JSX.Element;
  /** Begins to load it before it is shown. */
  preload(): void;
}

/** @param load such as `() => import('./page.tsx').then(({ Page }) => Page)` */
export function lazy<Props extends object>(load: () => Promise<ComponentType<Props>>): Lazy<Props> {
  let loaded: ComponentType<Props> | undefined;
  let loading: Promise<void> | undefined;
  const start = () => {
    loading ??= load()
      .then((component) => {
        loaded = component;
      })
      .catch((error: unknown) => {
        // There is no connection, or the service now runs another version: the next attempt loads again.
        loading = undefined;
        throw error;
      });
    return loading;
  };
  const Shown = (props: Props) => {
    const [state, setState] = useState<'waiting' | 'loaded' | 'failed'>(
      loaded ? 'loaded' : 'waiting',
    );
    useEffect(() => {
      if (state !== 'waiting') return;
      start().then(
        () => setState('loaded'),
        () => setState('failed'),
      );
    }, [state]);
    if (loaded) {
      const Loaded = loaded;
      return <Loaded {...props} />;
    }
    const t = consoleWords.value;
    if (state === 'waiting') return <Waiting />;
    return (
      <div class="problem" role="alert">
        <p>{t.notLoaded}</p>
        <button type="button" class="pill" onClick={() => location.reload()}>
          {t.retry}
        </button>
      </div>
    );
  };
  // A failure shows once the component is drawn.
  return Object.assign(Shown, { preload: () => void start().catch(() => {}) });
}

/** The same for components that few people open: in languages other than English, their texts are loaded with them. */
export function lazyWithWords<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): Lazy<Props> {
  return lazy(async () => {
    const [component] = await Promise.all([load(), speakAlso(loadLaterConsoleTranslation)]);
    return component;
  });
}
