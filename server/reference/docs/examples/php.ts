import { joined, literal, type Request } from './request.ts'

const quoted = (text: string): string =>
  /[\n\t]/.test(text)
    ? `"${text
        .replace(/[\\"$]/g, '\\$&')
        .replaceAll('\n', '\\n')
        .replaceAll('\t', '\\t')}"`
    : `'${text.replace(/[\\']/g, '\\$&')}'`

const string = (text: string): string => joined(text, { text: quoted, variable: (name) => `getenv('${name}')` }, ' . ')

const literals = {
  string,
  word: String,
  key: (name: string) => `${quoted(name)} => `,
  list: ['[', ']'],
  object: ['[', ']'],
  // PHP encodes `[]` as a JSON list, so an empty object needs a cast.
  empty: { list: '[]', object: '(object) []' },
  step: '  ',
} as const

export function php({ method, url, headers, body, kept }: Request): string {
  const lines = [
    '<?php',
    `$curl = curl_init(${string(url)});`,
    'curl_setopt_array($curl, [',
    ...(method === 'GET' ? [] : [`  CURLOPT_CUSTOMREQUEST => ${string(method)},`]),
    ...(headers.length === 0
      ? []
      : [
          '  CURLOPT_HTTPHEADER => [',
          ...headers.map(([name, value]) => `    ${string(`${name}: ${value}`)},`),
          '  ],',
        ]),
    ...(body === undefined
      ? []
      : 'file' in body
        ? [`  CURLOPT_POSTFIELDS => file_get_contents(${string(body.file)}),`]
        : [`  CURLOPT_POSTFIELDS => json_encode(${literal(body.json, literals, '  ')}),`]),
    '  CURLOPT_RETURNTRANSFER => true,',
    ']);',
    kept
      ? `echo json_decode(curl_exec($curl), true)${kept.path.map((step) => `[${JSON.stringify(step).replaceAll('"', "'")}]`).join('')}; // kept as ${kept.variable}`
      : 'echo curl_exec($curl);',
  ]
  return lines.join('\n')
}
