import { type DataSource, In, LessThan } from 'typeorm'
import { EvidentRating } from './entities/evident-rating.ts'

export type Rating = { average: number | null; count: number; byStar: Record<string, number> }

export const noRating = (): Rating => ({ average: null, count: 0, byStar: { 1: 0, 2: 0, 3: 0, 4: 0, 5: 0 } })

/** Collects the products of one page, so that 100 products need one query. */
const gathered = 500

type Waiting = { productId: string; answer(rating: Rating): void }

export function createRatings(database: DataSource) {
  const ratings = database.getRepository(EvidentRating)
  let waiting: Waiting[] = []

  async function answerWaiting(): Promise<void> {
    const asked = waiting
    waiting = []
    const ids = [...new Set(asked.map(({ productId }) => productId))]
    const found = new Map<string, Rating>()
    try {
      for (let at = 0; at < ids.length; at += gathered) {
        const some = await ratings.findBy({ productId: In(ids.slice(at, at + gathered)) })
        for (const { productId, average, count, byStar } of some) found.set(productId, { average, count, byStar })
      }
    } catch {
      // Returns nothing after an error, such as before the migration ran: a page without stars is better than no page.
    }
    for (const { productId, answer } of asked) answer(found.get(productId) ?? noRating())
  }

  return {
    find(productId: string): Promise<Rating> {
      return new Promise((answer) => {
        if (waiting.push({ productId, answer }) === 1) setImmediate(() => void answerWaiting())
      })
    },

    clear: () => ratings.createQueryBuilder().delete().execute(),

    /** The latest request wins, even if its response arrives first. Returns the products whose rating changed. */
    async write(rows: readonly (Rating & { productId: string })[], askedAt: number): Promise<string[]> {
      const known = await ratings.findBy({ productId: In(rows.map(({ productId }) => productId)) })
      const before = new Map(known.map((each) => [each.productId, each]))
      const missing = rows.filter(({ productId }) => !before.has(productId))
      // Another instance may insert the same product first. Then the later request wins.
      if (missing.length > 0)
        await ratings
          .createQueryBuilder()
          .insert()
          .values(missing.map((row) => ({ ...row, askedAt: 0 })))
          .orIgnore()
          .updateEntity(false)
          .execute()
      const changed: string[] = []
      for (const { productId, average, count, byStar } of rows) {
        const written = { average, count, byStar, askedAt }
        const { affected } = await ratings.update({ productId, askedAt: LessThan(askedAt) }, written)
        const old = before.get(productId)
        if (affected !== 0 && (old?.average !== average || old.count !== count)) changed.push(productId)
      }
      return changed
    },
  }
}

export type Ratings = ReturnType<typeof createRatings>
