import type { Facts } from './facts.ts'
import type { Outbox } from './outbox.ts'
import type { Ratings } from './ratings.ts'

type Parts = {
  facts: Pick<Facts, 'read' | 'write' | 'replace'>
  ratings: Pick<Ratings, 'clear' | 'hasStars'>
  outbox: Pick<Outbox, 'clear'>
}

/** Decides which store's reviews the shop shows. */
export function createBinding({ facts, ratings, outbox }: Parts) {
  async function clear(): Promise<void> {
    await ratings.clear()
    await outbox.clear()
  }

  return {
    /**
     * True if the shop shows reviews of this store. The store replaces the stored one if nothing would be lost except
     * changes that wait: Connect never succeeded, and no product has stars.
     */
    async bind(storeEnvId: string): Promise<boolean> {
      await facts.replace('store', undefined, storeEnvId)
      const bound = await facts.read('store')
      if (bound === storeEnvId) return true
      if ((await facts.read('connected')) !== undefined || (await ratings.hasStars())) return false
      await clear()
      // Another instance with the same string may have replaced it first.
      await facts.replace('store', bound, storeEnvId)
      return (await facts.read('store')) === storeEnvId
    },

    /** Connect succeeded, so from now on only staff change the store. */
    confirm: () => facts.write('connected', 'true'),

    /** Deletes the data of the earlier store. */
    async change(storeEnvId: string): Promise<void> {
      await clear()
      await facts.write('store', storeEnvId)
    },
  }
}

export type Binding = ReturnType<typeof createBinding>
