import { pino } from 'pino'

export type Log = {
  debug(fields: object, message: string): void
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

const secretFields = ['authorization', 'cookie', 'password', 'secret', 'token', 'key', 'apiKey', 'email', 'url']

export function createLog(level: string, descriptor: 1 | 2 = 1): Log {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: secretFields.flatMap((field) => [field, `*.${field}`]), censor: '[hidden]' },
    },
    pino.destination(descriptor),
  )
}
