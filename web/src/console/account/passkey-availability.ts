/** Whether this browser can use passkeys at this address. */

interface Surroundings {
  /** The page came by https, or from this machine. */
  isSecure: boolean;
  hostname: string;
  /** The browser has the interface (WebAuthn). */
  hasInterface: boolean;
}

/** Passkeys belong to a name, so an address in numbers has none (WebAuthn, section 5.1.3: effective domain). */
export function canUsePasskeys({ isSecure, hostname, hasInterface }: Surroundings): boolean {
  const isNumeric = /^[\d.]+$/.test(hostname) || hostname.startsWith('[');
  return isSecure && hasInterface && !isNumeric;
}
