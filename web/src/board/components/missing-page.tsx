/** The page for a link to a regatta that does not exist or is not published. */
import { words } from '../../shared/words/board.ts';
import { urlOf, useTitle } from '../../shared/page/page.ts';
import { PageFooter } from './page-footer.tsx';

export function MissingPage() {
  const t = words.value;
  useTitle(t.noSuchRegatta);
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
