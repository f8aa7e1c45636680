/** The pages that need no session: signing in, the first start, and links of invitations. */
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { LinkContents, SessionAnswer } from '../../../../src/contract/console/sign-in.ts';
import { readerTimeText } from '../../shared/moment-text.ts';
import { facts, loadPerson, person, setPerson } from '../account/session.ts';
import { call } from '../api.ts';
import { CancelButton, Dialog } from '../components/dialog.tsx';
import { EmailField, PasswordField, TextField } from '../components/field.tsx';
import { FormFrame } from '../components/form-frame.tsx';
import { PageHeading } from '../components/page-parts.tsx';
import { SignInForm } from '../components/sign-in-form.tsx';
import { announce } from '../documents/announcements.ts';
import { useForm } from '../form.ts';
import { basePath, consoleUrl, forgetToken, goTo, queryValue, takeToken } from '../place.ts';
import { type Problem, problemText } from '../problems.ts';
import { afterSignIn } from '../routing.ts';
import { consoleWords } from '../words/console.ts';

/** Signing in, with a dialog that requests a link for a forgotten password. */
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

/** The first start: makes the operator and the first club. */
export function SetUpPage() {
  const t = consoleWords.value;
  const token = useMemo(takeToken, []);
  const form = useForm({
    name: 'set-up',
    initial: { clubName: '', name: '', email: '', password: '' },
    secrets: ['password'],
    words: {
      invalid_credentials: t.problems.invalidLink,
      not_found: t.problems.invalidLink,
      conflict: t.problems.invalidLink,
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
              hint={t.passwordHint}
              autocomplete="new-password"
            />
          </FormFrame>
        </>
      )}
    </div>
  );
}

/** The page of an invitation or a sign-in link: says what the link does, and redeems it when the person confirms. */
export function InvitationPage() {
  const t = consoleWords.value;
  const token = useMemo(takeToken, []);
  const [contents, setContents] = useState<LinkContents>();
  const [problem, setProblem] = useState<Problem>();
  useEffect(() => {
    if (token !== null)
      void readLink(token).then((read) => {
        setContents(read.contents);
        setProblem(read.problem);
      });
  }, [token]);
  const words = { invalid_credentials: t.problems.invalidLink, not_found: t.problems.invalidLink };
  return (
    <div class="narrow">
      <PageHeading title={t.invitation.title} />
      {token === null && <p role="alert">{t.invitation.noToken}</p>}
      {token !== null && !contents && (
        <div role={problem ? 'alert' : 'status'} class={problem ? 'problem' : 'waiting'}>
          <p>{problem ? problemText(problem, t, words) : t.loading}</p>
        </div>
      )}
      {token !== null && contents && <Redeem token={token} contents={contents} />}
    </div>
  );
}

/** Reads the link and who is signed in, which decides what the page asks. */
async function readLink(token: string): Promise<{ contents?: LinkContents; problem?: Problem }> {
  const [reply] = await Promise.all([
    call('POST /links/read', { body: { token }, isAboutSignIn: true }),
    loadPerson(),
  ]);
  if (!reply.problem) {
    if (reply.body.kind === 'set-up') goTo(consoleUrl('set-up'), true);
    return { contents: reply.body };
  }
  if (reply.problem.code === 'invalid_credentials') forgetToken();
  return { problem: reply.problem };
}

function Redeem({ token, contents }: { token: string; contents: LinkContents }) {
  const t = consoleWords.value;
  const { kind, clubName, role, email, expiresAt } = contents;
  const signedIn = person.value;
  const isNewPerson = kind === 'invitation' && !signedIn;
  const form = useForm({
    name: 'invitation',
    initial: { name: '', email: '', password: '' },
    secrets: ['password'],
    words: { invalid_credentials: t.problems.invalidLink, conflict: t.problems.emailTaken },
  });
  const redeem = (values: { name: string; email: string; password: string }) => {
    const { email: typed, ...rest } = values;
    const body = isNewPerson
      ? { token, ...rest, ...(email === null && { email: typed }) }
      : { token };
    return call('POST /links/redeem', { body, isAboutSignIn: true });
  };
  const done = ({ person: now }: SessionAnswer) => {
    forgetToken();
    form.discard();
    setPerson(now);
    if (clubName !== null) announce(t.invitation.joined(clubName));
    // A person who has forgotten the password can set another one while the link counts as a proof.
    goTo(consoleUrl(kind === 'sign-in' ? 'account#password' : ''), true);
  };
  const submitTexts = {
    invitation: isNewPerson ? t.invitation.create : t.invitation.joinNow,
    'sign-in': t.signIn,
    // Never shown: a set-up link has a page of its own.
    'set-up': t.signIn,
  };
  return (
    <>
      <p>
        {kind === 'sign-in' &&
          (email === null ? t.invitation.signInLinkPlain : t.invitation.signInLink(email))}
        {kind === 'invitation' &&
          (clubName === null || role === null
            ? t.invitation.account
            : t.invitation.join(clubName, t.roles[role]))}
      </p>
      <p class="quiet">{t.invitation.until(readerTimeText(expiresAt))}</p>
      {kind === 'invitation' && signedIn && <p>{t.invitation.joinAs(signedIn.name)}</p>}
      <FormFrame
        form={form}
        submitText={submitTexts[kind]}
        onSubmit={redeem}
        onDone={done}
        actions={
          isNewPerson && (
            <a class="pill" href={`${consoleUrl('sign-in')}?next=${INVITATION}`}>
              {t.invitation.haveAccount}
            </a>
          )
        }
      >
        {isNewPerson && (
          <>
            <TextField form={form} name="name" label={t.name} autocomplete="name" />
            {email === null ? (
              <EmailField form={form} name="email" autocomplete="username" />
            ) : (
              <input type="hidden" autocomplete="username" value={email} />
            )}
            <PasswordField
              form={form}
              name="password"
              hint={t.passwordHint}
              autocomplete="new-password"
            />
          </>
        )}
      </FormFrame>
    </>
  );
}

/** The page to which a person with an account returns after signing in, to join with it. */
const INVITATION = encodeURIComponent(new URL(consoleUrl('invitation')).pathname);
