/**
 * The process behind `openDesk`: runs one command of the command line for each message, which is a list of the words after
 * `running-order`, and answers with the exit status.
 */
import { main } from '../../src/cli.ts';

process.on('message', async (words: string[]) => {
  process.send?.(await main(words));
});
