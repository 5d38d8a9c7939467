// Which waiting job a runner takes next. The queue itself is first come, first served, so the jobs of sixteen stores of one
// organization would all come before the single job of another. Here organizations take turns, and the stores within each; every job
// carries its organization and store as flags, and those that had their turn in this round are skipped.
import { EventEmitter } from 'node:events'
import type { WorkerEvents } from 'graphile-worker'

type Flags = Record<string, unknown> | null

/** As `app.add_job` writes them (`db/queue.ts`). */
const organizationPrefix = 'organization:'
const storePrefix = 'store:'

export class JobTurns {
  private readonly ofOrganization: number
  private readonly running = new Map<string, number>()
  /** Organizations that had their turn in this round. */
  private readonly served = new Set<string>()
  /** By organization, its stores that had their turn in its own round of stores. */
  private readonly stores = new Map<string, Set<string>>()
  /** Whether an organization that waits has to begin its stores anew, as all of those that wait had their turn. */
  private beginsStoresAnew = false

  /** `ofOrganization`: how many jobs of one organization run at a time. */
  constructor(ofOrganization: number) {
    this.ofOrganization = ofOrganization
  }

  /** Flags that the next look into the queue leaves out. */
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

  /** Nothing was found. Answers whether less is left out from now on, so that another look may find something. */
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

/** Options of a runner that takes jobs in turns. */
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
  // While it is still awake, the worker is told to look once more.
  events.on('worker:getJob:empty', ({ worker }) => {
    if (turns.widen()) worker.nudge()
    endLook()
  })
  events.on('worker:getJob:error', () => endLook())
  /** Workers look one after the other: two that look at the same time would both take the turn of one organization. */
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
