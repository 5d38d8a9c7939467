// What was typed and is not saved yet, kept in this browser alone: it outlives a reload and the end of a session. It is shown to
// nobody but its person, and gone when they sign out.

const start = 'evident-draft '
/** A browser gives a few millions of characters to all of this application. */
const most = { drafts: 30, characters: 1_500_000 }
const days = 14

type Kept = { at: number; value: unknown }

/** Whether it is kept now: a browser may refuse, and something may be too long. */
export function keepDraft(name: string, value: unknown): boolean {
  const text = JSON.stringify({ at: Date.now(), value } satisfies Kept)
  if (text.length > most.characters) return false
  const others = namesByAge().filter((each) => each !== start + name)
  for (const oldest of others.slice(0, Math.max(0, others.length - most.drafts + 1))) localStorage.removeItem(oldest)
  return put(start + name, text, others)
}

/** In the place of the oldest ones, where there is no room. */
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

function read(name: string): Kept | undefined {
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
    // A browser that keeps nothing has nothing to forget.
  }
}
