/** What the public pages say of the installation and its operator. */
import { Installation } from '../../contract/console/installation.ts';
import { OPERATOR_TEXT_NAMES } from '../../domain/accounts/installation-rules.ts';
import { editInstallation } from '../../operations/accounts/installation.ts';
import { findInstallation } from '../../storage/accounts/installation.ts';
import { type Command, type Outcome, withDatabase } from '../command.ts';
import { listed, readChanges, requireChange } from '../options.ts';
import { performAccountHere } from './perform-account.ts';

const OPTIONS = {
  'operator-name': ['operatorName', 'NAME'],
  contact: ['contact', 'ADDRESS'],
  imprint: ['imprint', 'TEXT'],
  privacy: ['privacy', 'TEXT'],
  'support-url': ['supportUrl', 'URL'],
} as const;

export const installationSet: Command = {
  name: 'installation set',
  summary: 'say who runs the installation, and what its public pages say; an empty value clears',
  options: listed(OPTIONS),
  optional: Object.keys(OPTIONS),
  run: async (values, context) => {
    const input = readChanges<Installation>(Installation.properties, OPTIONS, values);
    requireChange(input, installationSet);
    return shown(await performAccountHere(context, editInstallation, { input }));
  },
};

export const installationShow: Command = {
  name: 'installation show',
  summary: 'print who runs the installation, and what its public pages say',
  options: {},
  run: (_, context) =>
    withDatabase(context, async ({ reads }) => shown(await findInstallation(reads))),
};

function shown(installation: Installation): Outcome {
  const lines = OPERATOR_TEXT_NAMES.map((name) => `${name}: ${installation[name] ?? 'not given'}`);
  return { json: installation, text: lines.join('\n') };
}
