import type { Answer } from './evident.ts'

/** The code of Evident's response, and its English sentence. Pages translate the codes they know. */
export function readRefusal(answer: Answer | undefined): { code: string | undefined; message: string } {
  if (!answer || answer.status === 0) return { code: 'away', message: 'Evident does not answer.' }
  const { code, message } = (answer.body ?? {}) as { code?: unknown; message?: unknown }
  return {
    code: typeof code === 'string' ? code : undefined,
    message: typeof message === 'string' ? message : `Evident answers ${answer.status}.`,
  }
}
