/**
 * Writes what devices follow, if the limits on devices allow it, and removes other devices to make room
 * (`src/domain/following/followers.ts` decides). Counting all devices takes some 20 ms, so a count is used for ten
 * seconds and updated by the changes of this process; other processes may admit a few more meanwhile.
 */
import type { Turn } from '../concurrency/turn-queue.ts';
import {
  isFull,
  MAX_FOLLOWS_OF_DEVICE,
  MAX_PLACES,
  placesOf,
  roomFor,
} from '../domain/following/followers.ts';
import { Refusal } from '../domain/refusal.ts';
import { remindNewFollower } from '../notify/news/reminders.ts';
import type { Database, Write } from '../storage/engine/database.ts';
import {
  countFollowers,
  countFollowsOf,
  countNetwork,
  type FollowerCounts,
  type Freed,
  findLargestUnreached,
  freePlaces,
} from '../storage/following/follower-counts.ts';
import {
  type DeviceDescription,
  type Following,
  findDevice,
  replaceFollows,
} from '../storage/following/followers.ts';

const COUNT_MILLIS = 10_000;
/** Counts for metrics are renewed even when no device changes what it follows. */
const RECOUNT_MILLIS = 60_000;
/** Networks whose counts are kept; the oldest counts are dropped first. */
const MAX_NETWORKS = 10_000;
/** Finding the network that loses places takes 50 ms, so several places are freed at once. */
const FREED_TOGETHER = 100;
const NOTHING: Freed = { devices: 0, follows: 0, places: 0 };

/** What was freed to make room for a device, in its own network and in another one. */
interface Made {
  own: Freed;
  other: Freed;
}

const NO_ROOM_NEEDED: Made = { own: NOTHING, other: NOTHING };

/** The outcome of a change: written; no place is free; the device would follow more things than it may. */
export type Placed = 'written' | 'full' | 'too much';

interface NetworkCount {
  places: number;
  today: number;
  countedAt: number;
}

/** A change of a device, and the room that it needs. */
interface Need {
  device: DeviceDescription & { network: string };
  following: Following;
  /** The device's number, unless it is new. */
  knownId: number | undefined;
  /** The network whose places it takes: the one from which the device first came. */
  network: string;
  /** How many more devices, follows and places there will be; negative for fewer. */
  devices: number;
  follows: number;
  places: number;
  now: number;
  turn: Turn;
}

export class FollowerCapacity {
  private readonly database: Database;
  private readonly timer: NodeJS.Timeout;
  private counts: FollowerCounts = { devices: 0, reached: 0, follows: 0, places: 0 };
  private countedAt = Number.NEGATIVE_INFINITY;
  private readonly networks = new Map<string, NetworkCount>();
  private evictedCount = 0;

  constructor(database: Database) {
    this.database = database;
    // Where counting fails, it is tried again a minute later.
    const recount = () => this.count().catch(() => {});
    this.timer = setInterval(recount, RECOUNT_MILLIS);
    this.timer.unref();
    void recount();
  }

  /** The devices and follows of the installation, as counted within the last minute. */
  get current(): FollowerCounts {
    return this.counts;
  }

  /** How many devices have had to make room for others. */
  get evicted(): number {
    return this.evictedCount;
  }

  close(): void {
    clearInterval(this.timer);
  }

  /**
   * Replaces what a device follows of an event.
   *
   * @param device with the network that it comes from
   * @param following without repeats
   * @param now epoch milliseconds
   * @param turn among the writes that wait
   */
  async write(
    device: Need['device'],
    following: Following,
    now: number,
    turn: Turn,
  ): Promise<Placed> {
    const { reads } = this.database;
    const known = await findDevice(reads, device.endpoint);
    const held = known && (await countFollowsOf(reads, known.id, following.eventId));
    const { wholeEvent, crews, races, clubs = [] } = following;
    const wanted = Number(wholeEvent) + crews.length + races.length + clubs.length;
    const after = (held?.elsewhere ?? 0) + wanted;
    if (wanted > 0 && after > MAX_FOLLOWS_OF_DEVICE) return 'too much';
    const before = held?.all ?? 0;
    const need: Need = {
      device,
      following,
      now,
      turn,
      knownId: known?.id,
      network: known?.network ?? device.network,
      devices: Number(after > 0) - Number(known !== undefined),
      follows: after - before,
      places: (after === 0 ? 0 : placesOf(after)) - (known ? placesOf(before) : 0),
    };
    return this.place(need);
  }

  private async place(need: Need): Promise<Placed> {
    const { device, following, now, turn } = need;
    const ofNetwork = need.places > 0 ? await this.networkCount(need.network, now) : undefined;
    const made = await this.database.write(
      async (tx) => {
        const made = ofNetwork ? await this.makeRoom(tx, need, ofNetwork) : NO_ROOM_NEEDED;
        if (made instanceof Refusal) return made;
        const change = await replaceFollows(tx, device, following, now);
        if (change) await remindNewFollower(tx, following, change, now);
        return made;
      },
      { turn },
    );
    if (made instanceof Refusal) return 'full';
    this.carryOn(need, made, ofNetwork);
    return 'written';
  }

  /** @returns what was freed; a refusal when that is not enough */
  private async makeRoom(tx: Write, need: Need, ofNetwork: NetworkCount): Promise<Made | Refusal> {
    const { network, knownId, places } = need;
    const taken = {
      inAll: this.counts.places,
      ofNetwork: ofNetwork.places,
      ofNetworkToday: ofNetwork.today,
    };
    const room = roomFor(places, taken);
    if (room === 'free') return NO_ROOM_NEEDED;
    const own = room === 'own network' ? await freePlaces(tx, network, places, knownId) : NOTHING;
    const isOver = own.places < places && taken.inAll - own.places + places > MAX_PLACES;
    const largest = isOver ? await findLargestUnreached(tx) : undefined;
    const other =
      largest === undefined ? NOTHING : await freePlaces(tx, largest, FREED_TOGETHER, knownId);
    const freed = { inAll: own.places + other.places, ofNetwork: own.places };
    if (isFull(places, taken, freed)) return new Refusal('internal_error', 'There is no room.');
    return { own, other };
  }

  /** Updates the counts after a change. */
  private carryOn(need: Need, { own, other }: Made, ofNetwork: NetworkCount | undefined): void {
    const { counts } = this;
    this.counts = {
      devices: counts.devices + need.devices - own.devices - other.devices,
      reached: counts.reached,
      follows: counts.follows + need.follows - own.follows - other.follows,
      places: counts.places + need.places - own.places - other.places,
    };
    this.evictedCount += own.devices + other.devices;
    if (!ofNetwork) return;
    ofNetwork.places += need.places - own.places;
    // Only new devices are of today. The removed ones are subtracted, although they may be of earlier days.
    if (need.knownId === undefined) ofNetwork.today += need.places - own.places;
  }

  /** The count of a network; that of all devices is brought up to date as well. */
  private async networkCount(network: string, now: number): Promise<NetworkCount> {
    if (performance.now() - this.countedAt > COUNT_MILLIS) await this.count();
    const kept = this.networks.get(network);
    if (kept && performance.now() - kept.countedAt <= COUNT_MILLIS) return kept;
    const countedAt = performance.now();
    const counted = { ...(await countNetwork(this.database.reads, network, now)), countedAt };
    this.networks.delete(network);
    this.networks.set(network, counted);
    for (const first of this.networks.keys()) {
      if (this.networks.size <= MAX_NETWORKS) break;
      this.networks.delete(first);
    }
    return counted;
  }

  private async count(): Promise<void> {
    this.countedAt = performance.now();
    this.counts = await countFollowers(this.database.reads);
  }
}
