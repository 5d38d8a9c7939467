import { interpolated, literal, onlyVariable, type Request } from './request.ts'

/** JSON's escapes are also valid in Ruby, which additionally needs its interpolation escaped. */
const string = (text: string): string => {
  const name = onlyVariable(text)
  return name ? `ENV.fetch("${name}")` : quoted(text)
}

const quoted = (text: string): string =>
  `"${interpolated(text, {
    text: (part) =>
      JSON.stringify(part)
        .slice(1, -1)
        .replace(/#(?=[{$@])/g, '\\#'),
    variable: (name) => `#{ENV.fetch('${name}')}`,
  })}"`

const literals = {
  string,
  word: (value: null | boolean) => (value === null ? 'nil' : String(value)),
  key: (name: string) => `${string(name)} => `,
  list: ['[', ']'],
  object: ['{ ', ' }'],
  empty: { list: '[]', object: '{}' },
  step: '  ',
} as const

export function ruby({ method, url, headers, body, kept }: Request): string {
  const verb = method.charAt(0) + method.slice(1).toLowerCase()
  const needsJson = kept || (body && 'json' in body)
  const lines = [
    ...(needsJson ? ['require "json"'] : []),
    'require "net/http"',
    '',
    `uri = URI(${string(url)})`,
    `request = Net::HTTP::${verb}.new(uri)`,
    ...headers.map(([name, value]) => `request[${string(name)}] = ${string(value)}`),
    ...(body === undefined
      ? []
      : 'file' in body
        ? [`request.body = File.binread(${string(body.file)})`]
        : [`request.body = JSON.generate(${literal(body.json, literals)})`]),
    'response = Net::HTTP.start(uri.host, uri.port, use_ssl: uri.scheme == "https") { |http| http.request(request) }',
    kept
      ? `puts JSON.parse(response.body)${kept.path.map((step) => `[${JSON.stringify(step)}]`).join('')} # kept as ${kept.variable}`
      : 'puts response.body',
  ]
  return lines.join('\n')
}
