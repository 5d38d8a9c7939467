// Shopify's global ids around the numbers that its webhooks, feeds and merchants know.

export const toGid = (type: 'Product' | 'Order' | 'BulkOperation', id: string): string => `gid://shopify/${type}/${id}`

/** The number at the end; undefined for what is no global id. */
export function numberOf(gid: unknown): string | undefined {
  return typeof gid === 'string' ? /^gid:\/\/shopify\/\w+\/(\d+)(?:\?|$)/.exec(gid)?.[1] : undefined
}

/** Whether it can be one of Shopify's at all: other ids are not asked for. */
export const isNumber = (id: string): boolean => /^\d{1,20}$/.test(id)
