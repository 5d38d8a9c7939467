import { hasVariable, interpolated, literal, onlyVariable, type Request } from './request.ts'

const string = (text: string): string =>
  onlyVariable(text)
    ? `os.environ["${onlyVariable(text)}"]`
    : hasVariable(text)
      ? `f"${interpolated(text, {
          text: (part) => JSON.stringify(part).slice(1, -1).replace(/[{}]/g, '$&$&'),
          variable: (name) => `{os.environ['${name}']}`,
        })}"`
      : JSON.stringify(text)

const words = { null: 'None', true: 'True', false: 'False' }

const literals = {
  string,
  word: (value: null | boolean) => words[String(value) as keyof typeof words],
  key: (name: string) => `${string(name)}: `,
  list: ['[', ']'],
  object: ['{', '}'],
  empty: { list: '[]', object: '{}' },
  step: '    ',
} as const

/** The example uses only the standard library, so that readers install nothing. */
export function python({ method, url, headers, body, kept }: Request): string {
  const needsJson = kept || (body && 'json' in body)
  const lines = [
    `import ${needsJson ? 'json, ' : ''}os, urllib.request`,
    '',
    'request = urllib.request.Request(',
    `    ${string(url)},`,
    `    method=${string(method)},`,
    ...(headers.length === 0
      ? []
      : ['    headers={', ...headers.map(([name, value]) => `        ${string(name)}: ${string(value)},`), '    },']),
    ...(body === undefined
      ? []
      : 'file' in body
        ? [`    data=open(${string(body.file)}, "rb").read(),`]
        : [`    data=json.dumps(${literal(body.json, literals, '    ')}).encode(),`]),
    ')',
    'with urllib.request.urlopen(request) as response:',
    kept
      ? `    print(json.load(response)${kept.path.map((step) => `[${JSON.stringify(step)}]`).join('')})  # kept as ${kept.variable}`
      : '    print(response.read().decode())',
  ]
  return lines.join('\n')
}
