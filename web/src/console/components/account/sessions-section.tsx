/** Where the person is signed in. Ending a session takes one click, because a lost phone is in a hurry. */
import type { SessionList } from '../../../../../src/contract/console/account.ts';
import { announce } from '../../announcements.ts';
import { send } from '../../api.ts';
import { useDocument } from '../../documents.ts';
import { momentText } from '../../moments.ts';
import { problemText } from '../../problems.ts';
import { signOut } from '../../session.ts';
import { consoleWords } from '../../words/words.ts';
import { Arrived } from '../loading.tsx';

export function SessionsSection() {
  const t = consoleWords.value;
  const sessions = useDocument<SessionList>('/account/sessions');
  const end = async (id: number) => {
    const { problem } = await send('DELETE', `/account/sessions/${id}`);
    announce(problem ? problemText(problem, t) : t.accountPage.ended);
    await sessions.reload();
  };
  return (
    <section aria-labelledby="sessions">
      <h2 id="sessions" tabIndex={-1}>
        {t.accountPage.sessions}
      </h2>
      <Arrived of={sessions}>
        {({ sessions }) => (
          <ul class="rows">
            {sessions.map(({ id, device, lastSeenAt, current }) => (
              <li key={id} class="row-item">
                <div>
                  <b>{device}</b> {current && <span class="badge">{t.accountPage.thisDevice}</span>}
                  <span class="quiet block">{t.accountPage.lastSeen(momentText(lastSeenAt))}</span>
                </div>
                <button
                  type="button"
                  class="pill"
                  aria-label={current ? undefined : t.accountPage.endOf(device)}
                  onClick={() => void (current ? signOut() : end(id))}
                >
                  {current ? t.signOut : t.accountPage.end}
                </button>
              </li>
            ))}
          </ul>
        )}
      </Arrived>
    </section>
  );
}
