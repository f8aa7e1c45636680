/** The name that the history has for changes by the command line. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loginName } from '../../src/commands/command.ts';

const noEntry = () => {
  // What `node:os` throws for a user id without a name, as in many containers.
  throw Object.assign(new Error('uv_os_get_passwd returned ENOENT'), { code: 'ERR_SYSTEM_ERROR' });
};

for (const [what, lookUp, userId, expected] of [
  ['the login name', () => ({ username: 'anna' }), 1000, 'anna'],
  [
    'a login name of any script',
    () => ({ username: 'Zo\u00eb B\u00e4r' }),
    undefined,
    'Zo\u00eb B\u00e4r',
  ],
  ['the number where there is no name', noEntry, 10_001, 'user 10001'],
  ['the number where the name is empty', () => ({ username: '' }), 0, 'user 0'],
  ['that nobody knows, where there is neither', noEntry, undefined, 'unknown'],
] as const) {
  test(`author: ${what}`, () => assert.equal(loginName(lookUp, userId), expected));
}
