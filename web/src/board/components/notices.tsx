/** What the race office tells everybody, for as long as it holds: on a phone a few lines of it, all of it at a tap. */
import { useState } from 'preact/hooks';
import type { Board, BoardNotice } from '../../../../src/contract/board.ts';
import { words } from '../../shared/page/language.ts';
import { momentText } from '../../shared/moment-text.ts';
import { notices, today } from '../document/derived-state.ts';

/** As many as three lines of a phone hold. */
const MAX_SHORT_LETTERS = 90;
const MAX_SHORT_LINES = 3;

export function Notices({ board: { timezone } }: { board: Board }) {
  if (notices.value.length === 0) return null;
  return (
    <section id="notices" class="notices" aria-label={words.value.notices}>
      <ul>
        {notices.value.map((notice) => (
          <Notice key={notice.id} notice={notice} timezone={timezone} />
        ))}
      </ul>
    </section>
  );
}

function Notice({
  notice: { text, postedAt },
  timezone,
}: {
  notice: BoardNotice;
  timezone: string | null;
}) {
  const t = words.value;
  const [isOpen, setOpen] = useState(false);
  const isLong = text.length > MAX_SHORT_LETTERS || text.split('\n').length > MAX_SHORT_LINES;
  return (
    <li class={isLong && !isOpen ? 'long' : undefined}>
      <p>{text}</p>
      <time dateTime={postedAt}>{momentText(Date.parse(postedAt), today.value, timezone)}</time>
      {isLong && (
        <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? t.less : t.more}
        </button>
      )}
    </li>
  );
}
