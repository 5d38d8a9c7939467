import type { Type } from 'typescript/unstable/sync'
import { TypeFlags } from 'typescript/unstable/sync'
import type { Described } from './describe.ts'
import { has, type Shapes } from './shapes.ts'

type Kind = { /** The type in words, for the message. */ name: string; fits(type: Type, shapes: Shapes): boolean }

const flagged =
  (flags: TypeFlags): Kind['fits'] =>
  (type) =>
    (type.flags & flags) !== 0
const named =
  (...names: string[]): Kind['fits'] =>
  (type, shapes) =>
    names.includes(shapes.name(type) ?? '')
const either =
  (...all: Kind['fits'][]): Kind['fits'] =>
  (type, shapes) =>
    all.some((fits) => fits(type, shapes))

const text: Kind = { name: 'string', fits: flagged(TypeFlags.StringLike) }
const number: Kind = { name: 'number', fits: flagged(TypeFlags.NumberLike) }
const truth: Kind = { name: 'boolean', fits: flagged(TypeFlags.BooleanLike) }
const bytes: Kind = { name: 'Buffer', fits: named('Buffer', 'Uint8Array') }
const json: Kind = { name: 'what JSON holds', fits: () => true }

/** Maps PostgreSQL's types to JavaScript types, as `platform/db/types.ts` does. */
const answered: Record<string, Kind> = {
  ...Object.fromEntries(
    ['text', 'character varying', 'name', 'uuid', 'date', 'numeric', 'regclass', 'character', '"char"', 'xid'].map(
      (each) => [each, text],
    ),
  ),
  ...Object.fromEntries(['timestamp with time zone', 'timestamp without time zone'].map((each) => [each, text])),
  ...Object.fromEntries(
    ['smallint', 'integer', 'bigint', 'real', 'double precision', 'oid'].map((each) => [each, number]),
  ),
  boolean: truth,
  bytea: bytes,
  json,
  jsonb: json,
  void: json,
}

/** Types of accepted parameters. A timestamp or date may also be a Date, a decimal a number, and JSON is text. */
const given: Record<string, Kind> = {
  ...answered,
  ...Object.fromEntries(
    ['timestamp with time zone', 'date'].map((each) => [
      each,
      { name: 'Date or string', fits: either(flagged(TypeFlags.StringLike), named('Date')) },
    ]),
  ),
  numeric: { name: 'string or number', fits: either(flagged(TypeFlags.StringLike), flagged(TypeFlags.NumberLike)) },
  json: text,
  jsonb: text,
}

const isNullish = flagged(TypeFlags.Nullable)
const isAnything = flagged(TypeFlags.AnyOrUnknown)

export type Comparison = {
  parameter(type: Type, declared: string, isRequired: boolean): string | undefined
  row(row: Type, described: Described, text: string): Found
}

/**
 * `overcautious`: columns declared as nullable that are never null in this statement. Another variant of the statement may
 * return null.
 */
export type Found = { problems: string[]; overcautious: Map<string, string> }

export function createComparison(shapes: Shapes): Comparison {
  const describedAs = (kinds: Record<string, Kind>, type: string): Kind | undefined => {
    if (!type.endsWith('[]')) return kinds[type]
    const inner = kinds[type.slice(0, -2)]
    return inner && { name: `${inner.name}[]`, fits: (list) => fitsList(list, inner) }
  }
  const bare = (type: Type) => (shapes.alias(type) === 'NotNull' ? (shapes.aliasArgument(type) ?? type) : type)
  const fitsList = (list: Type, inner: Kind): boolean =>
    shapes.isList(list) &&
    shapes
      .args(list)
      .every((each) => shapes.members(each).every((one) => isNullish(one, shapes) || inner.fits(one, shapes)))

  return {
    parameter(type, declared, isRequired) {
      const kind = describedAs(given, declared)
      if (!kind) return `no type is known for a parameter of type ${declared}`
      const members = shapes.members(type)
      if (isRequired && members.some((each) => isNullish(each, shapes)))
        return `${shapes.text(type)} goes into a column that does not allow null`
      const wrong = members.filter(
        (each) => !isNullish(each, shapes) && (isAnything(each, shapes) || !kind.fits(each, shapes)),
      )
      return wrong.length > 0
        ? `${shapes.text(type)} is passed for a parameter of type ${declared}, which accepts ${kind.name}`
        : undefined
    },

    row(row, { columns }, text) {
      // If there are two row types, one may declare a column as null, for rows without a match in an outer join.
      const alternatives = shapes.members(row)
      const isOpen = alternatives.some((each) => shapes.isGeneric(each))
      const problems: string[] = []
      const overcautious = new Map<string, string>()
      const seen = new Set<string>()
      for (const { name, type, nulls, words } of columns) {
        const declarations = alternatives.map((each) => shapes.fields(each).get(name))
        const own = declarations.find((each) => each !== undefined)
        if (seen.has(name)) problems.push(`answers two columns "${name}"`)
        seen.add(name)
        if (own === undefined) {
          if (!isOpen) problems.push(`answers "${name}", which its row does not declare`)
          continue
        }
        const kind = describedAs(answered, type)
        if (!kind) {
          problems.push(`no type is known for "${name}" of type ${type}`)
          continue
        }
        if (declarations.some((each) => each && isAnything(each, shapes))) continue
        const isKnown = declarations.some((each) => each && shapes.alias(each) === 'NotNull')
        const members = declarations.flatMap((each) => (each ? shapes.members(bare(each)) : []))
        const isDeclaredNull = members.some((each) => has(TypeFlags.Null, each))
        const mayBeNull = isDeclaredNull || declarations.includes(undefined)
        const wrong = members.filter((each) => !isNullish(each, shapes) && !kind.fits(each, shapes))
        if (wrong.length > 0) problems.push(`"${name}" is ${type}: ${kind.name}, but declared as ${shapes.text(own)}`)
        else if (nulls === 'maybe' && !mayBeNull && !isKnown)
          problems.push(`"${name}" may be null, but is declared as ${shapes.text(own)}`)
        else if (nulls === 'never' && isDeclaredNull)
          overcautious.set(name, `is never null, but is declared as ${shapes.text(own)}`)
        const literals = members
          .filter((each) => (each.flags & TypeFlags.StringLiteral) !== 0)
          .map((each) => String((each as { value?: unknown }).value))
        if (!words || literals.length === 0) continue
        const unknown = literals.filter((each) => !words.includes(each))
        if (unknown.length > 0)
          problems.push(`"${name}" is never ${unknown.join(', ')}, but is declared as ${shapes.text(own)}`)
        // A missing word that the statement's text contains is not reported, because a condition may exclude it.
        const missing = words.filter((each) => !literals.includes(each) && !text.includes(`'${each}'`))
        if (missing.length > 0)
          problems.push(`"${name}" may be ${missing.join(', ')}, but is declared as ${shapes.text(own)}`)
      }
      const missing = alternatives.flatMap((each) => [...shapes.fields(each)]).filter(([name]) => !seen.has(name))
      for (const [name, type] of missing)
        if (!shapes.members(type).some((each) => has(TypeFlags.Undefined, each)))
          problems.push(`declares "${name}", which is not among its columns`)
      return { problems, overcautious }
    },
  }
}
