// Takes lanes where something is due, of all stores, and sends on them. Several processes may do so at once: a lane is
// leased to one of them, and a lease that is not renewed runs out. Beside that nothing here is needed to survive.
import type { CrossDb } from '#platform/db/db.ts'
import { AppError } from '#platform/errors.ts'
import { newId } from '#platform/ids.ts'
import type { Services } from '#platform/services.ts'
import { takeTurns } from '#platform/turns.ts'
import * as lanes from '../lanes/store.ts'
import { Lane, type LaneContext } from './lane.ts'
import { countOutcome } from './metrics.ts'

const pollEveryMs = 1_000
const leaseMs = 30_000
const renewEveryMs = 10_000
/** A lane that hangs costs a socket and a timer; that many of them hold nobody up. */
const maxLanes = 1_000
const transactionsAtOnce = 4
const endWithinMs = 2_500

export type SenderOptions = { timeoutMs?: number }
type Held = { endpointId: string; run: Promise<void> }
type Ground = { db: CrossDb; services: Services }

const running = new WeakMap<Services, Sender>()

/** Sends until it is stopped; jobs of this process wake it. */
export function startSender(ground: Ground, options: SenderOptions = {}): Sender {
  const sender = new Sender(ground, options)
  running.set(ground.services, sender)
  sender.start()
  return sender
}

/** Something is due: the sender of this process looks at once. Without one, what is due is sent before this returns. */
export async function sendDue(ground: Ground, options: SenderOptions = {}): Promise<void> {
  const sender = running.get(ground.services)
  if (sender) sender.wake()
  else await new Sender(ground, options).drain()
}

export class Sender {
  private readonly ground: Ground
  private readonly id = newId()
  private readonly stopping = new AbortController()
  private readonly aborting = new AbortController()
  private readonly active = new Set<Held>()
  private readonly context: LaneContext
  private timer: NodeJS.Timeout | undefined
  private looking: Promise<number> | undefined
  private isWoken = false
  private hasFailedLane = false
  private isAway = false
  private renewedAt = performance.now()

  constructor(ground: Ground, { timeoutMs = 10_000 }: SenderOptions) {
    this.ground = ground
    const { fetch, clock, secrets, metrics } = ground.services
    this.context = {
      db: ground.db,
      secrets,
      wire: { fetch, clock, timeoutMs },
      sender: this.id,
      inTurn: takeTurns(transactionsAtOnce),
      stopping: this.stopping.signal,
      aborting: this.aborting.signal,
      ended: (outcome) => countOutcome(metrics, outcome),
    }
  }

  start(): void {
    this.wake()
  }

  wake(): void {
    this.isWoken = true
    if (!this.looking) void this.keepLooking()
  }

  /** Sends all that is due now, and ends. */
  async drain(): Promise<void> {
    while ((await this.look()) > 0 || this.active.size > 0) {
      const aWhile = new Promise((resolve) => setTimeout(resolve, renewEveryMs).unref())
      await Promise.race([this.settled(), aWhile])
    }
  }

  /** What is under way has a few seconds to end; what does not is due still. */
  async stop(): Promise<void> {
    this.stopping.abort()
    clearTimeout(this.timer)
    running.delete(this.ground.services)
    const deadline = setTimeout(() => this.aborting.abort(), endWithinMs)
    await this.looking?.catch(() => {})
    await this.settled()
    clearTimeout(deadline)
  }

  private settled(): Promise<unknown> {
    return Promise.all([...this.active].map(({ run }) => run))
  }

  private async keepLooking(): Promise<void> {
    clearTimeout(this.timer)
    while (this.isWoken && !this.stopping.signal.aborted) {
      this.isWoken = false
      this.looking = this.look()
      await this.looking.then(
        () => this.say(false),
        (error) => this.say(true, error),
      )
    }
    this.looking = undefined
    if (!this.stopping.signal.aborted) this.timer = setTimeout(() => this.wake(), pollEveryMs)
  }

  private say(isAway: boolean, error?: Error): void {
    const { log } = this.ground.services
    if (isAway && !this.isAway) log.warn({ err: error?.message }, 'webhooks wait: what is due could not be read')
    this.isAway = isAway
  }

  /** Takes free lanes and begins on them; answers how many. */
  private async look(): Promise<number> {
    const room = maxLanes - this.active.size
    const taken = await this.ground.db.system('write', async (tx) => {
      await lanes.relaxCommit(tx)
      await this.keepLeases((held) => lanes.updateLeases(tx, this.id, held, leaseMs))
      return room > 0 ? lanes.take(tx, this.id, leaseMs, room) : []
    })
    for (const lane of taken) this.begin(lane)
    return taken.length
  }

  /** Renews what is being worked on, and frees what ended badly. */
  private async keepLeases(renew: (held: string[]) => Promise<unknown>): Promise<void> {
    const isDue = performance.now() - this.renewedAt > renewEveryMs
    if (!this.hasFailedLane && !(isDue && this.active.size > 0)) return
    this.hasFailedLane = false
    this.renewedAt = performance.now()
    await renew([...this.active].map(({ endpointId }) => endpointId))
  }

  private begin({
    store_env_id: storeEnvId,
    organization_id: organizationId,
    endpoint_id,
    failures,
  }: lanes.Taken): void {
    const lane = new Lane(this.context, { storeEnvId, organizationId }, endpoint_id, failures)
    const run = lane.run().catch((error: Error) => {
      // Otherwise the lease is left to run out: a lane that fails by itself is not tried again at once.
      if (error instanceof AppError && error.status === 503) this.hasFailedLane = true
      this.ground.services.log.warn({ err: error.message, webhook: endpoint_id }, 'deliveries to a webhook broke off')
    })
    const held: Held = { endpointId: endpoint_id, run: run.finally(() => this.active.delete(held)) }
    this.active.add(held)
  }
}
