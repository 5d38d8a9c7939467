import { chooseExample, findFileType } from './curl-of.ts'
import type { Call, Parameter } from './document.ts'

type Field = {
  name: string
  in: Parameter['in']
  required: boolean
  choices?: string[]
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

export function buildTryForm(method: string, path: string, call: Call): TryForm {
  const body = buildFormBody(call)
  return {
    method,
    path,
    fields: call.parameters.filter(({ name }) => name !== setByBrowser).map(toField),
    takes: [...new Set(call.security.flatMap((each) => Object.keys(each)))],
    ...(body && { body }),
  }
}

function toField(parameter: Parameter): Field {
  const { name, in: where, required = false, schema } = parameter
  return {
    name,
    in: where,
    required: required || where === 'path',
    ...(schema.enum && { choices: schema.enum.filter((each) => each !== null).map(String) }),
    example: chooseExample(parameter, name),
  }
}

function buildFormBody(call: Call): TryForm['body'] {
  if (!call.requestBody) return undefined
  const file = findFileType(call)
  if (file) return { type: file, isFile: true }
  return {
    type: 'application/json',
    example: JSON.stringify(call.requestBody.content['application/json']?.example ?? {}, null, 2),
  }
}
