/**
 * A device with passkeys, as WebAuthn describes it, for tests: it makes credentials without attestation and signs
 * challenges with ES256. Each test may let it do one thing wrong.
 */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

/** What the device does other than it should. */
export interface Faults {
  origin?: string;
  rpId?: string;
  /** Without asking the person for a finger or a code. */
  isUnverified?: boolean;
  challenge?: string;
  userHandle?: string;
  /** Instead of one more than before. */
  signCount?: number;
  isForged?: boolean;
}

// biome-ignore lint/suspicious/noExplicitAny: the options are those that the service sent.
type Options = any;

export class Authenticator {
  readonly credentialId = randomBytes(32);
  private readonly origin: string;
  private readonly privateKey: KeyObject;
  private readonly publicKey: Buffer;
  private userHandle = '';
  private signCount = 0;

  constructor(origin: string) {
    this.origin = origin;
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.privateKey = privateKey;
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    this.publicKey = coseKey(Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url'));
  }

  /** Makes the credential. @param options of `POST /account/passkeys/options` */
  create(options: Options, faults: Faults = {}) {
    this.userHandle = options.user.id;
    const length = Buffer.alloc(2);
    length.writeUInt16BE(this.credentialId.length);
    const attested = Buffer.concat([Buffer.alloc(16), length, this.credentialId, this.publicKey]);
    const authData = Buffer.concat([this.authData(options.rp.id, ATTESTED, faults), attested]);
    const attestationObject = Buffer.concat([
      Buffer.from([0xa3]),
      cborText('fmt'),
      cborText('none'),
      cborText('attStmt'),
      Buffer.from([0xa0]),
      cborText('authData'),
      cborBytes(authData),
    ]);
    return this.credential({
      clientDataJSON: this.clientData('webauthn.create', options, faults).toString('base64url'),
      attestationObject: attestationObject.toString('base64url'),
      transports: ['internal'],
    });
  }

  /** Answers a challenge. @param options of `POST /session/passkey/options` */
  get(options: Options, faults: Faults = {}) {
    this.signCount = faults.signCount ?? this.signCount + 1;
    const clientData = this.clientData('webauthn.get', options, faults);
    const authData = this.authData(options.rpId, 0, faults);
    const signed = Buffer.concat([authData, sha256(clientData)]);
    const signature = sign('sha256', faults.isForged ? authData : signed, this.privateKey);
    return this.credential({
      clientDataJSON: clientData.toString('base64url'),
      authenticatorData: authData.toString('base64url'),
      signature: signature.toString('base64url'),
      userHandle: faults.userHandle ?? this.userHandle,
    });
  }

  private credential<Response>(response: Response) {
    const id = this.credentialId.toString('base64url');
    return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response };
  }

  private clientData(type: string, options: Options, { challenge, origin }: Faults): Buffer {
    const data = {
      type,
      challenge: challenge ?? options.challenge,
      origin: origin ?? this.origin,
      crossOrigin: false,
    };
    return Buffer.from(JSON.stringify(data));
  }

  private authData(rpId: string, flags: number, { isUnverified, ...faults }: Faults): Buffer {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(this.signCount);
    const all = flags | PRESENT | (isUnverified ? 0 : VERIFIED);
    return Buffer.concat([sha256(faults.rpId ?? rpId), Buffer.from([all]), count]);
  }
}

/** Flags of authenticator data (WebAuthn, section 6.1). */
const PRESENT = 0x01;
const VERIFIED = 0x04;
const ATTESTED = 0x40;

/** A public key of P-256 in COSE: key type 2, algorithm -7, curve 1. */
function coseKey(x: Buffer, y: Buffer): Buffer {
  return Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
    cborBytes(x),
    Buffer.from([0x22]),
    cborBytes(y),
  ]);
}

function cborText(text: string): Buffer {
  return Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)]);
}

function cborBytes(bytes: Buffer): Buffer {
  const head =
    bytes.length < 256 ? [0x58, bytes.length] : [0x59, bytes.length >> 8, bytes.length & 255];
  return Buffer.concat([Buffer.from(head), bytes]);
}

function sha256(data: string | Buffer): Buffer {
  return createHash('sha256').update(data).digest();
}
