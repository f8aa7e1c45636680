/** The section of the account page with the person's passkeys. */
import { useState } from 'preact/hooks';
import type { PasskeyItem, PasskeyList } from '../../../../src/contract/console/account.ts';
import { addPasskey, hasPasskeys } from '../account/passkeys.ts';
import { call } from '../api.ts';
import { Confirmation } from '../components/dialog.tsx';
import { TextField } from '../components/field.tsx';
import { FormFrame } from '../components/form-frame.tsx';
import { Arrived } from '../components/page-parts.tsx';
import { announce } from '../documents/announcements.ts';
import { type Loaded, useDocument } from '../documents/documents.ts';
import { useForm } from '../form.ts';
import { accountPagesWords } from '../words/account-pages.ts';
import { consoleWords } from '../words/console.ts';
import { keyDates } from './key-page.tsx';

export function PasskeysSection() {
  const t = accountPagesWords.value.accountPage;
  const passkeys = useDocument('GET /account/passkeys');
  return (
    <section aria-labelledby="passkeys">
      <h2 id="passkeys" tabIndex={-1}>
        {t.passkeys}
      </h2>
      <p class="quiet">{t.passkeyHint}</p>
      <Arrived of={passkeys}>
        {(list) => <Passkeys list={list.passkeys} onChange={passkeys.reload} />}
      </Arrived>
      {hasPasskeys ? <NewPasskey passkeys={passkeys} /> : <p class="quiet">{t.noPasskeyHere}</p>}
    </section>
  );
}

function Passkeys({
  list,
  onChange,
}: {
  list: readonly PasskeyItem[];
  onChange: () => Promise<void>;
}) {
  const t = consoleWords.value;
  const own = accountPagesWords.value.accountPage;
  const [removed, setRemoved] = useState<PasskeyItem>();
  if (list.length === 0) return <p class="quiet">{own.noPasskeys}</p>;
  return (
    <>
      <ul class="rows">
        {list.map((passkey) => (
          <li key={passkey.id} class="row-item">
            <div>
              <b>{passkey.label}</b>
              <span class="quiet block">{keyDates({ ...passkey, revokedAt: null })}</span>
            </div>
            <button type="button" class="pill" onClick={() => setRemoved(passkey)}>
              {t.remove}
              <span class="vh">: {passkey.label}</span>
            </button>
          </li>
        ))}
      </ul>
      {removed && (
        <Confirmation
          title={own.removePasskey(removed.label)}
          action={t.remove}
          perform={() =>
            call('DELETE /account/passkeys/{passkeyId}', { params: { passkeyId: removed.id } })
          }
          onDone={() => {
            setRemoved(undefined);
            void onChange();
          }}
          onCancel={() => setRemoved(undefined)}
        />
      )}
    </>
  );
}

function NewPasskey({ passkeys }: { passkeys: Loaded<PasskeyList> }) {
  const t = accountPagesWords.value.accountPage;
  const form = useForm({
    name: 'new-passkey',
    initial: { label: '' },
    words: { cancelled: t.passkeyFailed },
  });
  return (
    <FormFrame
      form={form}
      isQuiet
      submitText={t.addPasskey}
      onSubmit={({ label }) => addPasskey(label.trim() || t.thisDevice)}
      onDone={() => {
        announce(t.passkeyAdded);
        void passkeys.reload();
      }}
    >
      <TextField form={form} name="label" label={t.passkeyName} isOptional />
    </FormFrame>
  );
}
