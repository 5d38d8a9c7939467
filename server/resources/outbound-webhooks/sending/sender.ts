// Every process polls for due queues, and only one process at a time leases a queue. After the lease of a dead process
// expires, another process can lease the queue.

import type { Services } from '#platform/calls/services.ts'
import type { CrossDb, SystemTx } from '#platform/db/db.ts'
import { type DeliveryContext, deliver } from '#platform/jobs/delivery/deliver.ts'
import { RoundRobin } from '#platform/jobs/delivery/round-robin.ts'
import { leaseUntil, renewEveryMs } from '#platform/jobs/resumable.ts'
import { reportLoss } from '#platform/process/loss-log.ts'
import { Turns } from '#platform/process/turns.ts'
import { AppError } from '#platform/values/errors.ts'
import { newId } from '#platform/values/ids.ts'
import { buildPolicy, type EndpointContext, EndpointReceiver } from './endpoint-receiver.ts'
import * as queues from './store.ts'

const pollEveryMs = 1_000
/** A job wakes the sender of one process for a new delivery. Other processes find it, or an expired lease, by polling. */
const idlePollEveryMs = 5_000
/** An endpoint that hangs costs only a socket and a timer. Many such endpoints therefore do not block the others. */
const defaultEndpointsAtOnce = 1_000
/** The endpoints of one organization use at most this share of the slots, so that other organizations find a free slot. */
const shareOfOrganization = 0.25
const transactionsAtOnce = 4
const endWithinMs = 2_500

export type SenderOptions = { timeoutMs?: number; endpointsAtOnce?: number }
type Dependencies = { db: CrossDb; services: Services }

/** Jobs find the sender by their `services`. `server/entry` stops the sender before it closes the service. */
const running = new WeakMap<Services, Sender>()

export function startSender(deps: Dependencies, options: SenderOptions = {}): Sender {
  const sender = new Sender(deps, options)
  running.set(deps.services, sender)
  sender.start()
  return sender
}

/** Wakes the sender of this process. Without a sender, sends all due deliveries before it returns. */
export async function sendDueDeliveries(deps: Dependencies, options: SenderOptions = {}): Promise<void> {
  const sender = running.get(deps.services)
  if (sender) sender.wake()
  else await new Sender(deps, options).drain()
}

type Poll = { leased: number; pauseMs: number }

async function pauseUntilNext(tx: SystemTx): Promise<number> {
  const next = await queues.findNextFree(tx, new Date(tx.now.getTime() + idlePollEveryMs))
  return next?.at ? Math.min(idlePollEveryMs, Date.parse(next.at) - tx.now.getTime()) : idlePollEveryMs
}

export class Sender {
  private readonly deps: Dependencies
  private readonly id = newId()
  private readonly stopping = new AbortController()
  private readonly aborting = new AbortController()
  private readonly endpoints: RoundRobin<queues.LeasedQueue>
  private readonly ofOrganization: number
  private readonly transactions = new Turns({ atOnce: transactionsAtOnce, ofOrganization: transactionsAtOnce })
  private readonly delivery: DeliveryContext
  private readonly context: EndpointContext
  private timer: NodeJS.Timeout | undefined
  private polling: Promise<Poll> | undefined
  private isWoken = false
  private hasFailedEndpoint = false
  private renewedAt = performance.now()

  constructor(deps: Dependencies, { timeoutMs = 10_000, endpointsAtOnce = defaultEndpointsAtOnce }: SenderOptions) {
    this.deps = deps
    this.endpoints = new RoundRobin(endpointsAtOnce, (queue) => queue.organization_id)
    this.ofOrganization = Math.ceil(endpointsAtOnce * shareOfOrganization)
    const { fetch, clock, secrets, metrics } = deps.services
    this.context = { secrets, wire: { fetch, clock, timeoutMs }, sender: this.id }
    this.delivery = {
      db: deps.db,
      clock,
      metrics,
      stopping: this.stopping.signal,
      aborting: this.aborting.signal,
    }
  }

  start(): void {
    this.wake()
  }

  wake(): void {
    this.isWoken = true
    if (!this.polling) void this.keepPolling()
  }

  async drain(): Promise<void> {
    while ((await this.poll()).leased > 0 || this.endpoints.served.length > 0) {
      const nextRenewal = new Promise((resolve) => setTimeout(resolve, renewEveryMs).unref())
      await Promise.race([this.endpoints.settled(), nextRenewal])
    }
  }

  /** Running deliveries have a few seconds to finish. All other deliveries are still due. */
  async stop(): Promise<void> {
    this.stopping.abort()
    clearTimeout(this.timer)
    running.delete(this.deps.services)
    const deadline = setTimeout(() => this.aborting.abort(), endWithinMs)
    await this.polling?.catch(() => {})
    await this.endpoints.settled()
    await Promise.all(this.endpoints.takeWaiting().map(this.serve))
    clearTimeout(deadline)
  }

  private async keepPolling(): Promise<void> {
    clearTimeout(this.timer)
    let pauseMs = pollEveryMs
    while (this.isWoken && !this.stopping.signal.aborted) {
      this.isWoken = false
      this.polling = this.poll()
      await this.polling.then(
        (poll) => {
          pauseMs = poll.pauseMs
        },
        (error: Error) => reportLoss(this.deps.services.log, `webhooks wait: ${error.message}`),
      )
    }
    this.polling = undefined
    if (!this.stopping.signal.aborted) this.timer = setTimeout(() => this.wake(), pauseMs)
  }

  private async poll(): Promise<Poll> {
    const free = this.endpoints.room
    const isIdle = free > 0 && this.endpoints.served.length === 0
    let pauseMs = pollEveryMs
    const leased = await this.deps.db.system('write', async (tx) => {
      await queues.relaxCommit(tx)
      await this.keepLeases((held) => queues.updateLeases(tx, this.id, held, leaseUntil(tx.now)))
      if (free <= 0) return []
      const places = { limit: free, ofOrganization: this.ofOrganization, held: this.endpoints.organizationsServed }
      const found = await queues.lease(tx, this.id, leaseUntil(tx.now), places)
      if (isIdle && found.length === 0) pauseMs = await pauseUntilNext(tx)
      return found
    })
    for (const queue of leased) void this.endpoints.join(queue.endpoint_id, queue, this.serve, this.stopping.signal)
    return { leased: leased.length, pauseMs }
  }

  private async keepLeases(renew: (held: string[]) => Promise<unknown>): Promise<void> {
    const isDue = performance.now() - this.renewedAt > renewEveryMs
    if (!this.hasFailedEndpoint && !(isDue && this.endpoints.served.length > 0)) return
    this.hasFailedEndpoint = false
    this.renewedAt = performance.now()
    await renew(this.endpoints.served)
  }

  private readonly serve = async (queue: queues.LeasedQueue): Promise<boolean> => {
    const who = { organizationId: queue.organization_id, storeEnvId: queue.store_env_id }
    const withinLimit: DeliveryContext['withinLimit'] = (work) => this.transactions.run(who, work)
    const run = deliver(
      { ...this.delivery, withinLimit },
      buildPolicy(queue),
      new EndpointReceiver(this.context, queue),
    )
    await run.catch((error: Error) => {
      // After a 503 the next poll releases the queue. After any other error the queue waits until its lease expires, so
      // the endpoint is not retried immediately.
      if (error instanceof AppError && error.status === 503) this.hasFailedEndpoint = true
      const webhook = queue.endpoint_id
      this.deps.services.log.warn({ err: error.message, webhook }, 'deliveries to a webhook broke off')
    })
    return false
  }
}
