/** Which codings a client takes an answer in: those it names and does not refuse with a weight of 0, or all others by `*`. */
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

/** How answers are packed. */
export type Packing = 'br' | 'gzip'

// Clients send a handful of different headers, millions of times. Of the module and not of a service: it holds only what
// follows from the header itself, and never more than a thousand of them.
const known = new Map<string, Packing | undefined>()

/** The best packing that the client takes, if any. */
export function packingOf(header: string | string[] | undefined): Packing | undefined {
  if (header === undefined) return undefined
  const text = String(header)
  if (known.has(text)) return known.get(text)
  if (known.size >= 1_000) known.clear()
  const takes = acceptedCodings(text)
  const packing = takes('br') ? 'br' : takes('gzip') ? 'gzip' : undefined
  known.set(text, packing)
  return packing
}
