/** Passkeys of this device. The code that uses the browser's interface is loaded when a passkey is used. */
import type { AuthenticationResponseJSON } from '@simplewebauthn/browser';
import type { PasskeyItem } from '../../../../src/contract/console/account.ts';
import { call, type Reply } from '../api.ts';
import { ownProblem } from '../problems.ts';
import { canUsePasskeys } from './passkey-availability.ts';

/** Whether this browser can use passkeys at this address. */
export const hasPasskeys = canUsePasskeys({
  isSecure: isSecureContext,
  hostname: location.hostname,
  hasInterface: 'PublicKeyCredential' in globalThis,
});

/** The person has dismissed the question, or the device has no passkey for it. */
const NOT_USED: Reply<never> = { problem: ownProblem('cancelled') };

/** Loads the code for the device; `undefined` without a connection, or once the service runs another version. */
const loadDevice = () => import('@simplewebauthn/browser').catch(() => undefined);

const NOT_LOADED: Reply<never> = { problem: ownProblem('offline') };

/** Signs in with a passkey of this device, which begins a new session. */
export const signInWithPasskey = () =>
  answer((response) => call('POST /session/passkey', { body: { response }, isAboutSignIn: true }));

/** Proves with a passkey who is signed in; the session stays the same, and the passkey has to be that person's. */
export const proveWithPasskey = () =>
  answer((passkey) => call('POST /session/proof', { body: { passkey }, isAboutSignIn: true }));

/** Asks this device for a passkey. @param send sends the device's response */
async function answer<Body>(
  send: (answered: AuthenticationResponseJSON) => Promise<Reply<Body>>,
): Promise<Reply<Body>> {
  const options = await call('POST /session/passkey/options', { isAboutSignIn: true });
  if (options.problem) return options;
  const device = await loadDevice();
  if (!device) return NOT_LOADED;
  try {
    return await send(await device.startAuthentication({ optionsJSON: options.body }));
  } catch {
    return NOT_USED;
  }
}

/** Makes a passkey on this device for the person who is signed in. @param label its name in the list */
export async function addPasskey(label: string): Promise<Reply<PasskeyItem>> {
  const options = await call('POST /account/passkeys/options');
  if (options.problem) return options;
  const device = await loadDevice();
  if (!device) return NOT_LOADED;
  try {
    const response = await device.startRegistration({ optionsJSON: options.body });
    return await call('POST /account/passkeys', { body: { label, response } });
  } catch {
    return NOT_USED;
  }
}
