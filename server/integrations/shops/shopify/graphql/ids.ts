// Shopify's global ids contain the numbers that webhooks, feeds and merchants use.

export const toGid = (type: 'Product' | 'Order' | 'BulkOperation', id: string): string => `gid://shopify/${type}/${id}`

export function parseGid(gid: unknown): string | undefined {
  return typeof gid === 'string' ? /^gid:\/\/shopify\/\w+\/(\d+)(?:\?|$)/.exec(gid)?.[1] : undefined
}

/** True if the id can be one of Shopify's. Other ids are not requested. */
export const isNumber = (id: string): boolean => /^\d{1,20}$/.test(id)
