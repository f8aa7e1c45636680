/** Imports files of other programs into an event. */
import type { ImportDocument } from '../../contract/import.ts';
import { Refusal } from '../../domain/refusal.ts';
import { FORMATS } from '../../exchange/reading/reading.ts';
import { commandLine } from '../../operations/actor.ts';
import { documentOfRefusal } from '../../operations/import/import-document.ts';
import { importFiles } from '../../operations/import/import-files.ts';
import { personAtTerminal } from '../author.ts';
import {
  type Command,
  CommandFailed,
  type Context,
  type Outcome,
  readId,
  type Values,
  withDatabase,
  WrongCall,
} from '../command.ts';
import { readAnswers, readInput } from './import-input.ts';
import { importText, objectionOf } from './import-text.ts';
import { refused } from '../perform.ts';

export const importCommand: Command = {
  name: 'import',
  summary:
    'read files of other programs, or a folder of them, or - for standard input: crews, races, draws, results',
  options: { event: 'EVENT', as: 'FORMAT', answers: 'FILE' },
  optional: ['as', 'answers'],
  flags: ['dry-run', 'forget'],
  words: 'FILE…',
  // Which event is meant is not known, or not to be relied on.
  documentOfWrongCall: (reason) => ({
    ...documentOfRefusal({ eventId: 0, format: null, layout: null, dryRun: false }, reason),
    eventId: null,
  }),
  run: async (values, context, words = []) => {
    if (words.length === 0) throw new WrongCall('Say which FILE to import.', importCommand);
    const format = FORMATS.find((each) => each === values.as);
    if (values.as !== undefined && !format) {
      throw new WrongCall(`--as must be one of ${FORMATS.join(', ')}.`, importCommand);
    }
    const answers = await readAnswers(values.answers, importCommand);
    const document = await importWords(values, context, words, { format, answers });
    return outcomeOf(document);
  },
};

async function importWords(
  values: Values,
  context: Context,
  words: readonly string[],
  given: Pick<Parameters<typeof importFiles>[2], 'format' | 'answers'>,
): Promise<ImportDocument> {
  const eventId = readEventId(values.event);
  const dryRun = values['dry-run'] !== undefined;
  const head = { eventId, format: null, layout: null, dryRun };
  const input = await readInput(words);
  if ('unreadable' in input) return documentOfRefusal(head, input.unreadable);
  const done = await withDatabase(context, (database) =>
    importFiles(
      { database, settings: context.settings },
      { actor: commandLine(personAtTerminal()), eventId, isPreview: dryRun },
      { ...given, ...input, forget: values.forget !== undefined },
    ),
  );
  return done instanceof Refusal ? documentOfRefusal(head, refused(done, eventId).message) : done;
}

/** @throws WrongCall where it is no id */
function readEventId(text: string | undefined): number {
  try {
    return readId('event', text);
  } catch (error) {
    throw error instanceof CommandFailed ? new WrongCall(error.message, importCommand) : error;
  }
}

function outcomeOf(document: ImportDocument): Outcome {
  const objection = objectionOf(document);
  // Where nothing could be read there is nothing to show besides.
  const isPlanned = document.preview !== '';
  const text = isPlanned ? importText(document) : '';
  return { json: document, text, ...(objection && { failure: objection }) };
}
