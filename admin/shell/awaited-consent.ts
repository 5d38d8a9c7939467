// Remembers the store whose shop awaits consent. The platform redirects to the start page, which redirects to that store.

const name = 'evident.consent'

export function rememberConsent(storeId: string): void {
  try {
    sessionStorage.setItem(name, storeId)
  } catch {
    // Storage is blocked: the home page opens first.
  }
}

export function takeAwaitedConsent(): string | null {
  try {
    const storeId = sessionStorage.getItem(name)
    sessionStorage.removeItem(name)
    return storeId
  } catch {
    return null
  }
}
