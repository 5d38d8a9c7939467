// The signature grants access, so everybody with the URL can see the picture.
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Clock } from '../../process/clock.ts'
import { stemOf } from '../images/keys.ts'

export type Media = {
  publicUrl(key: string): string
  /**
   * Returns a URL for the photo or variant. Its signature expires at the end of the next day, so the URL is constant all
   * day.
   */
  signedUrl(key: string): string
  isSigned(key: string, ends: unknown, proof: unknown): boolean
}

const dayMs = 86_400_000
const proofLength = 22
/** Signatures are cached, because the same pages of reviews are requested again and again. */
const keptSignatures = 2_000

export function createMedia(options: { origin: string; publicBase?: string; key: string; clock: Clock }): Media {
  const { origin, key: secret, clock, publicBase = `${origin}/media` } = options
  const kept = new Map<string, string>()
  const sign = (text: string) => createHmac('sha256', secret).update(text).digest('base64url').slice(0, proofLength)

  function queryFor(stem: string, ends: number): string {
    const text = `${stem} ${ends}`
    const known = kept.get(text)
    if (known !== undefined) return known
    if (kept.size >= keptSignatures) kept.clear()
    const query = `?e=${ends}&s=${sign(text)}`
    kept.set(text, query)
    return query
  }

  return {
    publicUrl: (key) => `${publicBase}/${key}`,
    signedUrl: (key) => `${origin}/media/${key}${queryFor(stemOf(key), Math.floor(clock.nowMs() / dayMs) + 2)}`,
    isSigned(key, ends, proof) {
      if (typeof ends !== 'string' || !/^\d{1,7}$/.test(ends) || typeof proof !== 'string') return false
      if (Number(ends) * dayMs <= clock.nowMs()) return false
      const [given, good] = [Buffer.from(proof), Buffer.from(sign(`${stemOf(key)} ${Number(ends)}`))]
      return given.length === good.length && timingSafeEqual(given, good)
    },
  }
}
