/** The operator's texts about the installation, for the pages to which every public page links. */
import { useRef } from 'preact/hooks';
import type {
  Installation,
  OperatorTextName,
  ShownInstallation,
} from '../../../../src/contract/console/installation.ts';
import { missingTexts } from '../../../../src/domain/accounts/installation-rules.ts';
import { language } from '../../shared/page/language.ts';
import { urlOf } from '../../shared/page/page.ts';
import { call } from '../api.ts';
import { TextAreaField, TextField } from '../components/field.tsx';
import { FormFrame } from '../components/form-frame.tsx';
import { Arrived, MissingPage, PageHeading } from '../components/page-parts.tsx';
import { announce } from '../documents/announcements.ts';
import { type Loaded, useDocument } from '../documents/documents.ts';
import { useForm } from '../form.ts';
import { accountPagesWords } from '../words/account-pages.ts';
import { consoleWords } from '../words/console.ts';

export function InstallationPage() {
  const t = consoleWords.value;
  const installation = useDocument('GET /installation');
  if (installation.problem?.code === 'forbidden')
    return <MissingPage text={accountPagesWords.value.peoplePage.onlyOperators} />;
  return (
    <>
      <PageHeading title={t.installationPage.title} />
      <p class="quiet">{t.installationPage.intro}</p>
      <Arrived of={installation}>
        {(texts) => (
          <>
            <Missing texts={texts} />
            <Texts texts={texts} loaded={installation} />
          </>
        )}
      </Arrived>
    </>
  );
}

/** Warnings about texts that are missing on public pages. */
function Missing({ texts }: { texts: Installation }) {
  const t = consoleWords.value.installationPage;
  return (
    <div role="status">
      {missingTexts(texts).map((name) => (
        <p key={name}>{t.missing[name]}</p>
      ))}
    </div>
  );
}

interface TextsProps {
  texts: ShownInstallation;
  loaded: Loaded<ShownInstallation>;
}

function Texts(props: TextsProps) {
  const t = consoleWords.value;
  const words = t.installationPage;
  const { form, isOvertaken, save, showSaved } = useTexts(props);
  /** The stored text beside a field that was typed into, after somebody else has changed the texts meanwhile. */
  const theirs = (name: OperatorTextName) => {
    if (!isOvertaken || form.typed.value[name] === undefined) return undefined;
    const text = props.texts[name];
    return text === null ? `${words.nothingThere} ` : <Theirs text={text} />;
  };
  return (
    <FormFrame form={form} submitText={t.save} canDiscard onSubmit={save} onDone={showSaved}>
      <TextField
        form={form}
        name="operatorName"
        label={words.name}
        hint={theirs('operatorName')}
        isOptional
        autocomplete="organization"
      />
      <TextField
        form={form}
        name="contact"
        label={words.contact}
        hint={
          <>
            {theirs('contact')}
            {words.contactHint}
          </>
        }
        isOptional
        autocapitalize="off"
        spellcheck={false}
      />
      <TextAreaField
        form={form}
        name="imprint"
        label={words.imprint}
        hint={
          <>
            {theirs('imprint')}
            {words.textHint} <PageLink name="imprint" />
          </>
        }
        isOptional
        rows={6}
      />
      <TextAreaField
        form={form}
        name="privacy"
        label={words.privacy}
        hint={
          <>
            {theirs('privacy')}
            {words.textHint} {words.privacyHint} <PageLink name="privacy" />
          </>
        }
        isOptional
        rows={6}
      />
      <TextField
        form={form}
        name="supportUrl"
        label={words.supportUrl}
        hint={theirs('supportUrl')}
        isOptional
        autocapitalize="off"
        spellcheck={false}
      />
    </FormFrame>
  );
}

/** The form, and how it is saved: never over texts of others that were not on the page yet. */
function useTexts({ texts, loaded }: TextsProps) {
  const { operatorName, contact, imprint, privacy, supportUrl, revision } = texts;
  // A ref, because the form is created once and outlives the first answer.
  const shown = useRef(revision);
  shown.current = revision;
  /** Revision of the last own write: what is typed during a write does not conflict with it. */
  const written = useRef(0);
  const form = useForm({
    name: 'installation',
    initial: {
      operatorName: operatorName ?? '',
      contact: contact ?? '',
      imprint: imprint ?? '',
      privacy: privacy ?? '',
      supportUrl: supportUrl ?? '',
    },
    revision: () => shown.current,
    words: { conflict: consoleWords.value.installationPage.overtaken },
  });
  const isOvertaken = form.problem.value?.code === 'conflict';
  const save = async (values: Record<OperatorTextName, string>) => {
    // Only the typed fields, so that changes of others in the other fields stay.
    const sent = form.isChanged.value ? form.changedValues() : values;
    const seen = isOvertaken ? revision : Math.max(form.seen(), written.current);
    const reply = await call('PATCH /installation', { body: { ...sent, seen } });
    if (reply.problem?.code === 'conflict') await loaded.reload();
    return reply;
  };
  const showSaved = (saved: ShownInstallation) => {
    written.current = saved.revision;
    loaded.replace(saved);
    announce(consoleWords.value.saved);
  };
  return { form, isOvertaken, save, showSaved };
}

function Theirs({ text }: { text: string }) {
  return (
    <>
      {consoleWords.value.installationPage.standsThere} <q>{text}</q>{' '}
    </>
  );
}

function PageLink({ name }: { name: 'imprint' | 'privacy' }) {
  const own = consoleWords.value.installationPage;
  return (
    <a href={urlOf(`${name}?lang=${language.value}`)}>
      {own.see}
      <span class="vh">: {own[name]}</span>
    </a>
  );
}
