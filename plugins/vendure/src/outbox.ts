import { randomUUID } from 'node:crypto'
import { type DataSource, In, LessThan, LessThanOrEqual, type Repository } from 'typeorm'
import { EvidentMessage } from './entities/evident-message.ts'
import { EvidentNote } from './entities/evident-note.ts'

export type NoteType = 'order.updated' | 'product.updated' | 'product.deleted' | 'rating'

/** Notes about the same object that were claimed together. They count as one. */
export type ClaimedNote = { type: NoteType; subject: string; ids: number[]; attempts: number }

const keptMs = 3 * 86_400_000
const messagesKeptMs = 86_400_000
const mostNotes = 10_000

/** Uses only statements that all of Vendure's databases support. */
export function createOutbox(database: DataSource) {
  const notes = database.getRepository(EvidentNote)
  const messages = database.getRepository(EvidentMessage)

  const note = (type: NoteType, subject: string, inMs = 0, within: Repository<EvidentNote> = notes) =>
    within.insert({ type, subject, notedAt: Date.now(), dueAt: Date.now() + inMs, claim: null })

  return {
    note,

    /** Stores the note before the message's id. A crash between the two then repeats the note instead of losing it. */
    async noteMessage(id: string, productId: string | undefined, inMs: number): Promise<void> {
      if (await messages.existsBy({ id })) return
      if (productId !== undefined) await note('rating', productId, inMs)
      await messages
        .createQueryBuilder()
        .insert()
        .values({ id, receivedAt: Date.now() })
        .orIgnore()
        .updateEntity(false)
        .execute()
    },

    /** Another instance gets the same notes only after `forMs`. */
    async claim(types: readonly NoteType[], limit: number, forMs: number): Promise<ClaimedNote[]> {
      const due = await notes.find({
        where: { type: In([...types]), dueAt: LessThanOrEqual(Date.now()) },
        order: { dueAt: 'ASC', id: 'ASC' },
        take: limit,
        select: { id: true },
      })
      if (due.length === 0) return []
      const claim = randomUUID()
      await notes
        .createQueryBuilder()
        .update()
        .set({ claim, dueAt: Date.now() + forMs, attempts: () => 'attempts + 1' })
        .where({ id: In(due.map(({ id }) => id)), dueAt: LessThanOrEqual(Date.now()) })
        .execute()
      const claimed = new Map<string, ClaimedNote>()
      for (const { id, type, subject, attempts } of await notes.find({ where: { claim }, order: { id: 'ASC' } })) {
        const same = claimed.get(`${type} ${subject}`)
        if (same) same.ids.push(id)
        else claimed.set(`${type} ${subject}`, { type: type as NoteType, subject, ids: [id], attempts })
      }
      return [...claimed.values()]
    },

    /** A change after the claim has a note of its own, which stays. */
    done: ({ ids }: ClaimedNote) => notes.delete({ id: In(ids) }),

    later: ({ ids }: ClaimedNote, inMs: number) => notes.update({ id: In(ids) }, { dueAt: Date.now() + inMs }),

    clear: () => notes.createQueryBuilder().delete().execute(),

    /**
     * Deletes notes older than three days. If more than 10,000 remain, leaves one per object, because Evident reads the
     * newest state anyway.
     */
    async clean(): Promise<void> {
      await notes.delete({ notedAt: LessThan(Date.now() - keptMs) })
      await messages.delete({ receivedAt: LessThan(Date.now() - messagesKeptMs) })
      if ((await notes.count()) <= mostNotes) return
      // MySQL can read the table of a DELETE only through a derived table.
      await database.query(`
        delete from evident_note
         where id not in (select n.id from (select max(id) as id from evident_note group by type, subject) n)`)
    },
  }
}

export type Outbox = ReturnType<typeof createOutbox>
