// Caches the library's password hashes. Each hash takes 80 ms of processor time, and almost every test uses the same
// password.
import { hashPassword, verifyPassword } from 'better-auth/crypto'
import type { PasswordHashing } from '#platform/auth/better-auth.ts'

const hashes = new Map<string, Promise<string>>()
const verified = new Map<string, Promise<boolean>>()

export const rememberedPasswords: PasswordHashing = {
  hash: (password) => remembered(hashes, password, () => hashPassword(password)),
  verify: (data) => remembered(verified, JSON.stringify([data.hash, data.password]), () => verifyPassword(data)),
}

function remembered<T>(known: Map<string, Promise<T>>, key: string, make: () => Promise<T>): Promise<T> {
  const made = known.get(key) ?? make()
  known.set(key, made)
  return made
}
