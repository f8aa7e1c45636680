/** Stands in for what has not arrived, or cannot be seen. */
import type { ComponentChildren } from 'preact';
import type { Loaded } from '../documents/documents.ts';
import { consoleUrl } from '../place.ts';
import { problemText } from '../problems.ts';
import { consoleWords } from '../words/console.ts';
import { PageHeading } from './headings.tsx';

interface ArrivedProps<Body> {
  of: Omit<Loaded<Body>, 'replace'>;
  children: (body: Body) => ComponentChildren;
}

/** A document once it is here; before that why it is not. */
export function Arrived<Body>({ of: { body, problem, reload }, children }: ArrivedProps<Body>) {
  const t = consoleWords.value;
  if (body !== undefined) return <>{children(body)}</>;
  if (!problem) {
    return (
      <p class="waiting" role="status">
        {t.loading}
      </p>
    );
  }
  return (
    <div class="problem" role="alert">
      <p>{problemText(problem, t)}</p>
      <button type="button" class="pill" onClick={() => void reload()}>
        {t.retry}
      </button>
    </div>
  );
}

/** The page for what does not exist, or may not be seen. */
export function MissingPage({ text }: { text?: string | undefined }) {
  const t = consoleWords.value;
  return (
    <>
      <PageHeading title={t.missing} />
      <p role="alert">{text ?? t.missingMore}</p>
      <p class="actions">
        <a class="pill" href={consoleUrl()}>
          {t.toOverview}
        </a>
      </p>
    </>
  );
}
