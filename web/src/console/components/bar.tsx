/** The bar above every page, one line: the product, what the page puts into it, and the way to the other pages. */
import { signal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import { urlOf } from '../../shared/page/page.ts';
import { consoleUrl, page } from '../place.ts';
import { person } from '../account/session.ts';
import { consoleWords } from '../words/console.ts';

const ofPage = signal<ComponentType | undefined>(undefined);

/** Puts something into the bar for as long as a page is on the screen. @param Content the same one each time */
export function useInBar(Content: ComponentType): void {
  useLayoutEffect(() => {
    ofPage.value = Content;
    return () => {
      ofPage.value = undefined;
    };
  }, [Content]);
}

export function Bar() {
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
