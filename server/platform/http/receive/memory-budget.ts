// Senders are not authenticated yet, so each network may use at most half of the memory that other networks leave free.
export type MemoryBudget = {
  /** False when there is no room for this network; then nothing is counted. */
  take(network: string, bytes: number): boolean
  give(network: string, bytes: number): void
}

export function createMemoryBudget(maxBytes: number): MemoryBudget {
  const held = new Map<string, number>()
  let all = 0
  return {
    take(network, bytes) {
      const own = held.get(network) ?? 0
      if (own + bytes > (maxBytes - (all - own)) / 2) return false
      held.set(network, own + bytes)
      all += bytes
      return true
    },
    give(network, bytes) {
      const own = (held.get(network) ?? 0) - bytes
      if (own > 0) held.set(network, own)
      else held.delete(network)
      all -= bytes
    },
  }
}
