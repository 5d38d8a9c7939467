import { type DataSource, In, LessThan, MoreThan } from 'typeorm'
import { EvidentRating } from './entities/evident-rating.ts'

export type Rating = { average: number | null; count: number; byStar: Record<string, number> }

export const noRating = (): Rating => ({ average: null, count: 0, byStar: { 1: 0, 2: 0, 3: 0, 4: 0, 5: 0 } })

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
      // After an error, such as before the migration ran, products get no stars: that is better than no page.
    }
    for (const { productId, answer } of asked) answer(found.get(productId) ?? noRating())
  }

  return {
    /** Collects the products of one page, so that 100 products need one query. */
    find(productId: string): Promise<Rating> {
      return new Promise((answer) => {
        if (waiting.push({ productId, answer }) === 1) setImmediate(() => void answerWaiting())
      })
    },

    clear: () => ratings.createQueryBuilder().delete().execute(),

    hasStars: () => ratings.existsBy({ count: MoreThan(0) }),

    list: (productIds: readonly string[]) => ratings.findBy({ productId: In([...productIds]) }),

    /** The latest request wins, even if its response arrives first. */
    async write(rows: readonly (Rating & { productId: string })[], askedAt: number): Promise<void> {
      const known = await ratings.find({
        where: { productId: In(rows.map(({ productId }) => productId)) },
        select: { productId: true },
      })
      const before = new Set(known.map(({ productId }) => productId))
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
      for (const { productId, average, count, byStar } of rows)
        await ratings.update({ productId, askedAt: LessThan(askedAt) }, { average, count, byStar, askedAt })
    },
  }
}

export type Ratings = ReturnType<typeof createRatings>
