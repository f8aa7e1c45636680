/** Signing in: on the page for it, and in the dialog that opens where a session has ended. */
import type { Person } from '../../../../src/contract/console/sign-in.ts';
import { useState } from 'preact/hooks';
import { call, type Reply } from '../api.ts';
import { useForm } from '../form.ts';
import { hasPasskeys, signInWithPasskey } from '../account/passkeys.ts';
import { problemText } from '../problems.ts';
import { consoleWords } from '../words/console.ts';
import { EmailField } from './field.tsx';
import { FormFrame } from './form-frame.tsx';
import { PasswordField } from './password-field.tsx';

interface SignInFormProps {
  /** Who was signed in before. */
  email: string;
  onSignedIn: (person: Person) => void;
  onCancel?: () => void;
}

export function SignInForm({ email, onSignedIn, onCancel }: SignInFormProps) {
  const t = consoleWords.value;
  const form = useForm({
    name: 'sign-in',
    initial: { email, password: '' },
    secrets: ['password'],
    words: { invalid_credentials: t.problems.wrongSignIn },
  });
  return (
    <>
      <FormFrame
        form={form}
        submitText={t.signIn}
        onSubmit={({ email, password }) =>
          call('POST /session', { body: { email, password }, isAboutSignIn: true })
        }
        onDone={({ person }) => {
          form.discard();
          onSignedIn(person);
        }}
        actions={onCancel && <CancelButton onCancel={onCancel} />}
      >
        <EmailField form={form} name="email" autocomplete="username" />
        <PasswordField
          form={form}
          name="password"
          label={t.password}
          autocomplete="current-password"
        />
      </FormFrame>
      <PasskeyButton
        text={t.signInPage.passkey}
        onUse={signInWithPasskey}
        onDone={({ person }) => onSignedIn(person)}
      />
    </>
  );
}

interface PasskeyButtonProps<Body> {
  text: string;
  /** Signs in, or proves who is signed in. */
  onUse: () => Promise<Reply<Body>>;
  onDone: (body: Body) => void;
}

/** Uses a passkey; not there where the browser or the address allows none. */
export function PasskeyButton<Body>({ text, onUse, onDone }: PasskeyButtonProps<Body>) {
  const t = consoleWords.value;
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  if (!hasPasskeys) return null;
  const use = async () => {
    if (isBusy) return;
    setBusy(true);
    const reply = await onUse();
    setBusy(false);
    if (!reply.problem) return onDone(reply.body);
    const words = {
      cancelled: t.signInPage.passkeyFailed,
      invalid_credentials: t.signInPage.passkeyFailed,
    };
    setProblem(problemText(reply.problem, t, words));
  };
  return (
    <div class="other-way">
      <p class="quiet or">{t.signInPage.or}</p>
      <div role="alert" class="problem">
        {problem && <p>{problem}</p>}
      </div>
      <button type="button" class="pill" aria-disabled={isBusy} onClick={() => void use()}>
        {isBusy ? t.working : text}
      </button>
    </div>
  );
}

export function CancelButton({ onCancel }: { onCancel: () => void }) {
  return (
    <button type="button" class="pill" onClick={onCancel}>
      {consoleWords.value.cancel}
    </button>
  );
}
