/** A line that says that the person has to sign in before anything is saved or live again; it opens no dialog by itself. */
import { askToSignIn } from '../../api.ts';
import { reloadOffice } from '../../documents/office.ts';
import { consoleWords } from '../../words/console.ts';
import { frameWords } from '../../words/office-frame.ts';

/** @param onSignedIn called after the person has signed in, to continue what has waited */
export function SignedOut({ onSignedIn }: { onSignedIn?: () => void }) {
  const signIn = async () => {
    await askToSignIn();
    await reloadOffice();
    onSignedIn?.();
  };
  return (
    <>
      {frameWords.value.signedOut}{' '}
      <button type="button" class="pill" onClick={() => void signIn()}>
        {consoleWords.value.signIn}
      </button>
    </>
  );
}
