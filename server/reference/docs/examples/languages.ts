import { readCurl } from './curl.ts'
import { go } from './go.ts'
import { php } from './php.ts'
import { python } from './python.ts'
import { ruby } from './ruby.ts'
import { typescript } from './typescript.ts'

export const languages: ReadonlyMap<string, string> = new Map([
  ['bash', 'curl'],
  ['ts', 'TypeScript'],
  ['python', 'Python'],
  ['php', 'PHP'],
  ['ruby', 'Ruby'],
  ['go', 'Go'],
])

export type Example = { language: string; code: string }

export function inEveryLanguage(code: string): Example[] {
  const own = { language: 'bash', code }
  const request = readCurl(code)
  if (!request) return [own]
  return [own, ...Object.entries(writers).map(([language, write]) => ({ language, code: write(request) }))]
}

const writers = { ts: typescript, python, php, ruby, go }
