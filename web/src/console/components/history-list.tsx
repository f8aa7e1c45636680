/** Who did what to an account or a club, newest first. Requested when the reader opens the list. */
import { useState } from 'preact/hooks';
import type {
  AccountHistory,
  AccountHistoryEntry,
} from '../../../../src/contract/console/installation.ts';
import { readerTimeText } from '../../shared/moment-text.ts';
import type { Reply } from '../api.ts';
import type { Problem } from '../problems.ts';
import { consoleWords } from '../words/console.ts';
import { Refused } from './page-parts.tsx';

interface HistoryListProps {
  title: string;
  /** @param before the entry before which the page begins; `undefined`: the newest */
  ask: (before: number | undefined) => Promise<Reply<AccountHistory>>;
}

export function HistoryList({ title, ask }: HistoryListProps) {
  const t = consoleWords.value;
  const [entries, setEntries] = useState<readonly AccountHistoryEntry[]>();
  const [next, setNext] = useState<number | null>(null);
  const [problem, setProblem] = useState<Problem>();
  const [isOpen, setOpen] = useState(false);
  const load = async (before: number | null) => {
    const reply = await ask(before ?? undefined);
    setProblem(reply.problem);
    if (reply.problem) return;
    setEntries([...(before === null ? [] : (entries ?? [])), ...reply.body.entries]);
    setNext(reply.body.next);
  };
  return (
    <details
      class="more"
      onToggle={({ currentTarget: { open } }) => {
        setOpen(open);
        if (open) void load(null);
      }}
    >
      <summary>{title}</summary>
      {problem && <Refused problem={problem} />}
      {isOpen && !entries && !problem && <p class="waiting">{t.loading}</p>}
      {entries?.length === 0 && <p class="quiet">{t.history.none}</p>}
      <ol class="rows history">
        {entries?.map((entry) => (
          <li key={entry.id}>
            <Entry entry={entry} />
          </li>
        ))}
      </ol>
      {next !== null && (
        <button type="button" class="pill" onClick={() => void load(next)}>
          {t.more}
        </button>
      )}
    </details>
  );
}

function Entry({ entry }: { entry: AccountHistoryEntry }) {
  const t = consoleWords.value;
  const { at, displayName, loginName, operation, subject, userId, club, details } = entry;
  const operations: Record<string, string> = t.history.operations;
  const about = [
    subject && subject.userId !== userId ? subject.name : undefined,
    club?.name,
    ...Object.entries(details).map(([name, value]) => detailText(name, value)),
  ].filter(Boolean);
  return (
    <>
      <span>
        <b>{displayName ?? loginName ?? t.history.byService}</b>{' '}
        {operations[operation] ?? operation}
        {about.length > 0 && `: ${about.join(', ')}`}
      </span>
      <time class="quiet" dateTime={at}>
        {readerTimeText(at)}
      </time>
    </>
  );
}

/** A role in the reader's language; any other value as it is; `undefined` for what is no text or number. */
function detailText(name: string, value: unknown): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const roles: Record<string, string> = consoleWords.value.roles;
  return name === 'role' ? (roles[value] ?? String(value)) : String(value);
}
