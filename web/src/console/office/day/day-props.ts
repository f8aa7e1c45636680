/** What the sections of one day are given. */
import type { PartProps } from '../frame/parts.ts';

export interface DayProps extends Pick<PartProps, 'eventId' | 'document'> {
  /** YYYY-MM-DD */
  day: string;
}
