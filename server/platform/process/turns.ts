// An organization gets at most its share, so sixteen busy stores of one organization cannot delay another's single task.

/**
 * The store and organization of a task. Tasks without a store or organization have an empty id, so they take turns as
 * if they belonged to one store or organization.
 */
export type Requester = {
  organizationId: string
  storeEnvId?: string | undefined
  /** At most one exclusive task of a store runs at a time. */
  isExclusive?: boolean | undefined
  /** A background task starts only while no other task waits. */
  isBackground?: boolean | undefined
}

export type Places = { atOnce: number; ofOrganization: number; ofStore?: number }

export type Patience = {
  maxWaiting: number
  maxInAll?: number
  ms: number
  refuse: (isOwnShare: boolean) => Error
}

type Waiter = Requester & { start: () => void }
type Counts = { running: number; exclusive: number; servedAt: number }

export class Turns {
  private readonly places: Places
  private readonly organizations = new Map<string, Counts>()
  private readonly stores = new Map<string, Counts>()
  private waiting: Waiter[] = []
  private running = 0
  private served = 0

  constructor(places: Places) {
    this.places = places
  }

  async run<T>(who: Requester, work: () => Promise<T>, patience?: Patience): Promise<T> {
    const leave = await this.take(who, patience)
    try {
      return await work()
    } finally {
      leave()
    }
  }

  /** Resolves with a function that releases the slot. Rejects when the wait exceeds its limits. */
  async take(who: Requester, patience?: Patience): Promise<() => void> {
    if (this.hasPlaceFor(who)) this.enter(who)
    else await this.wait(who, patience)
    let hasLeft = false
    return () => {
      if (hasLeft) return
      hasLeft = true
      this.leave(who)
    }
  }

  /**
   * The task keeps its slot, but the store's next exclusive task may start. `who` must be the same object that `take`
   * got.
   */
  endExclusive(who: Requester): void {
    if (!who.isExclusive || !who.storeEnvId) return
    found(this.stores, who.storeEnvId).exclusive--
    who.isExclusive = false
    this.startWaiting()
  }

  private wait(who: Requester, patience: Patience | undefined): Promise<void> {
    const isOwn = ({ organizationId }: Requester) => organizationId === who.organizationId
    if (patience && this.waiting.filter(isOwn).length >= patience.maxWaiting)
      return Promise.reject(patience.refuse(true))
    if (patience && this.waiting.length >= (patience.maxInAll ?? Number.POSITIVE_INFINITY))
      return Promise.reject(patience.refuse(false))
    return new Promise((resolve, reject) => {
      const start = () => {
        clearTimeout(timer)
        resolve()
      }
      const waiter: Waiter = { ...who, start }
      const giveUp = ({ refuse }: Patience) => {
        this.waiting = this.waiting.filter((each) => each !== waiter)
        reject(refuse(this.isAtItsShare(who)))
      }
      const timer = patience && setTimeout(giveUp, patience.ms, patience)
      this.waiting.push(waiter)
    })
  }

  private hasPlaceFor(who: Requester): boolean {
    return this.running < this.places.atOnce && !this.isAtItsShare(who)
  }

  private isAtItsShare({ organizationId, storeEnvId, isExclusive }: Requester): boolean {
    const { ofOrganization, ofStore = Number.POSITIVE_INFINITY } = this.places
    const store = storeEnvId && this.stores.get(storeEnvId)
    if (store && (store.running >= ofStore || (isExclusive && store.exclusive > 0))) return true
    return (this.organizations.get(organizationId)?.running ?? 0) >= ofOrganization
  }

  private enter(who: Requester): void {
    this.running++
    this.served++
    for (const counts of this.listCounts(who)) {
      counts.running++
      counts.servedAt = this.served
      if (who.isExclusive) counts.exclusive++
    }
  }

  private leave(who: Requester): void {
    this.running--
    for (const counts of this.listCounts(who)) {
      counts.running--
      if (who.isExclusive) counts.exclusive--
    }
    this.startWaiting()
    this.removeIdle(this.organizations, who.organizationId, (each) => each.organizationId)
    this.removeIdle(this.stores, who.storeEnvId ?? '', (each) => each.storeEnvId)
  }

  private startWaiting(): void {
    for (let next = this.next(); next; next = this.next()) {
      this.waiting.splice(this.waiting.indexOf(next), 1)
      // The slot is counted here, before the waiter runs, so that no later arrival starts in between.
      this.enter(next)
      next.start()
    }
  }

  /**
   * Picks the organization that occupies the fewest slots. Among equals, picks the organization that was served
   * longest ago.
   */
  private next(): Waiter | undefined {
    let best: Waiter | undefined
    let bestRank: number[] = []
    for (const each of this.waiting) {
      if (!this.hasPlaceFor(each)) continue
      const rank = this.computeRank(each)
      if (best && !isLess(rank, bestRank)) continue
      best = each
      bestRank = rank
    }
    return best
  }

  private computeRank({ organizationId, storeEnvId, isBackground }: Waiter): number[] {
    const organization = this.organizations.get(organizationId)
    const store = this.stores.get(storeEnvId ?? '')
    return [isBackground ? 1 : 0, organization?.running ?? 0, organization?.servedAt ?? 0, store?.servedAt ?? 0]
  }

  private listCounts({ organizationId, storeEnvId }: Requester): Counts[] {
    const organization = found(this.organizations, organizationId)
    return storeEnvId ? [organization, found(this.stores, storeEnvId)] : [organization]
  }

  private removeIdle(all: Map<string, Counts>, id: string, idOf: (each: Waiter) => string | undefined): void {
    if (all.get(id)?.running === 0 && !this.waiting.some((each) => idOf(each) === id)) all.delete(id)
  }
}

function found(all: Map<string, Counts>, id: string): Counts {
  const counts = all.get(id) ?? { running: 0, exclusive: 0, servedAt: 0 }
  all.set(id, counts)
  return counts
}

function isLess(a: readonly number[], b: readonly number[]): boolean {
  const at = a.findIndex((each, index) => each !== b[index])
  return at !== -1 && (a[at] as number) < (b[at] as number)
}
