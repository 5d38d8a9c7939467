// Unsaved text stays in this browser, is visible to its person only, and is deleted at sign-out.

const start = 'evident-draft '
/** Browsers limit storage to a few million characters per origin. */
const most = { drafts: 30, characters: 1_500_000 }
const days = 14

type StoredDraft = { at: number; value: unknown }

export function keepDraft(name: string, value: unknown): boolean {
  const text = JSON.stringify({ at: Date.now(), value } satisfies StoredDraft)
  if (text.length > most.characters) return false
  const others = namesByAge().filter((each) => each !== start + name)
  for (const oldest of others.slice(0, Math.max(0, others.length - most.drafts + 1))) localStorage.removeItem(oldest)
  return put(start + name, text, others)
}

function put(name: string, text: string, others: string[]): boolean {
  try {
    localStorage.setItem(name, text)
    return true
  } catch {
    const [oldest, ...rest] = others
    if (oldest === undefined) return false
    localStorage.removeItem(oldest)
    return put(name, text, rest)
  }
}

export function keptDraft(name: string): unknown {
  const kept = read(start + name)
  return kept && Date.now() - kept.at < days * 86_400_000 ? kept.value : undefined
}

export const forgetDraft = (name: string): void => unlessRefused(() => localStorage.removeItem(start + name))

export const forgetDrafts = (): void =>
  unlessRefused(() => {
    for (const name of names()) localStorage.removeItem(name)
  })

const names = (): string[] => {
  try {
    return Object.keys(localStorage).filter((name) => name.startsWith(start))
  } catch {
    return []
  }
}

const namesByAge = (): string[] => names().toSorted((one, other) => (read(one)?.at ?? 0) - (read(other)?.at ?? 0))

function read(name: string): StoredDraft | undefined {
  try {
    return JSON.parse(localStorage.getItem(name) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

function unlessRefused(act: () => void): void {
  try {
    act()
  } catch {
    // Storage is blocked, so there is nothing to delete.
  }
}
