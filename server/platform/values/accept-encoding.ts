/** Returns whether the client accepts a coding: named with a weight above 0, or covered by `*`. */
export function acceptedCodings(header: string | string[] | undefined): (coding: string) => boolean {
  const weights = new Map(
    String(header ?? '')
      .toLowerCase()
      .split(',')
      .map((part) => {
        const [coding = '', ...parameters] = part.split(';').map((text) => text.trim())
        const weight = parameters.find((text) => text.startsWith('q='))?.slice(2)
        return [coding, weight === undefined ? 1 : Number(weight)] as const
      }),
  )
  return (coding) => (weights.get(coding) ?? weights.get('*') ?? 0) > 0
}

export type Packing = 'br' | 'gzip'

// A result depends only on the header, and at most a thousand are cached, so a module-level cache is safe.
const known = new Map<string, Packing | undefined>()

export function choosePacking(header: string | string[] | undefined): Packing | undefined {
  if (header === undefined) return undefined
  const text = String(header)
  if (known.has(text)) return known.get(text)
  if (known.size >= 1_000) known.clear()
  const takes = acceptedCodings(text)
  const packing = takes('br') ? 'br' : takes('gzip') ? 'gzip' : undefined
  known.set(text, packing)
  return packing
}
