/** The dialogs that requests wait for: signing in again, and a fresh proof. */
import { reloadAndAnnounce } from '../documents/announcements.ts';
import { call, question } from '../api.ts';
import { useForm } from '../form.ts';
import { proveWithPasskey } from '../account/passkeys.ts';
import { person, setPerson } from '../account/session.ts';
import { consoleWords } from '../words/console.ts';
import { Dialog } from './dialog.tsx';
import { FormFrame } from './form-frame.tsx';
import { PasswordField } from './password-field.tsx';
import { CancelButton, PasskeyButton, SignInForm } from './sign-in-form.tsx';

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
            // What the page shows, and what waits, is somebody else's.
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
          {/* Tells password managers whose password it is. */}
          <input type="text" hidden autocomplete="username" value={email ?? ''} readOnly />
          <PasswordField
            form={form}
            name="password"
            label={t.password}
            autocomplete="current-password"
          />
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
