/**
 * The stored data of a person who uses the console: what is left of it when the person is erased, what replaces the name
 * (adoption, "Names and persons"), and all of it as one document.
 */
import type { KeyDetail } from '../../contract/console/account.ts';
import type { AccountHistoryEntry } from '../../contract/console/installation.ts';
import { formatInstant } from '../../contract/instant.ts';
import { MAX_LABEL_LENGTH } from '../../contract/limits.ts';
import { NamesInTexts } from '../text/names-in-texts.ts';
import type { AccountEntry } from './account-entry.ts';

/** The name of a person who was erased. The number tells apart the history entries of several such persons. */
export function formerName(userId: number): string {
  return `Former member ${userId}`;
}

/** The present and former names and addresses of a person, as far as they are stored. */
interface Traces {
  userId: number;
  name: string;
  email: string | null;
  /** The entries of the history of accounts that are by the person or about them. */
  entries: readonly Pick<AccountEntry, 'subjectId' | 'details'>[];
}

/** Removes the names and addresses of a person from what stays stored. */
export class PersonErasure {
  /** All mail addresses that the person has or had. */
  readonly emails: ReadonlySet<string>;
  private readonly names: NamesInTexts;

  constructor({ userId, name, email, entries }: Traces) {
    const own = entries.filter(({ subjectId }) => subjectId === userId);
    const before = (property: string) =>
      own.flatMap(({ details }) => {
        const value = details?.[property];
        return typeof value === 'string' ? [value] : [];
      });
    const former = formerName(userId);
    const names = [...new Set([name, ...before('name')])].filter((each) => each !== former);
    // These texts name nobody else, so even a short name can be replaced wherever it stands as a word.
    const reaching = names.map((each) => ({ name: each, reach: 'words' as const }));
    this.names = new NamesInTexts(reaching, former);
    this.emails = new Set([...(email === null ? [] : [email]), ...before('email')]);
  }

  /** The label of a key or a passkey, without names. */
  inLabel(label: string): string {
    return this.names.replacedIn(label, MAX_LABEL_LENGTH);
  }

  /** The details of an entry of the history of accounts, without names and addresses; the same object where they have none. */
  inDetails(details: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
    const erased = Object.entries(details).map(([property, value]) => {
      if (typeof value !== 'string') return [property, value] as const;
      return [property, this.emails.has(value) ? null : this.names.replacedIn(value)] as const;
    });
    return erased.some(([property, value]) => value !== details[property])
      ? Object.fromEntries(erased)
      : details;
  }
}

/** A row. Its instants are epoch milliseconds in properties named `at`, or with a name that ends in `At`. */
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
  /** Lists of rows, by their names in the document. */
  rows: Readonly<Record<string, readonly Stored[]>>;
  keys: readonly KeyDetail[];
  accountHistory: readonly AccountHistoryEntry[];
}

/** All that is stored about a person, as one document. It never contains secrets with which somebody could sign in. */
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

/** A row with its instants as text. */
function written(row: Stored): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => {
      const isInstant = (name === 'at' || name.endsWith('At')) && typeof value === 'number';
      return [name, isInstant ? formatInstant(value) : value];
    }),
  );
}
