/** Where the person is signed in. Ending a session takes one click, because a lost phone is in a hurry. */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { SessionList } from '../../../../../src/contract/console/account.ts';
import { announce } from '../../documents/announcements.ts';
import { call } from '../../api.ts';
import { useDocument } from '../../documents/documents.ts';
import { momentText } from '../../moments.ts';
import { problemText } from '../../problems.ts';
import { signOut } from '../../account/session.ts';
import { consoleWords } from '../../words/console.ts';
import { Arrived } from '../loading.tsx';

/** This device and the four that were used last: most people have no more. */
const FIRST_SHOWN = 5;

export function SessionsSection() {
  const t = consoleWords.value;
  const sessions = useDocument('GET /account/sessions');
  const end = async (id: number) => {
    const { problem } = await call('DELETE /account/sessions/{sessionId}', {
      params: { sessionId: id },
    });
    announce(problem ? problemText(problem, t) : t.accountPage.ended);
    await sessions.reload();
  };
  return (
    <section aria-labelledby="sessions">
      <h2 id="sessions" tabIndex={-1}>
        {t.accountPage.sessions}
      </h2>
      <Arrived of={sessions}>
        {({ sessions }) => <SessionRows sessions={sessions} onEnd={(id) => void end(id)} />}
      </Arrived>
    </section>
  );
}

interface SessionRowsProps {
  sessions: SessionList['sessions'];
  onEnd: (id: number) => void;
}

/** The session of this device first, then those that were used last; a long list waits for a click. */
function SessionRows({ sessions, onEnd }: SessionRowsProps) {
  const t = consoleWords.value;
  const [isAll, setAll] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    // The button that had the focus is gone.
    if (isAll) list.current?.children[FIRST_SHOWN]?.querySelector('button')?.focus();
  }, [isAll]);
  const ordered = [...sessions].sort((a, b) => Number(b.current) - Number(a.current));
  return (
    <>
      <ul class="rows" ref={list}>
        {ordered
          .slice(0, isAll ? undefined : FIRST_SHOWN)
          .map(({ id, device, lastSeenAt, current }) => (
            <li key={id} class="row-item">
              <div>
                <b>{device}</b> {current && <span class="badge">{t.accountPage.thisDevice}</span>}
                <span class="quiet block">{t.accountPage.lastSeen(momentText(lastSeenAt))}</span>
              </div>
              <button
                type="button"
                class="pill"
                aria-label={current ? undefined : t.accountPage.endOf(device)}
                onClick={() => void (current ? signOut() : onEnd(id))}
              >
                {current ? t.signOut : t.accountPage.end}
              </button>
            </li>
          ))}
      </ul>
      {!isAll && ordered.length > FIRST_SHOWN && (
        <p class="actions">
          <button type="button" class="pill" onClick={() => setAll(true)}>
            {t.more}
          </button>
        </p>
      )}
    </>
  );
}
