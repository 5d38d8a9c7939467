// One transaction marks waiting messages as begun and records the results of ended ones. After a crash, at most one
// message per connection has an unknown outcome.
import type { Attempt } from './settling.ts'

type Batch = { begin: readonly string[]; ended: readonly Attempt[] }
/** Returns the ids that are still claimed by this process. */
type Write = (batch: Batch) => Promise<ReadonlySet<string>>
type WaitingItem<Item, Result> = { item: Item; resolve(result: Result): void }

export class AttemptWriter {
  private readonly write: Write
  private beginning: WaitingItem<string, boolean>[] = []
  private ending: WaitingItem<Attempt, boolean>[] = []
  private isWriting = false

  constructor(write: Write) {
    this.write = write
  }

  /** Rejects when the claim has expired or the database is unavailable. The message must not be sent then. */
  async begin(id: string): Promise<void> {
    if (!(await this.enqueue(this.beginning, id))) throw new Error('this message cannot begin')
  }

  /** Returns false if the attempt could not be recorded, so the caller must record it. */
  end(attempt: Attempt): Promise<boolean> {
    return this.enqueue(this.ending, attempt)
  }

  private enqueue<Item>(queue: WaitingItem<Item, boolean>[], item: Item): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    queue.push({ item, resolve })
    if (!this.isWriting) void this.writeAll()
    return promise
  }

  private async writeAll(): Promise<void> {
    this.isWriting = true
    while (this.beginning.length + this.ending.length > 0)
      await this.writeBatch(this.beginning.splice(0), this.ending.splice(0))
    this.isWriting = false
  }

  private async writeBatch(
    beginning: readonly WaitingItem<string, boolean>[],
    ending: readonly WaitingItem<Attempt, boolean>[],
  ): Promise<void> {
    const batch = { begin: beginning.map(({ item }) => item), ended: ending.map(({ item }) => item) }
    const begun = await this.write(batch).catch(() => undefined)
    for (const { item, resolve } of beginning) resolve(begun?.has(item) === true)
    for (const { resolve } of ending) resolve(begun !== undefined)
  }
}
