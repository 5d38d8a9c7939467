export const engines = ['libretranslate', 'apertium'] as const

/** Languages as ISO 639 codes of two letters, or of three where there are no two. */
export type Pair = { source: string; target: string }

export type Engine = {
  name: (typeof engines)[number]
  /** Throws only `EngineError`. Takes as long as the engine, so pass a signal that ends it. */
  translate(text: string, pair: Pair, signal: AbortSignal): Promise<string>
}

/** `isLasting`: the same request would fail again, for example because the engine lacks the language. */
export class EngineError extends Error {
  readonly isLasting: boolean
  constructor(message: string, isLasting: boolean) {
    super(message)
    this.isLasting = isLasting
  }
}
