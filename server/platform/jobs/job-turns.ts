// The queue itself is first come, first served, so sixteen stores of one organization would delay another's single job.
import { EventEmitter } from 'node:events'
import type { WorkerEvents } from 'graphile-worker'

type Flags = Record<string, unknown> | null

/** `app.add_job` (`db/queue.ts`) writes these prefixes. */
const organizationPrefix = 'organization:'
const storePrefix = 'store:'

export class JobTurns {
  private readonly ofOrganization: number
  private readonly running = new Map<string, number>()
  private readonly served = new Set<string>()
  /** For each organization, the stores already served in its current round. */
  private readonly stores = new Map<string, Set<string>>()
  /** True when the next organization restarts its round of stores, because all its waiting stores were served. */
  private beginsStoresAnew = false

  /** `ofOrganization` limits parallel jobs per organization. */
  constructor(ofOrganization: number) {
    this.ofOrganization = ofOrganization
  }

  skipped(): string[] {
    const full = [...this.running].flatMap(([organization, count]) =>
      count >= this.ofOrganization ? organization : [],
    )
    const stores = this.beginsStoresAnew ? [] : [...this.stores.values()].flatMap((each) => [...each])
    return [...new Set([...full, ...this.served, ...stores])]
  }

  began(flags: Flags): void {
    const { organization, store } = read(flags)
    if (organization === undefined) return
    this.running.set(organization, (this.running.get(organization) ?? 0) + 1)
    this.served.add(organization)
    if (store === undefined) return
    const stores = this.beginsStoresAnew ? new Set<string>() : (this.stores.get(organization) ?? new Set())
    this.stores.set(organization, stores.add(store))
    this.beginsStoresAnew = false
  }

  ended(flags: Flags): void {
    const { organization } = read(flags)
    if (organization === undefined) return
    const count = (this.running.get(organization) ?? 1) - 1
    if (count > 0) this.running.set(organization, count)
    else this.running.delete(organization)
  }

  /**
   * Called when every waiting job has a skipped flag. Returns true if a query that skips fewer flags may find a job.
   */
  widen(): boolean {
    if (!this.beginsStoresAnew && this.stores.size > 0) {
      this.beginsStoresAnew = true
      return true
    }
    this.beginsStoresAnew = false
    if (this.served.size === 0) {
      this.stores.clear()
      return false
    }
    this.served.clear()
    return true
  }
}

function read(flags: Flags): { organization: string | undefined; store: string | undefined } {
  const names = Object.keys(flags ?? {})
  return {
    organization: names.find((name) => name.startsWith(organizationPrefix)),
    store: names.find((name) => name.startsWith(storePrefix)),
  }
}

export function takingTurns(ofOrganization: number) {
  const turns = new JobTurns(ofOrganization)
  const events: WorkerEvents = new EventEmitter()
  let lastLook: Promise<void> = Promise.resolve()
  let endLook = () => {}
  events.on('job:start', ({ job }) => {
    turns.began(job.flags)
    endLook()
  })
  events.on('job:complete', ({ job }) => turns.ended(job.flags))
  // The worker is still awake, so it queries the queue once more.
  events.on('worker:getJob:empty', ({ worker }) => {
    if (turns.widen()) worker.nudge()
    endLook()
  })
  events.on('worker:getJob:error', () => endLook())
  /** Workers query the queue one after the other. Two parallel queries would both use the same organization's turn. */
  async function forbiddenFlags(): Promise<string[]> {
    const before = lastLook
    const { promise, resolve } = Promise.withResolvers<void>()
    lastLook = promise
    await before
    endLook = resolve
    return turns.skipped()
  }
  return { events, forbiddenFlags }
}
