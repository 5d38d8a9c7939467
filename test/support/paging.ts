import assert from 'node:assert/strict'
import type { Api } from '#test/service.ts'

/** Reads every page of a list. `between` runs after each page. */
export async function loadAll<Row>(
  api: Api,
  path: string,
  query: Record<string, string>,
  between?: () => Promise<unknown>,
): Promise<Row[]> {
  const rows: Row[] = []
  let cursor: string | null = null
  do {
    const search: string = new URLSearchParams({ ...query, ...(cursor && { cursor }) }).toString()
    const { status, body, text } = await api.get(`${path}?${search}`)
    assert.equal(status, 200, `${search}: ${text}`)
    rows.push(...body.data)
    cursor = body.pagination.nextCursor
    await between?.()
  } while (cursor)
  return rows
}
