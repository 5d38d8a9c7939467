// Which store this browser looked at last. Only a convenience: the address says which one is meant.

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
    // A browser that keeps nothing begins with the first store.
  }
}
