const name = 'evident.store'

export function rememberedStore(): string | null {
  try {
    return localStorage.getItem(name)
  } catch {
    return null
  }
}

export function rememberStore(id: string): void {
  try {
    localStorage.setItem(name, id)
  } catch {
    // Storage is blocked, so the next visit opens the first store.
  }
}
