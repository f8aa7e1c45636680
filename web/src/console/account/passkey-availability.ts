/** Whether this browser can use passkeys at this address. */

interface Surroundings {
  /** Whether the page came by https, or from this computer. */
  isSecure: boolean;
  hostname: string;
  /** Whether the browser has the interface (WebAuthn). */
  hasInterface: boolean;
}

/** Passkeys belong to a host name, so an IP address has none (WebAuthn, section 5.1.3: effective domain). */
export function canUsePasskeys({ isSecure, hostname, hasInterface }: Surroundings): boolean {
  const isNumeric = /^[\d.]+$/.test(hostname) || hostname.startsWith('[');
  return isSecure && hasInterface && !isNumeric;
}
