/** Secrets that a browser or a link carries, and of which only the hash is stored. */
import { hash, randomBytes } from 'node:crypto';

/** 256 random bits in base64url, which only their holder knows. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** What is stored of a token: SHA-256 in hexadecimal. */
export function tokenHash(token: string): string {
  return hash('sha256', token, 'hex');
}
