// Stores whose events nobody was listening to, as far as this process has seen. It saves a question and decides nothing: whoever
// takes a store from here proves it with the commit, and puts it back only then, so that a belief that failed is not held again.
const most = 10_000
const stores = new Set<string>()

export const unheard = {
  /** Whether it is believed of this store; nobody else believes it until it is proven. */
  take: (storeEnvId: string): boolean => stores.delete(storeEnvId),
  add(storeEnvId: string): void {
    if (stores.size >= most) stores.clear()
    stores.add(storeEnvId)
  },
}
