// Stores drafts in the shopper's browser until they are sent. Blocked or full storage (private windows) is never an error.
import { noValues, type Photo, type Values } from './model.ts'

export type Draft = { values: Partial<Values>; photos: Photo[] }
type StoredDraft = Draft & { at: number }

const prefix = 'evident-draft:'
const keptMs = 14 * 86_400_000
/** The service deletes unused photos after a day, so older photos would be refused. */
const photosKeptMs = 20 * 3_600_000

export function loadDraft(key: string): Draft | undefined {
  try {
    forgetOld()
    const { at, values, photos } = JSON.parse(localStorage.getItem(prefix + key) ?? '') as StoredDraft
    return { values: pickTexts(values), photos: Date.now() - at < photosKeptMs ? [...photos] : [] }
  } catch {
    return undefined
  }
}

/** Old drafts are deleted, because their author may never open that form again. */
function forgetOld(): void {
  for (const name of Object.keys(localStorage)) {
    if (!name.startsWith(prefix)) continue
    const at = Number(/"at":(\d+)/.exec(localStorage.getItem(name) ?? '')?.[1])
    if (!(Date.now() - at < keptMs)) localStorage.removeItem(name)
  }
}

/** Stored values are validated, because the page can write to the same storage. */
function pickTexts(values: Partial<Values>): Partial<Values> {
  const known = Object.entries(values).filter(
    ([name, value]) => name !== 'homepage' && value && typeof value === typeof noValues[name as keyof Values],
  )
  return Object.fromEntries(known)
}

/** The draft omits the email address, because the next user of this device may be another person. */
export function saveDraft(key: string, { values, photos }: Draft): void {
  const { consent: _, authorEmail: __, ...kept } = values
  try {
    localStorage.setItem(prefix + key, JSON.stringify({ at: Date.now(), values: kept, photos }))
  } catch {
    // Storage is blocked, so the draft exists only on the page.
  }
}

export function clearDraft(key: string): void {
  try {
    localStorage.removeItem(prefix + key)
  } catch {}
}
