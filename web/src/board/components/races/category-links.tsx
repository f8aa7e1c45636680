/** Above a ranking by category: a link to the list of each, because on a phone the last ones stand far below. */
import { useEffect, useRef } from 'preact/hooks';
import type { BoardRace } from '../../../../../src/contract/board.ts';
import { isolated } from '../../../shared/page/isolated.ts';
import { urlOf } from '../../../shared/page/page.ts';
import type { RankingList } from '../../../shared/race/ranking.ts';
import { laterWords } from '../../../shared/words/later.ts';
import { showCategory } from '../../page/ranking-address.ts';
import { boardPath } from '../../page/routing.ts';
import { makeRoomForStrip } from '../../page/scroll-anchoring.ts';

/** What a list is called: its category. */
export function listName({ name }: RankingList): string {
  return name === null ? laterWords.value.ranking.others : isolated(name);
}

/** The id of its heading, which is the fragment of its address as well. */
export function listId({ id }: BoardRace, { name }: RankingList): string {
  return `category-${id}-${encodeURIComponent(name ?? '')}`;
}

interface CategoryLinksProps {
  eventId: number;
  race: BoardRace;
  lists: readonly RankingList[];
  /** How many of a list are in. */
  countOf(list: RankingList): string;
}

export function CategoryLinks({ eventId, race, lists, countOf }: CategoryLinksProps) {
  const own = useRef<HTMLElement>(null);
  useEffect(() => {
    const id = location.hash.slice(1);
    if (lists.some((list) => listId(race, list) === id)) jumpTo(own.current, id);
  }, []);
  const address = `${urlOf(boardPath(eventId, { race: race.raceNumber }))}?by=category`;
  return (
    <nav class="categories" aria-label={laterWords.value.ranking.category} ref={own}>
      <ul>
        {lists.map((list) => {
          const id = listId(race, list);
          const href = `${address}#${id}`;
          return (
            <li key={id}>
              <a
                class={list.scored > 0 ? 'pill' : 'pill quiet'}
                href={href}
                onClick={(event) => {
                  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
                  event.preventDefault();
                  showCategory(race.id, href);
                  jumpTo(own.current, id);
                }}
              >
                {listName(list)}{' '}
                <span class="count" aria-hidden="true">
                  {list.scored}/{list.entered}
                </span>
                <span class="vh">{countOf(list)}</span>
              </a>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

/** Until what is drawn anew after a jump stands still. */
const SETTLING_FRAMES = 12;

/** Puts the focus on the heading of a list, at the top; the same race may stand elsewhere on the page, too. */
function jumpTo(links: HTMLElement | null, id: string): void {
  const heading = links?.parentElement?.querySelector<HTMLElement>(`#${CSS.escape(id)}`);
  if (!heading) return;
  makeRoomForStrip();
  heading.focus({ preventScroll: true });
  scrollToHeading(heading, SETTLING_FRAMES);
}

/** Rows that come into view are as high as they are, which nobody knew before: the heading would be moved by those above it. */
function scrollToHeading(heading: HTMLElement, frames: number): void {
  heading.scrollIntoView();
  if (frames > 0) requestAnimationFrame(() => scrollToHeading(heading, frames - 1));
}
