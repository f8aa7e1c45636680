/** Who is invited, and inviting somebody. */
import { useState } from 'preact/hooks';
import type { Club, Invitation } from '../../../../../src/contract/console/clubs.ts';
import type { Role } from '../../../../../src/contract/console/fields.ts';
import type { MadeLink as Link } from '../../../../../src/contract/console/sign-in.ts';
import { ROLES } from '../../../../../src/domain/accounts/roles.ts';
import { announce } from '../../documents/announcements.ts';
import { call } from '../../api.ts';
import { useDocument } from '../../documents/documents.ts';
import { useForm } from '../../form.ts';
import { momentText } from '../../moments.ts';
import { problemText } from '../../problems.ts';
import { consoleWords } from '../../words/console.ts';
import { EmailField, SelectField } from '../field.tsx';
import { FormFrame } from '../form-frame.tsx';
import { MadeLink } from '../made-link.tsx';
import { ReachNote } from '../reach-note.tsx';

export function Invitations({ club }: { club: Club }) {
  const t = consoleWords.value;
  const params = { clubId: club.id };
  const invitations = useDocument('GET /clubs/{clubId}/invitations', { params });
  const [link, setLink] = useState<Link>();
  const form = useForm({
    name: `invite-${club.id}`,
    initial: { role: 'schedule_manager' as string, email: '' },
  });
  const role = form.values.value.role as Role;
  return (
    <section aria-labelledby="invite">
      <h2 id="invite">{t.clubPage.invite}</h2>
      {link ? <MadeLink link={link} onClose={() => setLink(undefined)} /> : <ReachNote />}
      <FormFrame
        form={form}
        submitText={t.clubPage.makeLink}
        onSubmit={({ role, email }) =>
          call('POST /clubs/{clubId}/invitations', {
            params,
            body: { role: role as Role, ...(email !== '' && { email }) },
          })
        }
        onDone={(made) => {
          setLink(made);
          form.discard();
          void invitations.reload();
        }}
      >
        <SelectField
          form={form}
          name="role"
          label={t.role}
          hint={t.roleHints[role]}
          options={ROLES.map((role) => [role, t.roles[role]] as const)}
        />
        <EmailField
          form={form}
          name="email"
          hint={`${t.clubPage.inviteEmailHint} ${t.clubPage.inviteHint}`}
          isOptional
          autocomplete="off"
        />
      </FormFrame>
      <Pending
        invitations={invitations.body?.invitations ?? []}
        clubId={club.id}
        onChange={invitations.reload}
      />
    </section>
  );
}

interface PendingProps {
  invitations: readonly Invitation[];
  clubId: number;
  onChange: () => Promise<void>;
}

function Pending({ invitations, clubId, onChange }: PendingProps) {
  const t = consoleWords.value;
  if (invitations.length === 0) return null;
  const withdraw = async (id: number) => {
    const { problem } = await call('DELETE /clubs/{clubId}/invitations/{invitationId}', {
      params: { clubId, invitationId: id },
    });
    announce(problem ? problemText(problem, t) : t.clubPage.withdrawn);
    await onChange();
  };
  return (
    <>
      <h3>{t.clubPage.pending}</h3>
      <ul class="rows">
        {invitations.map(({ id, role, email, expiresAt }) => (
          <li key={id} class="row-item">
            <div>
              <b>{email ?? t.clubPage.anybody}</b>
              <span class="quiet block">
                {t.roles[role]}, {t.clubPage.expires(momentText(expiresAt))}
              </span>
            </div>
            <button
              type="button"
              class="pill"
              aria-label={t.clubPage.withdrawOf(email ?? t.clubPage.anybody)}
              onClick={() => void withdraw(id)}
            >
              {t.clubPage.withdraw}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
