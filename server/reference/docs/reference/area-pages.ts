import { buildCurl } from './curl-of.ts'
import { type Call, type Media, type OpenApi, parseRefName } from './document.ts'
import { fieldsOfAnswer, fieldsOfBody, formatType, type Row } from './fields.ts'
import { buildTryForm, type TryForm } from './try-form.ts'

export type AreaPage = {
  name: string
  title: string
  chapter: string
  summary: string
  /** Each call as Markdown, written on demand, because all together are two megabytes. */
  calls(): string[]
  forms(): Record<string, TryForm>
}

export function areaPages(document: OpenApi): AreaPage[] {
  const chapterByTag = new Map(
    (document['x-tagGroups'] ?? []).flatMap(({ name, tags }) => tags.map((tag) => [tag, name] as const)),
  )
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, call]) => ({ path, method: method.toUpperCase(), call })),
  )
  /** A page starts with its collection: listing and creating come before special operations. */
  const rank = (path: string) => (path.split('/').length > 2 ? 1 : 0)
  return document.tags.map(({ name, description = '', 'x-displayName': title = name }) => {
    const own = calls
      .filter(({ call }) => call.tags[0] === name)
      .sort((one, other) => rank(one.path) - rank(other.path))
    return {
      name,
      title,
      chapter: chapterByTag.get(name) ?? 'Others',
      summary: description,
      calls: () => own.map(({ path, method, call }) => callAsMarkdown(method, path, call, document)),
      forms: () =>
        Object.fromEntries(own.map(({ path, method, call }) => [call.operationId, buildTryForm(method, path, call)])),
    }
  })
}

function callAsMarkdown(method: string, path: string, call: Call, document: OpenApi): string {
  const { components } = document
  const parameters = call.parameters.map(
    ({ name, in: where, required, schema, description = '' }): Row => [
      name,
      formatType(schema, components),
      [where === 'path' ? 'In the path.' : where === 'header' ? 'A header.' : required ? 'Required.' : '', description]
        .filter(Boolean)
        .join(' '),
    ],
  )
  const body = Object.values(call.requestBody?.content ?? {})[0]?.schema
  const parts = [
    `## ${call.summary} {#${call.operationId}}`,
    `\`${method} ${path.replace(/\{(\w+)\}/g, ':$1')}\`${call.deprecated ? ' (deprecated)' : ''}`,
    call.description,
    `\`\`\`bash\n${buildCurl(method, path, call)}\n\`\`\``,
    table(['Parameter', 'Type', 'Meaning'], parameters),
    body ? table(['Field of the body', 'Type', 'Meaning'], fieldsOfBody(body, document)) : '',
    ...renderAnswers(call, document),
    renderRefusals(call, document),
  ]
  return parts.filter(Boolean).join('\n\n')
}

function renderAnswers({ responses }: Call, document: OpenApi): string[] {
  const [found] = Object.entries(responses).filter(([status]) => status.startsWith('2'))
  if (!found) return []
  const [status, { content = {}, description = '' }] = found
  const [type, media] = Object.entries(content)[0] ?? []
  if (!type || !media) return [`Returns \`${status}\` without a body.`]
  const fields = media.schema ? fieldsOfAnswer(media.schema, document) : []
  const listed = table(['Field of the answer', 'Type', 'Meaning'], fields)
  return [
    `Answers \`${status}\`, \`${type}\`${description === 'Success.' ? '' : `: ${description}`}`,
    renderExample(type, media),
    listed && `<details><summary>Fields of the answer</summary>\n\n${listed}\n\n</details>`,
  ]
}

function renderExample(type: string, { example }: Media): string {
  if (example === undefined) return ''
  if (/[/+]json$/.test(type)) return `\`\`\`json\n${JSON.stringify(shortened(example), null, 2)}\n\`\`\``
  return `\`\`\`text\n${String(example).slice(0, longestExample).replaceAll('```', '')}\n\`\`\``
}

const longestExample = 1500

function shortened(example: unknown): unknown {
  const { data } = (example ?? {}) as { data?: unknown }
  return Array.isArray(data) ? { ...(example as object), data: data.slice(0, 1) } : example
}

function renderRefusals({ responses }: Call, { components }: OpenApi): string {
  const listed = Object.entries(responses).flatMap(([status, { $ref, description }]) => {
    if (!/^[45]/.test(status)) return []
    const text = ($ref ? components.responses[parseRefName($ref)]?.description : description) ?? ''
    return [`${status} ${text.replace(/`(\w+)`/g, '[`$1`](errors.md#$1)')}`]
  })
  return listed.length === 0 ? '' : `Refusals: ${listed.join('; ')}.`
}

function table(header: readonly string[], rows: readonly Row[]): string {
  if (rows.length === 0) return ''
  const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ')
  return [
    `| ${header.join(' | ')} |`,
    `| ${header.map(() => '---').join(' | ')} |`,
    ...rows.map(([name, type, meaning]) => `| \`${name}\` | ${cell(type)} | ${cell(meaning)} |`),
  ].join('\n')
}
