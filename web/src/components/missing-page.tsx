/** What a link to nowhere shows. */
import { useEffect } from 'preact/hooks';
import { words } from '../language.ts';
import { urlOf } from '../page.ts';
import { PageFooter } from './page-footer.tsx';

export function MissingPage() {
  const t = words.value;
  useEffect(() => {
    document.title = t.noSuchRegatta;
  });
  return (
    <>
      <main class="missing">
        <h1>{t.noSuchRegatta}</h1>
        <p>{t.noSuchRegattaMore}</p>
        <p>
          <a class="pill" href={urlOf('.')}>
            {t.allRegattas}
          </a>
        </p>
      </main>
      <PageFooter />
    </>
  );
}
