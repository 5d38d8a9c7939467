// Registers deprecations with their dates. The service does not start if a removal is less than 90 days after its
// announcement. The item of a deprecated operation is its id. Its responses then have the headers of `headersFor`, and
// its callers are counted. The item of a deprecated MCP tool is its name. The tool still works, but is not listed.

export type Deprecation = { item: string; announced: string; removed: string; note: string }

export const minimumNoticeDays = 90

export const deprecations: readonly Deprecation[] = [
  {
    item: 'x-service-signature',
    announced: '2026-10-06T00:00:00Z',
    removed: '2027-01-15T00:00:00Z',
    note: 'The body-only webhook signature has no replay protection. Verify x-service-signature-v2 instead.',
  },
  {
    item: 'list_webhooks',
    announced: '2026-11-29T00:00:00Z',
    removed: '2027-03-01T00:00:00Z',
    note: 'This MCP tool is no longer listed. Call GET /outbound-webhooks instead.',
  },
  {
    item: 'list_features',
    announced: '2026-11-29T00:00:00Z',
    removed: '2027-03-01T00:00:00Z',
    note: 'This MCP tool is no longer listed. Call GET /features instead.',
  },
]

export function checkDeprecations(rows: readonly Deprecation[] = deprecations): void {
  for (const { item, announced, removed } of rows) {
    const days = (Date.parse(removed) - Date.parse(announced)) / 86_400_000
    if (!(days >= minimumNoticeDays)) {
      throw new Error(
        `Deprecation of ${item}: removal follows ${days} days after the announcement, but we promise at least ${minimumNoticeDays}.`,
      )
    }
  }
}

export function find(item: string, rows: readonly Deprecation[] = deprecations): Deprecation {
  const row = rows.find((each) => each.item === item)
  if (!row) throw new Error(`The registry contains no deprecation named ${item}.`)
  return row
}

export const findForOperation = (id: string, rows: readonly Deprecation[] = deprecations): Deprecation | undefined =>
  rows.find(({ item }) => item === id)

/** `Deprecation` and `Sunset` as HTTP dates, as the specification requires. */
export function headersFor(row: Deprecation, docUrl: string): Record<string, string> {
  return {
    deprecation: new Date(row.announced).toUTCString(),
    sunset: new Date(row.removed).toUTCString(),
    link: `<${docUrl}>; rel="deprecation"`,
  }
}
