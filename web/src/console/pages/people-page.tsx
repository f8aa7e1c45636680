/** The page with all people of the installation, for operators. */
import { useState } from 'preact/hooks';
import type { MadePerson, PersonItem } from '../../../../src/contract/console/clubs.ts';
import type { ErasedPerson } from '../../../../src/contract/console/erasure.ts';
import type { MadeLink as Link } from '../../../../src/contract/console/sign-in.ts';
import { person } from '../account/session.ts';
import { call } from '../api.ts';
import { ReachNote } from '../components/copy-field.tsx';
import { Confirmation, Dialog } from '../components/dialog.tsx';
import { EmailField, TextField } from '../components/field.tsx';
import { FormFrame } from '../components/form-frame.tsx';
import { LeftInFiles } from '../components/left-in-files.tsx';
import { ListSearch, MoreRows } from '../components/list-parts.tsx';
import { MadeLink } from '../components/made-link.tsx';
import { Arrived, MissingPage, PageHeading } from '../components/page-parts.tsx';
import { announce } from '../documents/announcements.ts';
import { type List, useList } from '../documents/documents.ts';
import { useForm } from '../form.ts';
import { consoleUrl } from '../place.ts';
import { problemText } from '../problems.ts';
import { accountPagesWords } from '../words/account-pages.ts';
import { consoleWords } from '../words/console.ts';
import { erasureWords } from '../words/erasure.ts';

export function PeoplePage() {
  const t = consoleWords.value;
  const own = accountPagesWords.value.peoplePage;
  const people = useList('GET /people');
  const [link, setLink] = useState<Link>();
  const { code } = people.problem ?? {};
  if (code === 'forbidden' || code === 'not_found') return <MissingPage text={own.onlyOperators} />;
  return (
    <>
      <PageHeading title={own.title}>
        <a class="link" href={consoleUrl('installation')}>
          {t.installationPage.title}
        </a>
      </PageHeading>
      {link ? (
        <MadeLink
          key={`${link.link} ${link.expiresAt}`}
          link={link}
          onClose={() => setLink(undefined)}
        />
      ) : (
        <ReachNote />
      )}
      <ListSearch list={people} label={own.find} count={own.found} />
      <Arrived of={people}>
        {(found) => <FoundPeople people={found} list={people} onLink={setLink} />}
      </Arrived>
      <MoreRows list={people} />
      <AddPerson
        onMade={(made) => {
          setLink(made);
          void people.reload();
        }}
      />
    </>
  );
}

interface FoundPeopleProps {
  people: readonly PersonItem[];
  list: List<PersonItem>;
  onLink: (link: Link) => void;
}

function FoundPeople({ people, list, onLink }: FoundPeopleProps) {
  const t = consoleWords.value;
  const words = accountPagesWords.value.peoplePage;
  const own = erasureWords.value.person;
  const [closed, setClosed] = useState<PersonItem>();
  const [erased, setErased] = useState<PersonItem>();
  const makeLink = async ({ id }: PersonItem) => {
    const reply = await call('POST /people/{userId}/links', { params: { userId: id } });
    if (reply.problem) announce(problemText(reply.problem, t));
    else onLink(reply.body);
  };
  return (
    <>
      <ul class="rows">
        {people.map((item) => (
          <li key={item.id} class="row-item">
            <PersonFacts item={item} />
            <div class="row-actions">
              <button
                type="button"
                class="pill"
                aria-label={words.signInLinkOf(item.name)}
                onClick={() => void makeLink(item)}
              >
                {words.signInLink}
              </button>
              {item.id !== person.value?.id && (
                <button
                  type="button"
                  class="pill"
                  aria-label={words.closeOf(item.name)}
                  onClick={() => setClosed(item)}
                >
                  {words.close}
                </button>
              )}
              {item.id !== person.value?.id && (
                <button
                  type="button"
                  class="pill"
                  aria-label={`${own.open}: ${item.name}`}
                  onClick={() => setErased(item)}
                >
                  {own.open}
                </button>
              )}
            </div>
          </li>
        ))}
      </ul>
      {closed && (
        <Confirmation
          title={words.closeTitle(closed.name)}
          action={words.close}
          words={{ conflict: t.problems.lastAdmin }}
          perform={() => call('DELETE /people/{userId}', { params: { userId: closed.id } })}
          onDone={() => {
            setClosed(undefined);
            announce(words.closed(closed.name));
            void list.reload();
          }}
          onCancel={() => setClosed(undefined)}
        >
          <p>{words.closeHint}</p>
        </Confirmation>
      )}
      {erased && (
        <ErasePerson
          person={erased}
          onDone={() => void list.reload()}
          onClose={() => setErased(undefined)}
        />
      )}
    </>
  );
}

interface ErasePersonProps {
  person: PersonItem;
  onDone: () => void;
  onClose: () => void;
}

/** Long, because the service rewrites its database for up to a minute after the name is erased. */
const ERASING_MILLIS = 120_000;

function ErasePerson({ person: { id: userId, name }, onDone, onClose }: ErasePersonProps) {
  const t = consoleWords.value;
  const own = erasureWords.value.person;
  const [done, setDone] = useState<ErasedPerson>();
  if (done) {
    return (
      <Dialog title={own.done(name, done.name)} onCancel={onClose}>
        <LeftInFiles files={done} onClose={onClose} />
      </Dialog>
    );
  }
  return (
    <Confirmation
      title={own.title(name)}
      action={own.open}
      words={{ conflict: t.problems.lastAdmin }}
      perform={() =>
        call('POST /people/{userId}/erase', {
          ...{ params: { userId }, patienceMillis: ERASING_MILLIS },
        })
      }
      onDone={(body) => {
        announce(own.done(name, body.name));
        onDone();
        // Stay open where an operator still has something to do, so that nobody misses it.
        if (body.rewritten) onClose();
        else setDone(body);
      }}
      onCancel={onClose}
    >
      <p>{own.hint}</p>
    </Confirmation>
  );
}

function PersonFacts({ item: { name, email, operator, clubs } }: { item: PersonItem }) {
  const t = consoleWords.value;
  const own = accountPagesWords.value.peoplePage;
  return (
    <div>
      <b>{name}</b> {operator && <span class="badge">{t.operator}</span>}
      <span class="quiet block">{email ?? own.noEmail}</span>
      {clubs.length > 0 && (
        <span class="clubs">
          {clubs.map((club) => (
            <span key={club.id}>
              <a href={consoleUrl(`clubs/${club.id}`)}>{club.name}</a>{' '}
              <span class="quiet">{t.roles[club.role]}</span>
            </span>
          ))}
        </span>
      )}
    </div>
  );
}

function AddPerson({ onMade }: { onMade: (made: MadePerson) => void }) {
  const t = consoleWords.value;
  const own = accountPagesWords.value.peoplePage;
  const form = useForm({
    name: 'new-person',
    initial: { name: '', email: '' },
    words: { conflict: t.problems.emailTaken },
  });
  return (
    <section aria-labelledby="add-person">
      <h2 id="add-person">{own.add}</h2>
      <FormFrame
        form={form}
        submitText={own.addNow}
        canDiscard
        onSubmit={({ name, email }) =>
          call('POST /people', { body: { name, ...(email !== '' && { email }) } })
        }
        onDone={onMade}
      >
        <TextField form={form} name="name" label={t.name} autocomplete="off" />
        <EmailField form={form} name="email" isOptional autocomplete="off" />
      </FormFrame>
    </section>
  );
}
