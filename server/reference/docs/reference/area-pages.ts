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
  calls(): CallText[]
  forms(): Record<string, TryForm>
}

/** Parts of a call as Markdown. The page shows the two examples beside the rest. */
export type CallText = {
  method: string
  head: string
  request: string
  fields: string
  /** Status, content type and meaning of the successful response. */
  returns: string
  status: string
  response: string
  details: string
}

export const joinCall = ({ head, request, fields, returns, response, details }: CallText): string =>
  joinParts(head, request, fields, returns, response, details)

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
        Object.fromEntries(
          own.map(({ path, method, call }) => [call.operationId, buildTryForm(method, path, call, document)]),
        ),
    }
  })
}

function callAsMarkdown(method: string, path: string, call: Call, document: OpenApi): CallText {
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
  return {
    method,
    head: joinParts(
      `## ${call.summary} {#${call.operationId}}`,
      `\`${method} ${path.replace(/\{(\w+)\}/g, ':$1')}\`${call.deprecated ? ' (deprecated)' : ''}`,
      call.description,
    ),
    request: `\`\`\`bash\n${buildCurl(method, path, call, document)}\n\`\`\``,
    fields: joinParts(
      table(['Parameter', 'Type', 'Meaning'], parameters),
      body ? table(['Field of the body', 'Type', 'Meaning'], fieldsOfBody(body, document)) : '',
    ),
    ...renderAnswer(call, document),
  }
}

const joinParts = (...parts: string[]): string => parts.filter(Boolean).join('\n\n')

function renderAnswer(call: Call, document: OpenApi): Pick<CallText, 'returns' | 'status' | 'response' | 'details'> {
  const errors = renderErrors(call, document)
  const successful = Object.entries(call.responses).filter(([status]) => status.startsWith('2'))
  // A call that creates answers 200 only if there is nothing to create.
  const found = successful.find(([status]) => status === '201') ?? successful[0]
  if (!found) return { returns: '', status: '', response: '', details: errors }
  const [status, { content = {}, description = '' }] = found
  const [type, media] = Object.entries(content)[0] ?? []
  if (!type || !media)
    return { returns: `Returns \`${status}\` without a body.`, status, response: '', details: errors }
  const fields = media.schema ? fieldsOfAnswer(media.schema, document) : []
  const listed = table(['Field of the response', 'Type', 'Meaning'], fields)
  return {
    returns: `Returns \`${status}\`, \`${type}\`${description === 'Success.' ? '' : `: ${description}`}`,
    status,
    response: renderExample(type, media),
    details: joinParts(
      listed && `<details><summary>Fields of the response</summary>\n\n${listed}\n\n</details>`,
      errors,
    ),
  }
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

function renderErrors({ responses }: Call, { components }: OpenApi): string {
  const listed = Object.entries(responses).flatMap(([status, { $ref, description }]) => {
    if (!/^[45]/.test(status)) return []
    const text = ($ref ? components.responses[parseRefName($ref)]?.description : description) ?? ''
    return [`- ${status} ${text.replace(/`(\w+)`/g, '[`$1`](errors.md#$1)')}`]
  })
  return listed.length === 0 ? '' : `<details><summary>Errors</summary>\n\n${listed.join('\n')}\n\n</details>`
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
