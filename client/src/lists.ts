import type { paths } from './api.generated.js'
import type { Evident } from './client.js'
import { orThrow } from './errors.js'

type Page<Row> = { data: Row[]; pagination: { nextCursor: string | null } }
type Get<P extends keyof paths> = paths[P] extends { get: infer G } ? G : never
type AnswerOf<P extends keyof paths> =
  Get<P> extends { responses: { 200: { content: { 'application/json': infer A } } } } ? A : never

export type ListPath = { [P in keyof paths]: AnswerOf<P> extends Page<unknown> ? P : never }[keyof paths]

export type RowOf<P extends ListPath> = AnswerOf<P> extends Page<infer Row> ? Row : never
type ParametersOf<P extends ListPath> = Get<P> extends { parameters: infer X } ? X : never

/** Yields every row of a list and reads pages on demand. `limit` is the page size (default 100). */
export async function* everyRow<P extends ListPath>(
  evident: Evident,
  path: P,
  params?: Partial<ParametersOf<P>>,
): AsyncGenerator<RowOf<P>, void, undefined> {
  const { query, ...others } = (params ?? {}) as { query?: Record<string, unknown> }
  const read = evident.GET as unknown as (
    path: string,
    init: object,
  ) => Promise<{ data?: Page<RowOf<P>>; error?: unknown; response: Response }>
  let cursor: string | null | undefined
  do {
    const asked = { limit: 100, ...query, ...(cursor && { cursor }) }
    const page = await orThrow(read(path, { params: { ...others, query: asked } }))
    yield* page.data
    cursor = page.pagination.nextCursor
  } while (cursor)
}
