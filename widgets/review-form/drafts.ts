// What a shopper has typed, kept in their own browser until it is sent: a closed tab or a dead battery loses nothing.
// A browser that keeps nothing (private windows, full disks) is no reason to fail.
import { noValues, type Photo, type Values } from './model.ts'

export type Draft = { values: Partial<Values>; photos: Photo[] }
type Stored = Draft & { at: number }

const prefix = 'evident-draft:'
const keptMs = 14 * 86_400_000
/** The service forgets photos that no review took after a day; an older one would only be refused. */
const photosKeptMs = 20 * 3_600_000

export function loadDraft(key: string): Draft | undefined {
  try {
    forgetOld()
    const { at, values, photos } = JSON.parse(localStorage.getItem(prefix + key) ?? '') as Stored
    return { values: textsOf(values), photos: Date.now() - at < photosKeptMs ? [...photos] : [] }
  } catch {
    return undefined
  }
}

/** Drafts are removed by age too: their author may never open that form again. */
function forgetOld(): void {
  for (const name of Object.keys(localStorage)) {
    if (!name.startsWith(prefix)) continue
    const at = Number(/"at":(\d+)/.exec(localStorage.getItem(name) ?? '')?.[1])
    if (!(Date.now() - at < keptMs)) localStorage.removeItem(name)
  }
}

/** Only what the form knows, in the kinds it expects: the page around it may write here too. */
function textsOf(values: Partial<Values>): Partial<Values> {
  const known = Object.entries(values).filter(
    ([name, value]) => name !== 'homepage' && value && typeof value === typeof noValues[name as keyof Values],
  )
  return Object.fromEntries(known)
}

/** Without the e-mail address: the form promises never to show it, and the next at this device may be somebody else. */
export function saveDraft(key: string, { values, photos }: Draft): void {
  const { consent: _, authorEmail: __, ...kept } = values
  try {
    localStorage.setItem(prefix + key, JSON.stringify({ at: Date.now(), values: kept, photos }))
  } catch {
    // It stays on the page.
  }
}

export function clearDraft(key: string): void {
  try {
    localStorage.removeItem(prefix + key)
  } catch {
    // Nothing was kept.
  }
}
