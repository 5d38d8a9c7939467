// These checks run before any schema, so that no later code receives a refused value.
import { isUtf8 } from 'node:buffer'
import secureJson from 'secure-json-parse'
import { checkText } from '../../calls/validate.ts'
import { AppError, invalid } from '../../values/errors.ts'

export const maxBodyBytes = 10 * 1024 * 1024
const maxDepth = 32

export function readJson(bytes: Buffer, type?: string): unknown {
  requireJson(type)
  return parseJson(bytes)
}

export function requireJson(type = ''): void {
  if (!/^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(type)) {
    throw new AppError(415, 'unsupported_media_type', `Send the body as application/json, not "${type.slice(0, 100)}".`)
  }
}

/** Reads a plain text body. If the text is converted to JSON later, schemas check its parts. */
export function readText(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw invalid('The body is not valid UTF-8. Encode it as UTF-8.')
  const text = bytes.toString('utf8')
  checkText(text, '')
  return text
}

export function parseJson(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) throw invalid('The body is not valid UTF-8. Encode it as UTF-8.')
  scan(bytes, startOfScan(), bytes.length)
  const text = bytes.toString('utf8')
  const value = parseText(text)
  if (mayHoldRefusedText(text)) checkStrings(value, '')
  return value
}

export function parseText(text: string): unknown {
  try {
    return secureJson.parse(text, undefined, { protoAction: 'error', constructorAction: 'ignore' })
  } catch (error) {
    if (error instanceof AppError) throw error
    throw invalid(`The body is not valid JSON: ${(error as Error).message.slice(0, 200)}`)
  }
}

/**
 * In JSON, only an escape can encode NUL or a lone surrogate. Most bodies contain no such escape, so their strings are not
 * checked.
 */
export const mayHoldRefusedText = (text: string): boolean => /\\u0000|\\u[dD][89a-fA-F]/.test(text)

export const startOfScan = () => ({ at: 0, depth: 0, inString: false })

/** Scans to `end` and throws when the body is nested too deeply. A later slice may continue the scan. */
export function scan(bytes: Buffer, state: ReturnType<typeof startOfScan>, end: number): void {
  let { depth, inString } = state
  let i = state.at
  for (; i < end; i++) {
    const byte = bytes[i]
    if (inString) {
      if (byte === 0x5c) i++
      else if (byte === 0x22) inString = false
    } else if (byte === 0x22) inString = true
    else if (byte === 0x7b || byte === 0x5b) {
      if (++depth > maxDepth) throw invalid(`The body is nested too deeply: at most ${maxDepth} levels are allowed.`)
    } else if (byte === 0x7d || byte === 0x5d) depth--
  }
  Object.assign(state, { at: i, depth, inString })
}

export function checkStrings(value: unknown, path: string): void {
  if (typeof value === 'string') checkText(value, path)
  else if (Array.isArray(value)) for (const [i, item] of value.entries()) checkStrings(item, `${path}/${i}`)
  else if (value && typeof value === 'object') {
    for (const [name, item] of Object.entries(value)) {
      checkText(name, path)
      checkStrings(item, `${path}/${name}`)
    }
  }
}
