// The masked form of a shopper's address: all that keys, tools, widgets and exports to them ever get.

/** The last four characters before the `@`, at most half of them: `jane.doe@x.io` → `.doe`, `al@x.io` → `l`, `j@x.io` → ``. */
export function last4(email: string | null | undefined): string | null {
  if (!email) return null
  const local = [...email.slice(0, email.lastIndexOf('@'))]
  const shown = Math.min(4, Math.floor(local.length / 2))
  return shown === 0 ? '' : local.slice(-shown).join('')
}

/** One person is one address, however it was typed. */
export const normalizeEmail = (email: string): string => email.trim().toLowerCase()
