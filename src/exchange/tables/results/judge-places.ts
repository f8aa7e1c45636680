/** The places of a sheet beside its times: photo verdicts, and contradictions. */
import type { ReadResult } from '../../reading/reading.ts';
import { settlePlaces } from '../../reading/settle-places.ts';

interface JudgedPlaces {
  /** With a millisecond more where the photo has decided between equal times. */
  results: (ReadResult | null)[];
  /** Indexes of the boats that have got one. */
  verdicts: number[];
  /** Whether the places contradict the times; then the results are as they were. */
  isContradictory: boolean;
}

/** @param results of the boats of one race; `null`: none */
export function judgePlaces(results: readonly (ReadResult | null)[]): JudgedPlaces {
  const timed = results.flatMap((result, index) => {
    if (result?.status !== 'finished' || result.finishMillis === null) return [];
    const { finishMillis, penaltyMillis, place } = result;
    return [{ index, place, totalMillis: finishMillis + (penaltyMillis ?? 0) }];
  });
  const settled = settlePlaces(timed);
  if ('contradictory' in settled) {
    return { results: [...results], verdicts: [], isContradictory: true };
  }
  const addedMillis = new Map(timed.map(({ index }, at) => [index, settled.addedMillis[at] ?? 0]));
  const judged = results.map((result, index) => {
    const added = addedMillis.get(index) ?? 0;
    if (!result || added === 0) return result;
    return { ...result, finishMillis: (result.finishMillis ?? 0) + added };
  });
  const verdicts = [...addedMillis].flatMap(([index, added]) => (added > 0 ? [index] : []));
  return { results: judged, verdicts, isContradictory: false };
}
