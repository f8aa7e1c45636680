/** All that is stored about a person who works with the console, as one document. What lets somebody in is never in it. */
import type { AccountHistoryEntry } from '../../contract/console/account-history.ts';
import type { KeyDetail } from '../../contract/console/keys.ts';
import { formatInstant } from '../../contract/instant.ts';

/** A row, of which the instants are epoch milliseconds under the name `at`, or one that ends in `At`. */
type Stored = Readonly<Record<string, unknown>>;

/** A person as they are stored. */
interface Person {
  id: number;
  display_name: string;
  email: string | null;
  language: string | null;
  is_operator: number;
  password_hash: string | null;
  created_at: number;
  closed_at: number | null;
}

interface Known {
  /** Lists of rows, by what they are called. */
  rows: Readonly<Record<string, readonly Stored[]>>;
  keys: readonly KeyDetail[];
  accountHistory: readonly AccountHistoryEntry[];
}

export function personExport(person: Person, { rows, keys, accountHistory }: Known) {
  const { id, display_name: name, email, language } = person;
  const { created_at: createdAt, closed_at: closedAt } = person;
  return {
    person: {
      ...{ id, name, email, language },
      operator: person.is_operator === 1,
      hasPassword: person.password_hash !== null,
      ...written({ createdAt, closedAt }),
    },
    ...Object.fromEntries(
      Object.entries(rows).map(([list, ofList]) => [list, ofList.map((row) => written(row))]),
    ),
    keys,
    accountHistory,
  };
}

/** A row with its instants written out. */
function written(row: Stored): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => {
      const isInstant = (name === 'at' || name.endsWith('At')) && typeof value === 'number';
      return [name, isInstant ? formatInstant(value) : value];
    }),
  );
}
