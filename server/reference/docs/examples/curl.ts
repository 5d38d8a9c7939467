// Parses the guides' curl examples, which run as printed. An example is translated into other languages only if it is
// parsed completely.
import { type Json, type Request, variable } from './request.ts'

const keeping =
  /(?:\s|\\\n)*\|\s*(?:node -p 'JSON\.parse\(fs\.readFileSync\(0\)\)\.([\w.[\]]+)'|jq -r \.([\w.[\]]+))\s*$/

export function readCurl(source: string): Request | undefined {
  const [, kept, substituted] = /^([A-Z_]+)=\$\(([\s\S]*)\)\s*$/.exec(source) ?? []
  const command = substituted ?? source
  const piped = keeping.exec(command)
  // An example that only prints filtered output is meant for people to read, so it is not translated.
  if ((piped === null) !== (kept === undefined)) return undefined
  const words = splitWords(piped ? command.slice(0, piped.index) : command)
  if (words?.[0] !== 'curl') return undefined
  const read = parseOptions(words.slice(1))
  return (
    read && {
      ...read,
      kept: kept === undefined ? undefined : { variable: kept, path: parsePath(piped?.[1] ?? piped?.[2] ?? '') },
    }
  )
}

const parsePath = (text: string) =>
  text.split(/[.[\]]/).flatMap((step) => (step === '' ? [] : [/^\d+$/.test(step) ? Number(step) : step]))

function parseOptions(words: readonly string[]): Omit<Request, 'kept'> | undefined {
  const headers: [string, string][] = []
  let [method, url, data]: (string | undefined)[] = []
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? ''
    if (/^(-[sSf]+|--fail-with-body)$/.test(word)) continue
    const value = words[at + 1] ?? ''
    if (word === '-X') method = value
    else if (word === '-H') headers.push(parseHeader(value))
    else if (word === '-d' || word === '--data-binary') data = value
    else if (word.startsWith('-') || url !== undefined) return undefined
    else {
      url = word
      continue
    }
    at++
  }
  const body = data === undefined ? undefined : parseBody(data, headers)
  if (url === undefined || (data !== undefined && body === undefined)) return undefined
  return { method: method ?? (data === undefined ? 'GET' : 'POST'), url, headers, body }
}

const parseHeader = (text: string): [string, string] => {
  const at = text.indexOf(':')
  return [text.slice(0, at), text.slice(at + 1).trim()]
}

function parseBody(data: string, headers: readonly (readonly [string, string])[]): Request['body'] {
  if (data.startsWith('@')) return { file: data.slice(1) }
  if (!headers.some(([name, value]) => /^content-type$/i.test(name) && value === 'application/json')) return undefined
  try {
    return { json: JSON.parse(data) as Json }
  } catch {
    return undefined
  }
}

function splitWords(source: string): string[] | undefined {
  const words: string[] = []
  const rest = source.trim()
  const token = /\s+|\\\n|'([^']*)'|"((?:\\.|[^"\\])*)"|((?:[\w./:@=?&,%+-]|\$\w+)+)/gsy
  let word: string | undefined
  while (token.lastIndex < rest.length) {
    const match = token.exec(rest)
    if (!match) return undefined
    const [whole, single, double, bare] = match
    if (single === undefined && double === undefined && bare === undefined) {
      if (word !== undefined) words.push(word)
      if (whole.includes('\n') && whole !== '\\\n' && !/\\\n\s*$/.test(rest.slice(0, token.lastIndex))) return undefined
      word = undefined
      continue
    }
    // Refuses an unquoted query, because the shell would interpret its ampersands and question marks.
    if (bare !== undefined && /[?&]/.test(bare)) return undefined
    const text = single ?? (double === undefined ? withVariables(bare ?? '') : unescaped(double))
    if (text === undefined) return undefined
    word = (word ?? '') + text
  }
  if (word !== undefined) words.push(word)
  return words
}

const withVariables = (text: string) => text.replace(/\$\{?(\w+)\}?/g, (_, name: string) => variable(name))

function unescaped(text: string): string | undefined {
  if (/`|\$\(/.test(text)) return undefined
  return text.replace(/\\(["\\$])|\$\{?(\w+)\}?/g, (_, escaped: string | undefined, name: string) =>
    escaped === undefined ? variable(name) : escaped,
  )
}
