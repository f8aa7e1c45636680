/**
 * One import of each person is read at a time, so that nobody keeps others from reading theirs. Each process counts for
 * itself.
 */
import { TooOften } from '../../domain/refusal.ts';

const RETRY_MILLIS = 2000;

export class ImportPlaces {
  private readonly people = new Set<number>();

  /** Does the work of a person's import. @returns why not, while another one of theirs is under way */
  async hold<Result>(userId: number, work: () => Promise<Result>): Promise<Result | TooOften> {
    if (this.people.has(userId)) {
      return new TooOften('Another import of yours is still being read.', RETRY_MILLIS);
    }
    this.people.add(userId);
    try {
      return await work();
    } finally {
      this.people.delete(userId);
    }
  }
}
