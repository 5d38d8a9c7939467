import type { GuardedFetch } from '#platform/guarded-fetch/guarded-fetch.ts'
import type { TranslationConfig } from '#platform/process/config.ts'
import { apertium } from './apertium.ts'
import type { Engine } from './engine.ts'
import { libreTranslate } from './libretranslate.ts'

/** Undefined if the operator has set no engine. */
export function openEngine(config: TranslationConfig | undefined, fetch: GuardedFetch): Engine | undefined {
  if (config === undefined) return undefined
  return config === 'apertium' ? apertium : libreTranslate(fetch, config)
}
