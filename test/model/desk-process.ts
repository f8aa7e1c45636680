/**
 * The process behind `openDesk`: runs one command of the command line for each message, its words
 * as they would stand behind `running-order`, and answers with the exit status.
 */
import { main } from '../../src/cli.ts';

process.on('message', async (words: string[]) => {
  process.send?.(await main(words));
});
