/**
 * Loaded before the program (`--import`), this writes down which modules the process loads: one URL a line,
 * to the file that RECORDED_MODULES names.
 */
import { appendFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

const file = process.env.RECORDED_MODULES;
if (file === undefined) throw new Error('RECORDED_MODULES is not set');

registerHooks({
  load(url, context, nextLoad) {
    appendFileSync(file, `${url}\n`);
    return nextLoad(url, context);
  },
});
