/** What the operator says of the installation, on the pages to which every public page leads. */
import type { Installation } from '../../../../src/contract/console/installation.ts';
import { missingTexts } from '../../../../src/domain/accounts/missing-texts.ts';
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

/** Which pages have to say that nothing was given. */
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
  texts: Installation;
  loaded: Loaded<Installation>;
}

function Texts({ texts, loaded }: TextsProps) {
  const t = consoleWords.value;
  const own = t.installationPage;
  const { operatorName, contact, imprint, privacy, supportUrl } = texts;
  const form = useForm({
    name: 'installation',
    initial: {
      operatorName: operatorName ?? '',
      contact: contact ?? '',
      imprint: imprint ?? '',
      privacy: privacy ?? '',
      supportUrl: supportUrl ?? '',
    },
  });
  return (
    <FormFrame
      form={form}
      submitText={t.save}
      canDiscard
      onSubmit={(values) =>
        // Only what was typed, so that what others have changed meanwhile stays.
        call('PATCH /installation', {
          body: form.isChanged.value ? form.changedValues() : values,
        })
      }
      onDone={(saved) => {
        loaded.replace(saved);
        announce(consoleWords.value.saved);
      }}
    >
      <TextField
        form={form}
        name="operatorName"
        label={own.name}
        isOptional
        autocomplete="organization"
      />
      <TextField
        form={form}
        name="contact"
        label={own.contact}
        hint={own.contactHint}
        isOptional
        autocapitalize="off"
        spellcheck={false}
      />
      <TextAreaField
        form={form}
        name="imprint"
        label={own.imprint}
        hint={
          <>
            {own.textHint} <PageLink name="imprint" />
          </>
        }
        isOptional
        rows={6}
      />
      <TextAreaField
        form={form}
        name="privacy"
        label={own.privacy}
        hint={
          <>
            {own.textHint} {own.privacyHint} <PageLink name="privacy" />
          </>
        }
        isOptional
        rows={6}
      />
      <TextField
        form={form}
        name="supportUrl"
        label={own.supportUrl}
        isOptional
        autocapitalize="off"
        spellcheck={false}
      />
    </FormFrame>
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
