// Events of stores that no webhook wanted, as far as this process has seen. It saves a question and decides nothing: whoever takes
// some from here proves it with the commit, and puts them back only then, so that a belief that failed is not held again.
const most = 10_000
const events = new Set<string>()

const keysOf = (storeEnvId: string, names: readonly string[]) => names.map((name) => `${storeEnvId} ${name}`)

export const unheard = {
  /** Whether it is believed of all of these; nobody else believes it until it is proven. */
  take(storeEnvId: string, names: readonly string[]): boolean {
    const keys = keysOf(storeEnvId, names)
    if (!keys.every((key) => events.has(key))) return false
    for (const key of keys) events.delete(key)
    return true
  },
  add(storeEnvId: string, names: readonly string[]): void {
    if (events.size >= most) events.clear()
    for (const key of keysOf(storeEnvId, names)) events.add(key)
  },
}
