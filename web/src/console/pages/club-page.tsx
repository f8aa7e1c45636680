/** The page of a club: its members and invitations, its name, its history, and leaving it. */
import { useState } from 'preact/hooks';
import type { Club, Invitation, Member } from '../../../../src/contract/console/clubs.ts';
import type { MadeLink as Link } from '../../../../src/contract/console/sign-in.ts';
import type { Role } from '../../../../src/contract/fields.ts';
import { ROLES } from '../../../../src/domain/accounts/roles.ts';
import { readerTimeText } from '../../shared/moment-text.ts';
import { mayManageClub, person } from '../account/session.ts';
import { call } from '../api.ts';
import { ReachNote } from '../components/copy-field.tsx';
import { Confirmation } from '../components/dialog.tsx';
import { Choice, EmailField, SelectField, TextField } from '../components/field.tsx';
import { FormFrame } from '../components/form-frame.tsx';
import { HistoryList } from '../components/history-list.tsx';
import { MadeLink } from '../components/made-link.tsx';
import { Alert, Arrived, MissingPage, PageHeading } from '../components/page-parts.tsx';
import { announce } from '../documents/announcements.ts';
import { type Loaded, useDocument } from '../documents/documents.ts';
import { useForm } from '../form.ts';
import { consoleUrl, goTo } from '../place.ts';
import { problemText } from '../problems.ts';
import { accountPagesWords } from '../words/account-pages.ts';
import { consoleWords } from '../words/console.ts';

export function ClubPage({ clubId }: { clubId: number }) {
  const t = consoleWords.value;
  const club = useDocument('GET /clubs/{clubId}', { params: { clubId } });
  if (club.problem?.code === 'not_found') return <MissingPage />;
  const { name, role } = club.body ?? {};
  return (
    <>
      <PageHeading title={name ?? t.club}>
        <p class="quiet">{role ? t.roles[role] : club.body && t.noRole}</p>
      </PageHeading>
      <Arrived of={club}>{(shown) => <Parts club={shown} loaded={club} />}</Arrived>
    </>
  );
}

function Parts({ club, loaded }: { club: Club; loaded: Loaded<Club> }) {
  const t = accountPagesWords.value.clubPage;
  const mayManage = mayManageClub(club);
  const own = club.members.find(({ userId }) => userId === person.value?.id);
  return (
    <>
      <Members club={club} loaded={loaded} mayManage={mayManage} />
      {mayManage && <Invitations club={club} />}
      {mayManage && <Rename club={club} loaded={loaded} />}
      {mayManage && (
        <HistoryList
          title={t.history}
          ask={(before) =>
            call('GET /clubs/{clubId}/history', { params: { clubId: club.id }, query: { before } })
          }
        />
      )}
      {own && <Leave club={club} own={own} />}
    </>
  );
}

function Rename({ club, loaded }: { club: Club; loaded: Loaded<Club> }) {
  const t = consoleWords.value;
  const own = accountPagesWords.value.clubPage;
  const form = useForm({ name: `rename-club-${club.id}`, initial: { name: club.name } });
  return (
    <details class="more" open={form.isChanged.value}>
      <summary>{own.rename}</summary>
      <FormFrame
        form={form}
        isQuiet
        submitText={t.save}
        canDiscard
        onSubmit={({ name }) =>
          call('PATCH /clubs/{clubId}', { params: { clubId: club.id }, body: { name } })
        }
        onDone={() => {
          loaded.replace({ ...club, name: form.values.value.name });
          announce(t.saved);
          void loaded.reload();
        }}
      >
        <TextField form={form} name="name" label={t.name} autocomplete="organization" />
      </FormFrame>
    </details>
  );
}

function Leave({ club, own }: { club: Club; own: Member }) {
  const t = consoleWords.value;
  const words = accountPagesWords.value.clubPage;
  const [isAsked, ask] = useState(false);
  return (
    <div class="actions end">
      <button type="button" class="pill danger" onClick={() => ask(true)}>
        {words.leave}
      </button>
      {isAsked && (
        <Confirmation
          title={words.leaveTitle(club.name)}
          action={words.leave}
          words={{ conflict: t.problems.lastAdmin }}
          perform={() =>
            call('DELETE /clubs/{clubId}/members/{userId}', {
              params: { clubId: club.id, userId: own.userId },
            })
          }
          onDone={() => {
            announce(words.left(club.name));
            goTo(consoleUrl(), true);
          }}
          onCancel={() => ask(false)}
        >
          <p>{words.leaveHint}</p>
        </Confirmation>
      )}
    </div>
  );
}

/** Open invitations, and the form for a new one. */
function Invitations({ club }: { club: Club }) {
  const t = consoleWords.value;
  const own = accountPagesWords.value.clubPage;
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
      <h2 id="invite">{own.invite}</h2>
      {link ? <MadeLink link={link} onClose={() => setLink(undefined)} /> : <ReachNote />}
      <FormFrame
        form={form}
        submitText={own.makeLink}
        onSubmit={({ role, email }) =>
          call('POST /clubs/{clubId}/invitations', {
            params,
            body: { role: role as Role, ...(email !== '' && { email }) },
          })
        }
        onDone={(made) => {
          setLink(made);
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
          hint={`${own.inviteEmailHint} ${own.inviteHint}`}
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
  const own = accountPagesWords.value.clubPage;
  if (invitations.length === 0) return null;
  const withdraw = async (id: number) => {
    const { problem } = await call('DELETE /clubs/{clubId}/invitations/{invitationId}', {
      params: { clubId, invitationId: id },
    });
    announce(problem ? problemText(problem, t) : own.withdrawn);
    await onChange();
  };
  return (
    <>
      <h3>{own.pending}</h3>
      <ul class="rows">
        {invitations.map(({ id, role, email, expiresAt }) => (
          <li key={id} class="row-item">
            <div>
              <b>{email ?? own.anybody}</b>
              <span class="quiet block">
                {t.roles[role]}, {own.expires(readerTimeText(expiresAt))}
              </span>
            </div>
            <button
              type="button"
              class="pill"
              aria-label={own.withdrawOf(email ?? own.anybody)}
              onClick={() => void withdraw(id)}
            >
              {own.withdraw}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

interface MembersProps {
  club: Club;
  loaded: Loaded<Club>;
  mayManage: boolean;
}

/** The members of a club, and their roles. */
function Members({ club, loaded, mayManage }: MembersProps) {
  const t = consoleWords.value;
  const own = accountPagesWords.value.clubPage;
  const [removed, setRemoved] = useState<Member>();
  return (
    <section aria-labelledby="members">
      <h2 id="members">{own.members}</h2>
      <ul class="rows">
        {club.members.map((member) => (
          <li key={member.userId} class="row-item">
            <div>
              <b>{member.name}</b>{' '}
              {member.userId === person.value?.id && <span class="badge">{own.you}</span>}
              {member.email && <span class="quiet block">{member.email}</span>}
            </div>
            {mayManage ? (
              <div class="row-actions">
                <RoleChoice club={club} member={member} onChange={loaded.reload} />
                {member.userId !== person.value?.id && (
                  <button
                    type="button"
                    class="pill"
                    aria-label={own.removeOf(member.name)}
                    onClick={() => setRemoved(member)}
                  >
                    {t.remove}
                  </button>
                )}
              </div>
            ) : (
              <span class="quiet">{t.roles[member.role]}</span>
            )}
          </li>
        ))}
      </ul>
      {removed && (
        <Confirmation
          title={own.removeTitle(removed.name)}
          action={t.remove}
          words={{ conflict: t.problems.lastAdmin }}
          perform={() =>
            call('DELETE /clubs/{clubId}/members/{userId}', {
              params: { clubId: club.id, userId: removed.userId },
            })
          }
          onDone={() => {
            setRemoved(undefined);
            announce(own.removed(removed.name));
            void loaded.reload();
          }}
          onCancel={() => setRemoved(undefined)}
        >
          <p>{own.removeHint}</p>
        </Confirmation>
      )}
    </section>
  );
}

interface RoleChoiceProps {
  club: Club;
  member: Member;
  onChange: () => Promise<void>;
}

/** A choice that saves at once; after a refusal it shows the reason and the stored role. */
function RoleChoice({ club, member, onChange }: RoleChoiceProps) {
  const t = consoleWords.value;
  const own = accountPagesWords.value.clubPage;
  const [chosen, choose] = useState<Role>();
  const [problem, setProblem] = useState('');
  const save = async (role: Role) => {
    choose(role);
    const reply = await call('PUT /clubs/{clubId}/members/{userId}', {
      params: { clubId: club.id, userId: member.userId },
      body: { role },
    });
    setProblem(
      reply.problem ? problemText(reply.problem, t, { conflict: t.problems.lastAdmin }) : '',
    );
    if (!reply.problem) announce(own.roleSaved(member.name, t.roles[role]));
    await onChange();
    choose(undefined);
  };
  return (
    <>
      <Choice
        aria-label={own.roleOf(member.name)}
        value={chosen ?? member.role}
        disabled={chosen !== undefined}
        options={ROLES.map((role) => [role, t.roles[role]])}
        onValue={(value) => void save(value as Role)}
      />
      <Alert texts={[problem]} isSmall />
    </>
  );
}
