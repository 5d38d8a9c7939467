// Parses a webhook's bytes. Shopify's ids are numbers of up to 64 bits, which JavaScript would round.

/** Undefined for anything but an object. Numbers of more than 15 digits become strings. */
export function readBody(body: Buffer): Record<string, unknown> | undefined {
  const text = body.toString('utf8')
  try {
    const parsed: unknown = /\d{16}/.test(text) ? JSON.parse(text, exactly) : JSON.parse(text)
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed))
      return parsed as Record<string, unknown>
  } catch {}
}

function exactly(_: string, value: unknown, context?: { source?: string }): unknown {
  return typeof value === 'number' && /^\d{16,20}$/.test(context?.source ?? '') ? context?.source : value
}

export function readId(body: Record<string, unknown>, field = 'id'): string | undefined {
  const id = body[field]
  if (typeof id === 'string' && /^\d{1,20}$/.test(id)) return id
  return Number.isSafeInteger(id) && (id as number) > 0 ? String(id) : undefined
}
