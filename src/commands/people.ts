/** People: added, changed, and their accounts closed. */
import { addPerson } from '../operations/people.ts';
import { type Command, CommandFailed } from './command.ts';
import { Name, readOption } from './options.ts';
import { performAccountHere } from './perform-account.ts';

export const userAdd: Command = {
  name: 'user add',
  summary: 'add a person',
  options: { name: 'NAME', email: 'ADDRESS' },
  optional: ['email'],
  run: async (values, context) => {
    const name = readOption('name', Name, values);
    const email = values.email?.trim().toLowerCase() ?? null;
    if (email !== null && !/^[^\s@]+@[^\s@]+$/.test(email)) {
      throw new CommandFailed('--email must be an e-mail address.');
    }
    const id = await performAccountHere(context, addPerson, { input: { name, email } });
    return {
      json: { userId: String(id) },
      text: `${name} is user ${id}. Give them a role: running-order member set --club C --user ${id} --role schedule_manager`,
    };
  },
};
