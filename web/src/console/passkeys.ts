/** Passkeys of this device. The code that speaks with the browser about them is loaded when one is used. */
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import type { PasskeyItem } from '../../../src/contract/console/account.ts';
import type { SessionAnswer } from '../../../src/contract/console/sign-in.ts';
import { type Reply, send } from './api.ts';
import { canUsePasskeys } from './passkey-availability.ts';

/** Whether this browser can use them at this address. */
export const hasPasskeys = canUsePasskeys({
  isSecure: isSecureContext,
  hostname: location.hostname,
  hasInterface: 'PublicKeyCredential' in globalThis,
});

/** The person has dismissed the question, or the device has no passkey for it. */
const NOT_USED: Reply<never> = { problem: { code: 'cancelled', detail: '', errors: [] } };

/** Signs in with a passkey of this device, which begins a new session. */
export const signInWithPasskey = () =>
  answer<SessionAnswer>('/session/passkey', (response) => ({ response }));

/** Proves with a passkey who is signed in; the session stays the same, and nobody else's passkey does. */
export const proveWithPasskey = () => answer<void>('/session/proof', (passkey) => ({ passkey }));

/** Lets this device answer with a passkey, and sends the answer. @param body what goes to `path` */
async function answer<Body>(
  path: string,
  body: (answered: AuthenticationResponseJSON) => object,
): Promise<Reply<Body>> {
  const options = await send<PublicKeyCredentialRequestOptionsJSON>(
    'POST',
    '/session/passkey/options',
    {},
    { isAboutSignIn: true },
  );
  if (options.problem) return options;
  const { startAuthentication } = await import('@simplewebauthn/browser');
  try {
    const answered = await startAuthentication({ optionsJSON: options.body });
    return await send<Body>('POST', path, body(answered), { isAboutSignIn: true });
  } catch {
    return NOT_USED;
  }
}

/** Makes a passkey on this device for the person who is signed in. @param label what the list calls it */
export async function addPasskey(label: string): Promise<Reply<PasskeyItem>> {
  const options = await send<PublicKeyCredentialCreationOptionsJSON>(
    'POST',
    '/account/passkeys/options',
    {},
  );
  if (options.problem) return options;
  const { startRegistration } = await import('@simplewebauthn/browser');
  try {
    const response = await startRegistration({ optionsJSON: options.body });
    return await send<PasskeyItem>('POST', '/account/passkeys', { label, response });
  } catch {
    return NOT_USED;
  }
}
