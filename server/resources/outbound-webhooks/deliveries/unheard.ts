// Cache of events without subscribers. It is only a hint: callers remove an entry, verify it at commit and add it again, so
// a wrong entry disappears.
const most = 10_000
const events = new Set<string>()

const buildKeys = (storeEnvId: string, names: readonly string[]) => names.map((name) => `${storeEnvId} ${name}`)

export const unheard = {
  /**
   * True if the cache says that none of these events has a subscriber. Removes these entries, so that no other caller uses
   * them before they are verified.
   */
  take(storeEnvId: string, names: readonly string[]): boolean {
    const keys = buildKeys(storeEnvId, names)
    if (!keys.every((key) => events.has(key))) return false
    for (const key of keys) events.delete(key)
    return true
  },
  add(storeEnvId: string, names: readonly string[]): void {
    if (events.size >= most) events.clear()
    for (const key of buildKeys(storeEnvId, names)) events.add(key)
  },
}
