import type { OrganizationTx } from '../../db/db.ts'
import { type NotNull, type Query, sql } from '../../db/query.ts'
import type { Direction } from '../../values/wire.ts'
import { beyondNumber, fetchLimit, fetchWithTotal, type Page, type PageRequest, toPage } from './page.ts'

type Fragment = ReturnType<typeof sql>

/** Sources compute the figure of each row, so it is never null. */
export type FigureColumn = { figure: NotNull<number> }

export type RankedList<Row> = {
  /** A statement with the columns `id` and `figure`, a number that is not negative, of all rows of the list. */
  figures: Fragment
  /** Columns of the source, and `f.figure`. */
  columns: Query<Row>
  /** A lateral source of one row, which has the id `f.id`. */
  source: Fragment
  direction: Direction | undefined
  count: Fragment
}

/** A page in the order of a figure that no index has, highest first by default. Reads whole rows only for the page. */
export async function listRanked<Row extends FigureColumn & { id: string }, T>(
  tx: Pick<OrganizationTx, 'all'>,
  request: PageRequest,
  { figures, columns, source, direction = 'desc', count }: RankedList<Row>,
  map: (row: Row) => T,
): Promise<Page<T>> {
  const way = sql.raw(direction)
  const { rows, total } = await fetchWithTotal<Row>(tx, request, {
    page: sql<Row>`
      select ${columns}
        from (select f.id, f.figure from (${figures}) f
               where true ${beyondNumber(request, { at: 'f.figure', id: 'f.id', direction })}
               order by f.figure ${way}, f.id ${way} limit ${fetchLimit(request)}) f
       cross join lateral ${source}`,
    order: sql`p.figure ${way}, p.id ${way}`,
    count,
  })
  return toPage(rows, request, ({ figure, id }) => ({ at: `${figure}`, id }), map, total)
}
