/** The results that the last imports of a layout wrote: the next one may correct them without asking (tools.md, "Results"). */
import type { LaneResult } from '../draw/lane.ts';

/** A result that an import wrote; `source` is the id of the race in the file that the result came from. */
export type WrittenResult = readonly [raceId: number, position: number, ...Values, source: string];

interface ImportedResult extends LaneResult {
  source: string;
}

type Values = [
  status: LaneResult['status'],
  finishTimeMillis: number | null,
  finishPlace: number | null,
  penaltyMillis: number | null,
];

export class WrittenResults {
  private readonly results: Map<string, ImportedResult>;

  constructor(written: readonly WrittenResult[]) {
    this.results = new Map(
      written.map(
        ([raceId, position, status, finishTimeMillis, finishPlace, penaltyMillis, source]) => [
          `${raceId} ${position}`,
          { status, finishTimeMillis, finishPlace, penaltyMillis, source },
        ],
      ),
    );
  }

  readonly of = (raceId: number, position: number): ImportedResult | undefined =>
    this.results.get(`${raceId} ${position}`);

  /** The written result, if it came from the race `source` of a file: other races of files may not correct it. */
  readonly from = (raceId: number, position: number, source: string): LaneResult | undefined => {
    const written = this.of(raceId, position);
    return written?.source === source ? written : undefined;
  };
}
