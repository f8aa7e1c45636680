/** The person's own account: keys first, because they are what somebody comes for in a hurry. */
import { useEffect } from 'preact/hooks';
import type { Person } from '../../../../src/contract/console/sign-in.ts';
import { CONSOLE_LANGUAGE_CODES, LANGUAGES } from '../../../../src/words/languages.ts';
import { announce } from '../documents/announcements.ts';
import { call } from '../api.ts';
import { KeysSection } from '../components/account/keys-section.tsx';
import { PasskeysSection } from '../components/account/passkeys-section.tsx';
import { SessionsSection } from '../components/account/sessions-section.tsx';
import { EmailField, SelectField, TextField } from '../components/field.tsx';
import { FormFrame } from '../components/form-frame.tsx';
import { PageHeading } from '../components/headings.tsx';
import { HistoryList } from '../components/history-list.tsx';
import { PasswordField } from '../components/password-field.tsx';
import { useForm } from '../form.ts';
import { consoleUrl } from '../place.ts';
import { person, setPerson } from '../account/session.ts';
import { consoleWords } from '../words/console.ts';

export function AccountPage() {
  const t = consoleWords.value;
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
    ['keys', t.keys.title],
    ['profile', t.accountPage.profile],
    ['password', t.password],
    ['passkeys', t.accountPage.passkeys],
    ['sessions', t.accountPage.sessions],
  ] as const;
  return (
    <>
      <PageHeading title={t.accountPage.title}>
        <p class="quiet">{[account.name, account.email].filter(Boolean).join(' · ')}</p>
      </PageHeading>
      <nav class="sections" aria-label={t.accountPage.sections}>
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
      <HistoryList
        title={t.accountPage.history}
        ask={(before) => call('GET /account/history', { query: { before } })}
      />
    </>
  );
}

function Profile({ account }: { account: Person }) {
  const t = consoleWords.value;
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
        {t.accountPage.profile}
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
        <EmailField form={form} name="email" hint={t.accountPage.emailHint} autocomplete="email" />
        <SelectField
          form={form}
          name="language"
          label={t.accountPage.language}
          options={[['', t.accountPage.browserLanguage], ...languages]}
        />
      </FormFrame>
    </section>
  );
}

function Password({ account }: { account: Person }) {
  const t = consoleWords.value;
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
        submitText={hasPassword ? t.accountPage.changePassword : t.accountPage.setPassword}
        onSubmit={({ current, next }) => {
          const body = { next, ...(current !== '' && { current }) };
          return call('PUT /account/password', { body });
        }}
        onDone={() => {
          setPerson({ ...account, hasPassword: true });
          announce(t.accountPage.passwordDone);
        }}
      >
        <input type="text" hidden autocomplete="username" value={account.email ?? ''} readOnly />
        {hasPassword && (
          <PasswordField
            form={form}
            name="current"
            label={t.accountPage.current}
            hint={t.accountPage.currentHint}
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
