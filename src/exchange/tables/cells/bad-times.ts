/** The question `badTimes`: which times are meant by cells that are none, or unlikely ones (formats.md §4.3, §9). */
import { type Inquiry, textsByText } from '../../reading/inquiry.ts';
import { readResultTime } from '../results/result-time.ts';

/**
 * One question for all such cells; the answer names the time of each, or nothing.
 *
 * @param bad what is proposed for each, by its text
 * @returns the milliseconds of each; `null`: the boat has no result
 */
export function askBadTimes(
  bad: ReadonlyMap<string, string>,
  inquiry: Inquiry,
): ReadonlyMap<string, number | null> {
  if (bad.size === 0) return new Map();
  const texts = [...bad.keys()].slice(0, 12).map((text) => `“${text}”`);
  const answer = inquiry.ask(
    {
      id: 'badTimes',
      text: `These cells are no times, or unlikely ones: ${texts.join(', ')}. Which time is meant by each? An empty text leaves the boat without a result.`,
      proposed: Object.fromEntries(bad),
    },
    (value) => {
      const said = textsByText(value);
      const times = [...bad.keys()].map((text) => meantBy(said?.get(text)));
      return times.includes(undefined) ? undefined : (times as (number | null)[]);
    },
  );
  return new Map([...bad.keys()].map((text, index) => [text, answer?.[index] ?? null]));
}

function meantBy(text: string | undefined): number | null | undefined {
  if (text === undefined) return undefined;
  const read = readResultTime({ kind: 'text', text });
  if (read.kind === 'none') return null;
  return read.kind === 'time' ? read.millis : undefined;
}
