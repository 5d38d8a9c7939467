// Whose shop somebody has gone to consent for. The platform leads back to the front door, and from there one is led on to it.

const name = 'evident.consent'

export function rememberConsent(storeId: string): void {
  try {
    sessionStorage.setItem(name, storeId)
  } catch {
    // A browser that keeps nothing shows the home page first.
  }
}

/** Once. */
export function takeAwaitedConsent(): string | null {
  try {
    const storeId = sessionStorage.getItem(name)
    sessionStorage.removeItem(name)
    return storeId
  } catch {
    return null
  }
}
