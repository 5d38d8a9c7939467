export const engines = ['libretranslate', 'apertium'] as const

/** Languages as ISO 639 codes: two letters, or three if the language has no code of two. */
export type Pair = { source: string; target: string }

export type Engine = {
  name: (typeof engines)[number]
  /** Throws only `EngineError`. Has no timeout, so pass a signal. */
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
