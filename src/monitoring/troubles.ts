/** A database in trouble, in words for those who use the service. */
import { TurnMissed } from '../concurrency/turn-queue.ts';
import type { Database } from '../storage/engine/database.ts';
import type { Trouble } from '../storage/engine/dialect.ts';

/** What the caller is told of an error; nothing when it is none of the database's. */
export function explainTrouble({ connections }: Database, error: unknown): string | undefined {
  // A body waited too long for its turn to be parsed.
  const trouble = error instanceof TurnMissed ? 'busy' : connections.troubleOf(error);
  return trouble && TROUBLES[trouble];
}

const TROUBLES: Record<Trouble, string> = {
  unreachable: 'The database is out of reach; try again soon.',
  full: 'The database cannot be written, because its disk has too little free space; nothing was written. Reads go on. Try again once the operator has made room.',
  unwritable:
    'The database cannot be written right now; nothing was written. Reads go on. Try again soon.',
  busy: 'Other writes kept this one waiting for too long; nothing was written. Try again soon.',
  unconfirmed:
    'The database has not confirmed the write in time: it may or may not have been made. Sending it again is safe.',
};
