/** Signing in: the form for its page, and the dialogs for which requests wait. */
import { useState } from 'preact/hooks';
import type { Person } from '../../../../src/contract/console/sign-in.ts';
import { hasPasskeys, proveWithPasskey, signInWithPasskey } from '../account/passkeys.ts';
import { person, setPerson } from '../account/session.ts';
import { call, question, type Reply } from '../api.ts';
import { reloadAndAnnounce } from '../documents/announcements.ts';
import { useForm, useOnce } from '../form.ts';
import { problemText } from '../problems.ts';
import { consoleWords } from '../words/console.ts';
import { CancelButton, Dialog } from './dialog.tsx';
import { EmailField, PasswordField } from './field.tsx';
import { FormFrame } from './form-frame.tsx';
import { Alert } from './page-parts.tsx';

interface SignInFormProps {
  /** Address of the person who was signed in before; empty: nobody. */
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
        <PasswordField form={form} name="password" autocomplete="current-password" />
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
  /** Signs in, or proves who the person is. */
  onUse: () => Promise<Reply<Body>>;
  onDone: (body: Body) => void;
}

/** A button that uses a passkey; draws nothing where the browser or the address allows none. */
function PasskeyButton<Body>({ text, onUse, onDone }: PasskeyButtonProps<Body>) {
  const t = consoleWords.value;
  const [problem, setProblem] = useState('');
  const [isBusy, use] = useOnce(async () => {
    const reply = await onUse();
    if (!reply.problem) return onDone(reply.body);
    const words = {
      cancelled: t.signInPage.passkeyFailed,
      invalid_credentials: t.signInPage.passkeyFailed,
    };
    setProblem(problemText(reply.problem, t, words));
  });
  if (!hasPasskeys) return null;
  return (
    <div class="other-way">
      <p class="quiet or">{t.signInPage.or}</p>
      <Alert texts={[problem]} />
      <button type="button" class="pill" aria-disabled={isBusy} onClick={() => void use()}>
        {isBusy ? t.working : text}
      </button>
    </div>
  );
}

/** The dialogs for which requests wait: signing in again, and a fresh proof. */
export function Questions() {
  const asked = question.value;
  if (!asked) return null;
  const cancel = () => asked.answer(false);
  return asked.kind === 'sign-in' ? (
    <SignInAgain onDone={() => asked.answer(true)} onCancel={cancel} />
  ) : (
    <Proof onDone={() => asked.answer(true)} onCancel={cancel} />
  );
}

interface AnswerProps {
  onDone: () => void;
  onCancel: () => void;
}

function SignInAgain({ onDone, onCancel }: AnswerProps) {
  const t = consoleWords.value;
  const before = person.value;
  return (
    <Dialog title={t.signInPage.again} onCancel={onCancel}>
      <p>{t.signInPage.againHint}</p>
      <SignInForm
        email={before?.email ?? ''}
        onCancel={onCancel}
        onSignedIn={(now) => {
          if (before && now.id !== before.id) {
            // The page, and the requests that wait, belong to the other person.
            onCancel();
            return reloadAndAnnounce(t.signInPage.otherPerson(now.name));
          }
          setPerson(now);
          onDone();
        }}
      />
    </Dialog>
  );
}

function Proof({ onDone, onCancel }: AnswerProps) {
  const t = consoleWords.value;
  const { hasPassword = true, email = null } = person.value ?? {};
  const form = useForm({
    name: 'proof',
    initial: { password: '' },
    secrets: ['password'],
    words: { invalid_credentials: t.problems.wrongPassword },
  });
  return (
    <Dialog title={t.signInPage.proof} onCancel={onCancel}>
      <p>{hasPassword ? t.signInPage.proofHint : t.signInPage.noPasswordHint}</p>
      {hasPassword ? (
        <FormFrame
          form={form}
          submitText={t.signInPage.confirm}
          onSubmit={({ password }) =>
            call('POST /session/proof', { body: { password }, isAboutSignIn: true })
          }
          onDone={onDone}
          actions={<CancelButton onCancel={onCancel} />}
        >
          {/* Tells password managers to which account the password belongs. */}
          <input type="text" hidden autocomplete="username" value={email ?? ''} readOnly />
          <PasswordField form={form} name="password" autocomplete="current-password" />
        </FormFrame>
      ) : (
        <div class="actions">
          <CancelButton onCancel={onCancel} />
        </div>
      )}
      <PasskeyButton
        text={t.signInPage.proofPasskey}
        onUse={proveWithPasskey}
        onDone={() => onDone()}
      />
    </Dialog>
  );
}
