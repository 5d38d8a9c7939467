// Gives access only to data that every visitor sees, for one store and one hour.
import { timingSafeEqual } from 'node:crypto'
import type { Secrets } from '../process/secrets.ts'

const holdsMs = 3600_000

export function makePreviewPass(
  secrets: Secrets,
  storeEnvId: string,
  nowMs: number,
): { pass: string; untilMs: number } {
  const untilMs = nowMs + holdsMs
  return { pass: `${untilMs}.${computeProof(secrets, storeEnvId, untilMs)}`, untilMs }
}

export function isPreviewPass(secrets: Secrets, storeEnvId: string, pass: string, nowMs: number): boolean {
  const [, until, proof] = /^(\d{13})\.([\w-]{43})$/.exec(pass) ?? []
  if (until === undefined || proof === undefined || Number(until) <= nowMs) return false
  return timingSafeEqual(Buffer.from(proof), Buffer.from(computeProof(secrets, storeEnvId, Number(until))))
}

const computeProof = (secrets: Secrets, storeEnvId: string, untilMs: number) =>
  secrets.tokenFor(`storefront preview ${storeEnvId} ${untilMs}`)
