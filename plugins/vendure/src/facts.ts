import type { DataSource } from 'typeorm'
import { EvidentFact } from './entities/evident-fact.ts'

export function createFacts(database: DataSource) {
  const facts = database.getRepository(EvidentFact)
  return {
    read: async (name: string): Promise<string | undefined> => (await facts.findOneBy({ name }))?.value,

    write: (name: string, value: string) => facts.save({ name, value }),

    delete: (name: string) => facts.delete({ name }),

    /** Writes the value only if the stored one is still `before`. True for only one of several parallel callers. */
    async replace(name: string, before: string | undefined, value: string): Promise<boolean> {
      if (before !== undefined) return (await facts.update({ name, value: before }, { value })).affected === 1
      return facts.insert({ name, value }).then(
        () => true,
        () => false,
      )
    },
  }
}

export type Facts = ReturnType<typeof createFacts>
