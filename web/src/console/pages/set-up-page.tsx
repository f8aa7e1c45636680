/** The first start: the operator, and the first club. */
import { useMemo } from 'preact/hooks';
import { call } from '../api.ts';
import { EmailField, TextField } from '../components/field.tsx';
import { FormFrame } from '../components/form-frame.tsx';
import { PageHeading } from '../components/headings.tsx';
import { PasswordField } from '../components/password-field.tsx';
import { useForm } from '../form.ts';
import { forgetToken, takeToken } from '../account/link-token.ts';
import { consoleUrl, goTo } from '../place.ts';
import { setPerson } from '../account/session.ts';
import { consoleWords } from '../words/console.ts';

export function SetUpPage() {
  const t = consoleWords.value;
  const token = useMemo(takeToken, []);
  const form = useForm({
    name: 'set-up',
    initial: { clubName: '', name: '', email: '', password: '' },
    secrets: ['password'],
    words: {
      invalid_credentials: t.problems.deadLink,
      not_found: t.problems.deadLink,
      conflict: t.problems.deadLink,
    },
  });
  return (
    <div class="narrow">
      <PageHeading title={t.setUp.title} />
      {token === null ? (
        <p role="alert">{t.setUp.noToken}</p>
      ) : (
        <>
          <p>{t.setUp.intro}</p>
          <FormFrame
            form={form}
            submitText={t.setUp.submit}
            onSubmit={(values) =>
              call('POST /set-up', { body: { token, ...values }, isAboutSignIn: true })
            }
            onDone={({ person }) => {
              forgetToken();
              form.discard();
              setPerson(person);
              goTo(consoleUrl(), true);
            }}
          >
            <TextField
              form={form}
              name="clubName"
              label={t.setUp.clubName}
              autocomplete="organization"
            />
            <TextField form={form} name="name" label={t.name} autocomplete="name" />
            <EmailField form={form} name="email" autocomplete="username" />
            <PasswordField
              form={form}
              name="password"
              label={t.password}
              hint={t.passwordHint}
              autocomplete="new-password"
            />
          </FormFrame>
        </>
      )}
    </div>
  );
}
