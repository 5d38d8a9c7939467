// All SQL of the plugin, except for the link to ratings. The tables are in the shop's own database.
export type Sql = <Row>(text: string, values?: unknown[]) => Promise<Row[]>

export type Note = { type: string; subject: string; version: string; attempts: number }

const noting = `
  insert into evident_note (type, subject, noted_at, due_at)
  select ?, ?, now(), now() + ? * interval '1 millisecond' %
  on conflict (type, subject) do update
    set version = evident_note.version + 1, attempts = 0, noted_at = excluded.noted_at, due_at = excluded.due_at`

const notingRatings = `
  insert into evident_note (type, subject, noted_at, due_at)
  select 'rating', r.id, now(), now() from % as r(id)
  on conflict (type, subject) do update set version = evident_note.version + 1, due_at = excluded.due_at`

export function createTable(sql: Sql) {
  return {
    note: (type: string, subject: string, inMs = 0) => sql(noting.replace('%', ''), [type, subject, inMs]),

    noteRatings: (productIds: readonly string[]) =>
      sql(notingRatings.replace('%', 'jsonb_array_elements_text(?::jsonb)'), [JSON.stringify(productIds)]),

    /** Adds a note for each product whose rating was read before. */
    noteAllRatings: () => sql(notingRatings.replace('%', '(select product_id from evident_rating)')),

    /**
     * Records the message and its product together, so no crash loses one of the two. Returns false for a repeated
     * message.
     */
    async noteMessage(id: string, productId: string | undefined, inMs: number): Promise<boolean> {
      if (productId === undefined)
        return (
          (
            (await sql(
              'insert into evident_message (id, received_at) values (?, now()) on conflict do nothing returning id',
              [id],
            )) as unknown[]
          ).length > 0
        )
      const rows = await sql(
        `with message as (
           insert into evident_message (id, received_at) values (?, now()) on conflict do nothing returning id),
         noted as (${noting.replace('%', 'from message')})
         select id from message`,
        [id, 'rating', productId, inMs],
      )
      return rows.length > 0
    },

    /** Another instance gets the same notes only after `forMs`. */
    claim: (isRating: boolean, limit: number, forMs: number) =>
      sql<Note>(
        `update evident_note n set due_at = now() + ? * interval '1 millisecond', attempts = n.attempts + 1
           from (select type, subject from evident_note
                  where due_at <= now() and (type = 'rating') = ? order by due_at limit ? for update skip locked) d
          where n.type = d.type and n.subject = d.subject
        returning n.type, n.subject, n.version, n.attempts`,
        [forMs, isRating, limit],
      ),

    /** A note that changed since it was claimed stays, and is due again. */
    done: ({ type, subject, version }: Note) =>
      sql('delete from evident_note where type = ? and subject = ? and version = ?', [type, subject, version]),

    later: ({ type, subject, version }: Note, inMs: number) =>
      sql(
        `update evident_note set due_at = now() + ? * interval '1 millisecond'
          where type = ? and subject = ? and version = ?`,
        [inMs, type, subject, version],
      ),

    async clean(): Promise<void> {
      await sql(`delete from evident_note where noted_at < now() - interval '3 days'`)
      await sql(`delete from evident_message where received_at < now() - interval '1 day'`)
    },

    /** The latest request wins, even if its response arrives first. */
    writeRatings: (rows: readonly object[], askedAt: Date) =>
      sql(
        `insert into evident_rating (id, product_id, average, count, by_star, asked_at)
         select 'evr_' || md5(r.product_id), r.product_id, r.average, r.count, r.by_star, ?::timestamptz
           from jsonb_to_recordset(?::jsonb) as r(product_id text, average real, count integer, by_star jsonb)
         on conflict (product_id) do update
           set average = excluded.average, count = excluded.count, by_star = excluded.by_star, asked_at = excluded.asked_at,
               updated_at = now()
         where evident_rating.asked_at < excluded.asked_at`,
        [askedAt.toISOString(), JSON.stringify(rows)],
      ),

    async findRating(productId: string) {
      const [row] = await sql<{ average: number | null; count: number }>(
        'select average, count from evident_rating where product_id = ?',
        [productId],
      )
      return row ?? { average: null, count: 0 }
    },

    async readFact(name: string): Promise<string | undefined> {
      const [row] = await sql<{ value: string }>('select value from evident_fact where name = ?', [name])
      return row?.value
    },

    /**
     * Returns the store whose reviews the shop shows. The given store replaces the stored one if nothing would be lost
     * except changes that wait: Connect never succeeded, and no product has stars.
     */
    async bindStore(storeEnvId: string): Promise<string> {
      await sql(`insert into evident_fact (name, value) values ('store', ?) on conflict do nothing`, [storeEnvId])
      await sql(
        `with changed as (
           update evident_fact set value = ?
            where name = 'store' and value <> ?
              and not exists (select from evident_fact where name = 'connected')
              and not exists (select from evident_rating where count > 0)
           returning name),
         ratings as (delete from evident_rating where exists (select from changed))
         delete from evident_note where exists (select from changed)`,
        [storeEnvId, storeEnvId],
      )
      const [row] = await sql<{ value: string }>(`select value from evident_fact where name = 'store'`)
      return row?.value ?? storeEnvId
    },

    /** Deletes the data of the earlier store. */
    changeStore: (storeEnvId: string) =>
      sql(
        `with ratings as (delete from evident_rating), notes as (delete from evident_note)
         update evident_fact set value = ? where name = 'store'`,
        [storeEnvId],
      ),

    writeFact: (name: string, value: string) =>
      sql(
        'insert into evident_fact (name, value) values (?, ?) on conflict (name) do update set value = excluded.value',
        [name, value],
      ),

    deleteFact: (name: string) => sql('delete from evident_fact where name = ?', [name]),
  }
}

export type Table = ReturnType<typeof createTable>
