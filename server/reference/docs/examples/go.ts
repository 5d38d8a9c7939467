import { type Json, joined, type Request, splitParts } from './request.ts'

const string = (text: string): string =>
  joined(text, { text: (part) => JSON.stringify(part), variable: (name) => `os.Getenv("${name}")` }, '+')

/** Writes the body as JSON text, because nested Go maps would be longer and no clearer. */
function body(json: Json): string {
  const pieces = splitParts(JSON.stringify(json, null, 2)).map((part) =>
    'variable' in part
      ? `os.Getenv("${part.variable}")`
      : part.text
          .split('`')
          .map((text) => `\`${text}\``)
          .join('+"`"+'),
  )
  return pieces.join('+')
}

export function go({ method, url, headers, body: sent, kept }: Request): string {
  const packages = [
    ...(kept ? ['encoding/json', 'fmt'] : ['io']),
    'net/http',
    'os',
    ...(sent && 'json' in sent ? ['strings'] : []),
  ]
  const usesOs =
    !kept || /os\./.test(string(url) + headers.map(([, value]) => string(value)).join('')) || sent !== undefined
  const lines = [
    'package main',
    '',
    'import (',
    ...packages.filter((name) => name !== 'os' || usesOs).map((name) => `\t"${name}"`),
    ')',
    '',
    'func main() {',
    ...(sent === undefined
      ? []
      : 'file' in sent
        ? [`\tbody, err := os.Open(${string(sent.file)})`, ...stopAtError]
        : [`\tbody := strings.NewReader(${body(sent.json)})`]),
    `\trequest, err := http.NewRequest(${string(method)}, ${string(url)}, ${sent === undefined ? 'nil' : 'body'})`,
    ...stopAtError,
    ...headers.map(([name, value]) => `\trequest.Header.Set(${string(name)}, ${string(value)})`),
    '\tresponse, err := http.DefaultClient.Do(request)',
    ...stopAtError,
    '\tdefer response.Body.Close()',
    ...(kept
      ? [
          '\tvar answer any',
          '\tif err := json.NewDecoder(response.Body).Decode(&answer); err != nil {',
          '\t\tpanic(err)',
          '\t}',
          `\tfmt.Println(answer${kept.path.map((step) => (typeof step === 'number' ? `.([]any)[${step}]` : `.(map[string]any)["${step}"]`)).join('')}) // kept as ${kept.variable}`,
        ]
      : ['\tio.Copy(os.Stdout, response.Body)']),
    '}',
  ]
  return lines.join('\n')
}

const stopAtError = ['\tif err != nil {', '\t\tpanic(err)', '\t}']
