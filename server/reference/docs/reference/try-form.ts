import { chooseExample, findFileType } from './curl-of.ts'
import type { Call, OpenApi, Parameter, Schema } from './document.ts'
import { formatType } from './fields.ts'

type Field = {
  name: string
  in: Parameter['in']
  required: boolean
  /** Type and meaning, in plain text with code in backticks. */
  hint: string
  /** Options of a menu: value and text. */
  choices?: (readonly [value: string, text: string])[]
  /** Values of a list, of which several can be chosen. */
  several?: string[]
  example: string
}

export type TryForm = {
  method: string
  path: string
  fields: Field[]
  takes: string[]
  body?: { type: string; example: string } | { type: string; isFile: true }
}

/** Left out of the form, because only the browser can set this header. */
const setByBrowser = 'origin'

export function buildTryForm(method: string, path: string, call: Call, { components }: OpenApi): TryForm {
  const body = buildFormBody(call)
  return {
    method,
    path,
    fields: call.parameters.filter(({ name }) => name !== setByBrowser).map((each) => toField(each, components)),
    takes: [...new Set(call.security.flatMap((each) => Object.keys(each)))],
    ...(body && { body }),
  }
}

function toField(parameter: Parameter, components: OpenApi['components']): Field {
  const { name, in: where, schema } = parameter
  const required = parameter.required || where === 'path'
  const choices = listChoices(schema)
  const example = chooseExample(parameter, name)
  const isChoice = choices?.some(([value]) => value === example) ?? true
  const several = schema.items?.enum?.map(String)
  return {
    name,
    in: where,
    required,
    hint: describe(parameter, required, several || schema.enum ? '' : formatType(schema, components)),
    ...(choices && { choices: required ? choices : [['', nameDefault(schema)] as const, ...choices] }),
    ...(several && { several }),
    example: isChoice ? example : (choices?.[0]?.[0] ?? example),
  }
}

function listChoices({ type, enum: values }: Schema): (readonly [string, string])[] | undefined {
  const listed = type === 'boolean' ? [true, false] : values?.filter((each) => each !== null)
  return listed?.map((each) => [String(each), String(each)] as const)
}

const nameDefault = ({ default: usual }: Schema): string => (usual === undefined ? 'Not set' : `Default: ${usual}`)

function describe({ in: where, schema, description = '' }: Parameter, required: boolean, type: string): string {
  const facts = [
    where === 'header' ? 'Header' : '',
    required ? 'Required' : '',
    plainText(type),
    schema.default === undefined || schema.enum ? '' : `default ${schema.default}`,
  ]
  const named = facts.filter(Boolean).join(', ')
  const sentence = named && `${named[0]?.toUpperCase()}${named.slice(1)}.`
  return [sentence, plainText(description)].filter(Boolean).join(' ')
}

const plainText = (markdown: string) => markdown.replace(/\[([^\]]+)\]\([^)]*\)/g, '$1')

function buildFormBody(call: Call): TryForm['body'] {
  if (!call.requestBody) return undefined
  const file = findFileType(call)
  if (file) return { type: file, isFile: true }
  return {
    type: 'application/json',
    example: JSON.stringify(call.requestBody.content['application/json']?.example ?? {}, null, 2),
  }
}
