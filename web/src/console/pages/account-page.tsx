/** The person's own account. Keys come first, because people need them in a hurry. */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { SessionList } from '../../../../src/contract/console/account.ts';
import type { Person } from '../../../../src/contract/console/sign-in.ts';
import { CONSOLE_LANGUAGE_CODES, LANGUAGES } from '../../../../src/words/languages.ts';
import { readerTimeText } from '../../shared/moment-text.ts';
import { person, setPerson, signOut } from '../account/session.ts';
import { addressOf, call } from '../api.ts';
import { EmailField, PasswordField, SelectField, TextField } from '../components/field.tsx';
import { FormFrame } from '../components/form-frame.tsx';
import { HistoryList } from '../components/history-list.tsx';
import { Arrived, PageHeading } from '../components/page-parts.tsx';
import { announce } from '../documents/announcements.ts';
import { useDocument } from '../documents/documents.ts';
import { useForm } from '../form.ts';
import { consoleUrl } from '../place.ts';
import { problemText } from '../problems.ts';
import { accountPagesWords } from '../words/account-pages.ts';
import { consoleWords } from '../words/console.ts';
import { erasureWords } from '../words/erasure.ts';
import { KeysSection } from './key-page.tsx';
import { PasskeysSection } from './passkeys-section.tsx';

export function AccountPage() {
  const t = consoleWords.value;
  const own = accountPagesWords.value.accountPage;
  const account = person.value;
  useEffect(() => {
    const target = location.hash && document.getElementById(location.hash.slice(1));
    if (target) {
      target.scrollIntoView();
      target.focus({ preventScroll: true });
    }
  }, []);
  if (!account) return null;
  const sections = [
    ['keys', accountPagesWords.value.keys.title],
    ['profile', own.profile],
    ['password', t.password],
    ['passkeys', own.passkeys],
    ['sessions', own.sessions],
    ['data', erasureWords.value.data],
  ] as const;
  return (
    <>
      <PageHeading title={own.title}>
        <p class="quiet">{[account.name, account.email].filter(Boolean).join(' · ')}</p>
      </PageHeading>
      <nav class="sections" aria-label={own.sections}>
        {sections.map(([id, text]) => (
          <a key={id} href={consoleUrl(`account#${id}`)}>
            {text}
          </a>
        ))}
      </nav>
      <KeysSection />
      <Profile account={account} />
      <Password account={account} />
      <PasskeysSection />
      <SessionsSection />
      <section aria-labelledby="data">
        <h2 id="data" tabIndex={-1}>
          {erasureWords.value.data}
        </h2>
        <p class="quiet">{erasureWords.value.dataHint}</p>
        <p class="actions">
          <a class="pill" href={addressOf('GET /account/export')} download>
            {erasureWords.value.download}
          </a>
        </p>
      </section>
      <HistoryList
        title={own.history}
        ask={(before) => call('GET /account/history', { query: { before } })}
      />
    </>
  );
}

function Profile({ account }: { account: Person }) {
  const t = consoleWords.value;
  const own = accountPagesWords.value.accountPage;
  const form = useForm({
    name: 'profile',
    initial: {
      name: account.name,
      email: account.email ?? '',
      language: account.language?.split('-')[0] ?? '',
    },
    words: { conflict: t.problems.emailTaken },
  });
  const languages = CONSOLE_LANGUAGE_CODES.map((code) => [code, LANGUAGES[code].name] as const);
  return (
    <section aria-labelledby="profile">
      <h2 id="profile" tabIndex={-1}>
        {own.profile}
      </h2>
      <FormFrame
        form={form}
        isQuiet
        submitText={t.save}
        canDiscard
        onSubmit={() => {
          const { email, language, ...rest } = form.changedValues();
          const body = {
            ...rest,
            ...(email !== undefined && { email: email === '' ? null : email }),
            ...(language !== undefined && { language: language === '' ? null : language }),
          };
          return call('PATCH /account', { body });
        }}
        onDone={(changed) => {
          setPerson(changed);
          announce(consoleWords.value.saved);
        }}
      >
        <TextField form={form} name="name" label={t.name} autocomplete="name" />
        <EmailField form={form} name="email" hint={own.emailHint} autocomplete="email" />
        <SelectField
          form={form}
          name="language"
          label={own.language}
          options={[['', own.browserLanguage], ...languages]}
        />
      </FormFrame>
    </section>
  );
}

function Password({ account }: { account: Person }) {
  const t = consoleWords.value;
  const own = accountPagesWords.value.accountPage;
  const form = useForm({
    name: 'password',
    initial: { current: '', next: '' },
    secrets: ['current', 'next'],
  });
  const { hasPassword } = account;
  return (
    <section aria-labelledby="password">
      <h2 id="password" tabIndex={-1}>
        {t.password}
      </h2>
      <FormFrame
        form={form}
        isQuiet
        submitText={hasPassword ? own.changePassword : own.setPassword}
        onSubmit={({ current, next }) => {
          const body = { next, ...(current !== '' && { current }) };
          return call('PUT /account/password', { body });
        }}
        onDone={() => {
          setPerson({ ...account, hasPassword: true });
          announce(own.passwordDone);
        }}
      >
        <input type="text" hidden autocomplete="username" value={account.email ?? ''} readOnly />
        {hasPassword && (
          <PasswordField
            form={form}
            name="current"
            label={own.current}
            hint={own.currentHint}
            autocomplete="current-password"
          />
        )}
        <PasswordField
          form={form}
          name="next"
          label={t.newPassword}
          hint={t.passwordHint}
          autocomplete="new-password"
        />
      </FormFrame>
    </section>
  );
}

/** How many sessions are shown at first: this device and the four that were used last; most people have no more. */
const FIRST_SHOWN = 5;

/** The sessions of the person. Ending one takes one click, because it is urgent when a phone is lost. */
function SessionsSection() {
  const t = consoleWords.value;
  const own = accountPagesWords.value.accountPage;
  const sessions = useDocument('GET /account/sessions');
  const end = async (id: number) => {
    const { problem } = await call('DELETE /account/sessions/{sessionId}', {
      params: { sessionId: id },
    });
    announce(problem ? problemText(problem, t) : own.ended);
    await sessions.reload();
  };
  return (
    <section aria-labelledby="sessions">
      <h2 id="sessions" tabIndex={-1}>
        {own.sessions}
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

/** The session of this device first, then those that were used last; a long list is opened with a button. */
function SessionRows({ sessions, onEnd }: SessionRowsProps) {
  const t = consoleWords.value;
  const own = accountPagesWords.value.accountPage;
  const [isAll, setAll] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    // The button that had the focus is gone; the first new row takes it.
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
                <b>{device}</b> {current && <span class="badge">{own.thisDevice}</span>}
                <span class="quiet block">{own.lastSeen(readerTimeText(lastSeenAt))}</span>
              </div>
              <button
                type="button"
                class="pill"
                aria-label={current ? undefined : own.endOf(device)}
                onClick={() => void (current ? signOut() : onEnd(id))}
              >
                {current ? t.signOut : own.end}
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
