// The cookie gives no access and only decides whose failures are counted together (back-off.ts).
import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { Secrets } from '../process/secrets.ts'

export type Devices = {
  find(cookies: string | undefined, account: string): string | undefined
  remember(account: string): string
}

const yearSeconds = 365 * 86_400

export function createDevices(secrets: Secrets, secure: boolean): Devices {
  // A browser may know several accounts, and no cookie name reveals which.
  const buildCookieName = (account: string) =>
    `${secure ? '__Secure-' : ''}evident.device_${secrets.tokenFor(`device cookie of ${account}`).slice(0, 16)}`
  const signDevice = (account: string, device: string) => secrets.tokenFor(`device ${device} of ${account}`)
  return {
    find(cookies = '', account) {
      const prefix = `${buildCookieName(account)}=`
      const found = cookies.split(';').find((each) => each.trim().startsWith(prefix))
      const [device = '', signature = ''] = (found?.trim().slice(prefix.length) ?? '').split('.')
      const expected = Buffer.from(signDevice(account, device))
      const given = Buffer.from(signature)
      return given.length === expected.length && timingSafeEqual(given, expected) ? device : undefined
    },
    remember(account) {
      const device = randomBytes(12).toString('base64url')
      const value = `${device}.${signDevice(account, device)}`
      return `${buildCookieName(account)}=${value}; Max-Age=${yearSeconds}; Path=/api/v1/auth; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
    },
  }
}
