// Reduces Shopify's published GraphQL Admin API schema to the types, fields and arguments that our documents use, without
// descriptions. The tests validate the documents against it, and the fake shop serves it. The published schema is in the
// npm package @shopify/dev-mcp (1.16.0: dist/data/admin_2026-10.json.gz). The result is a hundredth of its 11 MB. Run it
// again when a document or the version changes: node bin/run.mjs tools/reduce-shopify-schema.ts admin_2026-10.json.gz >
// test/support/fakes/shops/shopify/admin-2026-10.graphql
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import {
  buildClientSchema,
  type GraphQLInputType,
  type GraphQLNamedType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isScalarType,
  isSpecifiedScalarType,
  isUnionType,
  parse,
  printType,
  TypeInfo,
  validate,
  visit,
  visitWithTypeInfo,
} from 'graphql'
import { allDocuments } from '../server/integrations/shops/shopify/documents.ts'

const [path] = process.argv.slice(2)
if (!path) throw new Error('reduce-shopify-schema admin_VERSION.json.gz')
const { data } = JSON.parse(gunzipSync(readFileSync(path)).toString('utf8'))
// Shopify deprecates fields that an interface still requires, which the current specification does not allow.
const schema = buildClientSchema(data, { assumeValid: true })
const documents = allDocuments({ gtin: 'meta:custom.gtin', mpn: 'meta:custom.mpn', brand: 'meta:custom.brand' })
// The documents read a featured medium through its interface, and the fake returns pictures. The schema therefore also
// needs `MediaImage.preview`.
const fields = new Map([['MediaImage', new Set(['preview'])]])
const whole = new Set<string>()
for (const [name, text] of Object.entries(documents)) collect(name, text)
process.stdout.write(print(schema))

function collect(name: string, text: string): void {
  const document = parse(text)
  const [refusal] = validate(schema, document)
  if (refusal) throw new Error(`${name}: ${refusal.message}`)
  const info = new TypeInfo(schema)
  visit(
    document,
    visitWithTypeInfo(info, {
      Field() {
        const parent = info.getParentType()
        const field = info.getFieldDef()
        if (!parent || !field || field.name.startsWith('__')) return
        const kept = fields.get(parent.name) ?? new Set()
        fields.set(parent.name, kept.add(field.name))
        keepOutput(field.type)
        for (const argument of field.args) keepInput(argument.type)
      },
      NamedType({ name }) {
        const type = schema.getType(name.value)
        if (isInputObjectType(type)) keepInput(type)
        else if (type && !fields.has(type.name) && !isObjectType(type)) whole.add(type.name)
      },
    }),
  )
}

function keepOutput(type: GraphQLOutputType): void {
  const named = getNamedType(type)
  if (isEnumType(named) || isScalarType(named)) whole.add(named.name)
}

function keepInput(type: GraphQLInputType): void {
  const named = getNamedType(type)
  if (whole.has(named.name)) return
  whole.add(named.name)
  if (isInputObjectType(named)) for (const field of Object.values(named.getFields())) keepInput(field.type)
}

function print(from: GraphQLSchema): string {
  const parts = ['schema { query: QueryRoot mutation: Mutation }']
  for (const type of Object.values(from.getTypeMap()).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (whole.has(type.name) && !isSpecifiedScalarType(type) && !fields.has(type.name)) parts.push(withoutProse(type))
    else if (fields.has(type.name)) parts.push(reduced(type))
  }
  return `${parts.join('\n\n')}\n`
}

function reduced(type: GraphQLNamedType): string {
  if (isUnionType(type)) return withoutProse(type)
  if (!isObjectType(type) && !isInterfaceType(type)) return ''
  const used = fields.get(type.name) ?? new Set()
  const interfaces = type.getInterfaces().filter(({ name }) => fields.has(name))
  const inherited = new Set(interfaces.flatMap(({ name }) => [...(fields.get(name) ?? [])]))
  const lines = withoutProse(type)
    .split('\n')
    .filter((line) => {
      const [, field] = /^ {2}(\w+)/.exec(line) ?? []
      return field !== undefined && (used.has(field) || inherited.has(field))
    })
  const kind = isObjectType(type) ? 'type' : 'interface'
  const implemented = interfaces.length > 0 ? ` implements ${interfaces.map(({ name }) => name).join(' & ')}` : ''
  return `${kind} ${type.name}${implemented} {\n${lines.join('\n')}\n}`
}

function withoutProse(type: GraphQLNamedType): string {
  return printType(type)
    .replace(/ *"""[\s\S]*?"""\n?/g, '')
    .replace(/ @deprecated\(reason: "(?:[^"\\]|\\.)*"\)/g, ' @deprecated(reason: "Shopify says so.")')
    .replace(/ @specifiedBy\(url: "[^"]*"\)/g, '')
    .replace(/ @oneOf/g, '')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .join('\n')
    .replace(/\(\n((?: {4}.*\n)+) {2}\)/g, (_, lines: string) => `(${lines.trim().split(/\n\s*/).join(', ')})`)
}
