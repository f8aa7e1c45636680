/** From where the service can be reached. */
import Type, { type Static } from 'typebox';

/** `GET /reach`, for whoever wants to pass on an address that only this machine reaches. */
export const Reach = Type.Object({
  /** Whether the service listens for other machines. */
  isOpen: Type.Boolean(),
  /**
   * How others in the local network reach it, or would if it listened for them, the likeliest first; empty where the
   * machine is in no network, or its public address is none of its own.
   */
  addresses: Type.Array(Type.String()),
});
export type Reach = Static<typeof Reach>;
