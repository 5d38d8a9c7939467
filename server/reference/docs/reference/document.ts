export type Schema = {
  $ref?: string
  type?: string | string[]
  format?: string
  description?: string
  enum?: unknown[]
  const?: unknown
  default?: unknown
  examples?: unknown[]
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  required?: string[]
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  'x-session-only'?: boolean
  'x-secret'?: boolean
}

export type Parameter = {
  name: string
  in: 'path' | 'query' | 'header'
  required?: boolean
  description?: string
  schema: Schema
}

export type Media = { example?: unknown; schema?: Schema }
type Response = { $ref?: string; description?: string; content?: Record<string, Media> }

export type Call = {
  operationId: string
  tags: string[]
  summary: string
  description: string
  deprecated?: boolean
  security: Record<string, unknown>[]
  parameters: Parameter[]
  requestBody?: { required?: boolean; content: Record<string, Media> }
  responses: Record<string, Response>
  'x-mcp-tool'?: string
}

export type OpenApi = {
  /** The first one is the address of this installation's API. */
  servers: readonly [{ url: string }, ...{ url: string }[]]
  tags: { name: string; description?: string; 'x-displayName'?: string }[]
  'x-tagGroups'?: { name: string; tags: string[] }[]
  paths: Record<string, Record<string, Call>>
  components: { schemas: Record<string, Schema>; responses: Record<string, Response> }
}

export const parseRefName = (reference: string): string => reference.slice(reference.lastIndexOf('/') + 1)
