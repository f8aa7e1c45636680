/** Signing in, and asking for a link where the password is forgotten. */
import { useState } from 'preact/hooks';
import { call } from '../api.ts';
import { announce } from '../documents/announcements.ts';
import { Dialog } from '../components/dialog.tsx';
import { EmailField } from '../components/field.tsx';
import { FormFrame } from '../components/form-frame.tsx';
import { PageHeading } from '../components/headings.tsx';
import { CancelButton, SignInForm } from '../components/sign-in-form.tsx';
import { useForm } from '../form.ts';
import { basePath, goTo, queryValue } from '../place.ts';
import { afterSignIn } from '../routing.ts';
import { facts, setPerson } from '../account/session.ts';
import { consoleWords } from '../words/console.ts';

export function SignInPage() {
  const t = consoleWords.value;
  const [isForgotten, setForgotten] = useState(false);
  return (
    <div class="narrow">
      <PageHeading title={t.signInPage.title} />
      <SignInForm
        email=""
        onSignedIn={(person) => {
          setPerson(person);
          const target = afterSignIn(queryValue('next'), basePath);
          goTo(new URL(target, location.origin).href, true);
        }}
      />
      {facts.hasMail && (
        <p class="actions">
          <button type="button" class="link" onClick={() => setForgotten(true)}>
            {t.signInPage.forgot}
          </button>
        </p>
      )}
      <p class="quiet">{t.signInPage.invitedOnly}</p>
      {isForgotten && <ForgottenPassword onClose={() => setForgotten(false)} />}
    </div>
  );
}

function ForgottenPassword({ onClose }: { onClose: () => void }) {
  const t = consoleWords.value;
  const form = useForm({ name: 'forgotten', initial: { email: '' } });
  return (
    <Dialog title={t.signInPage.forgotTitle} onCancel={onClose}>
      <FormFrame
        form={form}
        submitText={t.signInPage.forgotSend}
        onSubmit={({ email }) => call('POST /links', { body: { email }, isAboutSignIn: true })}
        onDone={() => {
          announce(t.signInPage.forgotHint);
          onClose();
        }}
        actions={<CancelButton onCancel={onClose} />}
      >
        <EmailField form={form} name="email" autocomplete="username" />
      </FormFrame>
    </Dialog>
  );
}
