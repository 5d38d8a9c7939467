// Reading a delivery changes no row, so after a crash every delivery without a recorded result is still due.
import type { StoreScope, StoreTx } from '#platform/db/db.ts'
import { type Policy, readAhead } from '#platform/jobs/delivery/policy.ts'
import type { AttemptEnd, ClaimedBatch, Judgement, Receiver, RunEnd } from '#platform/jobs/delivery/receiver.ts'
import type { Secrets } from '#platform/process/secrets.ts'
import type { DueDelivery } from '../deliveries/store.ts'
import { attempt, type Target, type Wire } from './attempt.ts'
import { load, record, report, settle } from './commands.ts'
import { maskAddresses } from './mask-addresses.ts'
import { type AttemptResult, choosePauseMs, decideOutcome, firstWidth, isGone, isSuccess } from './rules.ts'
import { type LeasedQueue, relaxCommit } from './store.ts'

const reportEveryMs = 5_000

export const buildPolicy = ({ failures }: LeasedQueue): Policy<AttemptResult> => ({
  taking: 'reads',
  concurrency: { min: 1, first: firstWidth(failures), max: 32 },
  room: readAhead(16),
  record: { atOnce: 100, withinMs: 15 },
  metrics: {
    total: 'evident_webhook_attempts_total',
    seconds: 'evident_webhook_attempt_seconds',
    outcomeOf: decideOutcome,
  },
})

export type EndpointContext = { secrets: Secrets; wire: Wire; sender: string }

/** `target` is the endpoint as it was when the delivery was read. */
type Item = { delivery: DueDelivery; target: Target }

export class EndpointReceiver implements Receiver<Item, AttemptResult> {
  readonly scope: StoreScope
  readonly failures: number
  private readonly context: EndpointContext
  private readonly endpointId: string
  private reportedAt = performance.now()

  constructor(context: EndpointContext, queue: LeasedQueue) {
    this.scope = { storeEnvId: queue.store_env_id, organizationId: queue.organization_id }
    this.failures = queue.failures
    this.context = context
    this.endpointId = queue.endpoint_id
  }

  async take(tx: StoreTx, limit: number, { after }: { after?: Item | undefined }): Promise<ClaimedBatch<Item>> {
    const { target, due, isDry } = await load(tx, this.context.secrets, this.endpointId, after?.delivery, limit)
    return { items: target ? due.map((delivery) => ({ delivery, target })) : [], isDry }
  }

  attempt({ delivery, target }: Item, signal: AbortSignal): Promise<AttemptResult | undefined> {
    const { id, firing_id, event, at, data, cause } = delivery
    const message = {
      deliveryId: id,
      eventId: firing_id,
      event,
      createdAt: at,
      storeEnvId: this.scope.storeEnvId,
      data: target.isWhole ? (data ?? '') : maskAddresses(data ?? ''),
      isTest: cause === 'test',
    }
    return attempt(this.context.wire, target, message, signal)
  }

  judge(result: AttemptResult, failures: number): Judgement {
    const succeeded = isSuccess(result)
    return { succeeded, pauseMs: succeeded ? 0 : choosePauseMs(result, failures), isOver: isGone(result) }
  }

  async record(tx: StoreTx, ended: readonly AttemptEnd<Item, AttemptResult>[]): Promise<'goOn' | 'halt'> {
    await relaxCommit(tx)
    const tried = ended.flatMap(({ item, result }) => (result ? [{ delivery: item.delivery, result }] : []))
    const next = await record(tx, this.endpointId, tried)
    if (performance.now() - this.reportedAt > reportEveryMs) {
      await report(tx, this.endpointId)
      this.reportedAt = performance.now()
    }
    return next
  }

  async leave(tx: StoreTx, left: RunEnd): Promise<'left' | 'more'> {
    await relaxCommit(tx)
    return settle(tx, this.context.sender, this.endpointId, left, this.context.wire.clock)
  }
}
