/** How late a day runs, and until when, or for a while after a change what that was before. */
import { words } from '../../../shared/words/board.ts';
import { delayMark, withEnd } from '../../../shared/times.ts';
import { timezone, toldDelays } from '../../document/derived-state.ts';

/** @param day YYYY-MM-DD at the venue */
export function DelayMark({ day }: { day: string }) {
  const t = words.value;
  const told = toldDelays.value.get(day);
  if (!told) return null;
  const { minutes, was, until } = told;
  // In the same unit and direction, so that the number alone says it.
  const isShort = was !== null && Math.abs(was) < 60 && was * minutes > 0;
  const before = was !== null && t.was(isShort ? String(Math.abs(was)) : delayMark(was, t));
  const now = withEnd(delayMark(minutes, t), until, timezone.value, t);
  const text = [now, before].filter(Boolean).join(', ');
  // Another element for another text: what begins elsewhere then would count as moved.
  return (
    <span class="delay" key={text}>
      {text}
    </span>
  );
}
