/** What the race office tells everybody, for as long as it holds. */
import type { Board } from '../../../../src/contract/board.ts';
import { words } from '../../shared/language.ts';
import { momentText } from '../../shared/moment-text.ts';
import { notices, today } from '../derived-state.ts';

export function Notices({ board: { timezone } }: { board: Board }) {
  if (notices.value.length === 0) return null;
  return (
    <section id="notices" class="notices" aria-label={words.value.notices}>
      <ul>
        {notices.value.map(({ id, text, postedAt }) => (
          <li key={id}>
            <p>{text}</p>
            <time dateTime={postedAt}>
              {momentText(Date.parse(postedAt), today.value, timezone)}
            </time>
          </li>
        ))}
      </ul>
    </section>
  );
}
