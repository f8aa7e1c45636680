/** The places of a sheet beside its times: photo verdicts, and contradictions (formats.md §0). */
import type { ReadResult } from '../reading.ts';

interface JudgedPlaces {
  /** With a millisecond more where the photo has decided between equal times. */
  results: (ReadResult | null)[];
  /** Indexes of the boats that have got one. */
  verdicts: number[];
  /** Whether a boat with a better place has a worse time, or two with one place have two times. */
  isContradictory: boolean;
}

/**
 * Compares the places of one race with its times, penalties included. Places may have gaps: a sheet counts boats that
 * it does not list.
 *
 * @param results of the boats; `null`: none
 */
export function judgePlaces(results: readonly (ReadResult | null)[]): JudgedPlaces {
  const placed = results.flatMap((result, index) => {
    const { finishMillis, penaltyMillis, place } = result ?? NOTHING;
    if (result?.status !== 'finished' || finishMillis === null || place === null) return [];
    return [{ index, place, finishMillis, total: finishMillis + (penaltyMillis ?? 0) }];
  });
  placed.sort((a, b) => a.place - b.place || a.total - b.total);
  const judged = results.map((result) => result && { ...result });
  const verdicts: number[] = [];
  let isContradictory = false;
  let before: { place: number; total: number; given: number } | undefined;
  for (const { index, place, finishMillis, total } of placed) {
    const isTie = before?.place === place;
    if (before && (total < before.total || (isTie && total !== before.total)))
      isContradictory = true;
    const given = before && total <= before.given ? before.given + (isTie ? 0 : 1) : total;
    const result = judged[index];
    if (result && given !== total) {
      result.finishMillis = finishMillis + given - total;
      verdicts.push(index);
    }
    before = { place, total, given };
  }
  if (isContradictory) return { results: [...results], verdicts: [], isContradictory };
  return { results: judged, verdicts, isContradictory };
}

const NOTHING = { finishMillis: null, penaltyMillis: null, place: null };
