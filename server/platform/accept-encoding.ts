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
