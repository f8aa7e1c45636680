/** The search above a list, and the button for further rows. */
import { useId } from 'preact/hooks';
import { MAX_SEARCH_LENGTH } from '../../../../src/domain/text/search-text.ts';
import type { List } from '../documents/documents.ts';
import { consoleWords } from '../words/console.ts';
import { Refused } from './page-parts.tsx';

/** Lists with at most so many rows need no search. */
export const MAX_AT_A_GLANCE = 8;

interface ListSearchProps<Row> {
  list: List<Row>;
  label: string;
  /** The text for the number of rows found. */
  count: (count: number) => string;
}

export function ListSearch<Row>({ list, label, count }: ListSearchProps<Row>) {
  const t = consoleWords.value;
  const id = useId();
  const { body = [], hasMore, typed, search } = list;
  if (typed === '' && !hasMore && body.length <= MAX_AT_A_GLANCE) return null;
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        id={id}
        type="search"
        autocomplete="off"
        maxLength={MAX_SEARCH_LENGTH}
        value={typed}
        onInput={({ currentTarget: { value } }) => search(value)}
      />
      <p class="hint" role="status">
        {hasMore ? t.firstOfMore(body.length) : count(body.length)}
      </p>
    </div>
  );
}

export function MoreRows<Row>({ list: { body, problem, hasMore, showMore } }: { list: List<Row> }) {
  const t = consoleWords.value;
  if (!body) return null;
  return (
    <>
      {problem && <Refused problem={problem} />}
      {hasMore && (
        <p class="actions">
          <button type="button" class="pill" onClick={() => void showMore()}>
            {t.more}
          </button>
        </p>
      )}
    </>
  );
}
