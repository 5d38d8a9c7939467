// `Choose` decides wherever a type allows several values: an optional field, an enumerated word, a possibly empty list.
import { isLiteralType, isUnionType, type Type, TypeFlags } from 'typescript/unstable/sync'
import { has, type Shapes } from './shapes.ts'

/** Picks one of the alternatives at this position. Within one call, the same position always gets the same alternative. */
export type Choose = (place: string, alternatives: number, missing?: number, missingFlag?: number) => number

export const sampleId = '0190aaaa-0000-7000-8000-000000000000'
export const sampleInstant = '2026-01-01T00:00:00.000Z'
const deepest = 7
/**
 * Maximum number of alternatives that are tried for one type. No statement depends on more than a few of many enumerated
 * words.
 */
const mostAlternatives = 12

/** Cursors of lists sorted by a timestamp, by a text, by a number, and by a rank before the timestamp. */
const cursors = [
  `${sampleInstant}|${sampleId}`,
  `~${Buffer.from('a').toString('base64url')}|${sampleId}`,
  `5|${sampleId}`,
  `${sampleInstant}|${sampleId}|1`,
].map((text) => Buffer.from(text).toString('base64url'))

const isFalse = (type: Type) => has(TypeFlags.BooleanLiteral, type) && isLiteralType(type) && type.value === false

export type Special = (type: Type) => { value: unknown } | undefined

export type Samples = ReturnType<typeof createSamples>

export function createSamples(shapes: Shapes, special: Special) {
  function makeSample(type: Type, place: string, choose: Choose, depth = 0): unknown {
    if (isUnionType(type)) {
      const all = orderedMembers(type)
      const members = all.length > mostAlternatives ? [...all.slice(0, mostAlternatives - 1), all.at(-1) as Type] : all
      // Flags are set even in `few` samples (walk.ts), because one flag asks for a list's total.
      const isFlag = members.every((each) => has(TypeFlags.Nullable | TypeFlags.BooleanLike, each))
      const absent = members.findIndex((each) => has(TypeFlags.Nullable, each))
      const missing = absent < 0 ? undefined : absent
      const chosen = members[
        isFlag ? choose(place, members.length, undefined, missing) : choose(place, members.length, missing)
      ] as Type
      return makeSample(chosen, place, choose, depth)
    }
    if (has(TypeFlags.Nullable | TypeFlags.Void, type)) return has(TypeFlags.Null, type) ? null : undefined
    if (isLiteralType(type)) return type.value
    if (has(TypeFlags.StringLike, type)) return makeString(place, choose)
    if (has(TypeFlags.NumberLike, type)) return 1
    if (has(TypeFlags.BigInt, type)) return 1n
    if (has(TypeFlags.BooleanLike, type)) return choose(place, 2) === 0
    if (has(TypeFlags.AnyOrUnknown, type) || depth > deepest) return undefined
    if (has(TypeFlags.TypeParameter, type)) {
      const constraint = shapes.constraint(type)
      return constraint ? makeSample(constraint, place, choose, depth + 1) : sampleId
    }
    return special(type)?.value ?? makeObject(type, place, choose, depth)
  }

  /** Present values come before missing ones, so that the first sample has the most values. */
  const orderedMembers = (type: Type) => {
    const members = shapes.members(type)
    const rankOf = (each: Type) => (has(TypeFlags.Nullable, each) ? 2 : isFalse(each) ? 1 : 0)
    return members.toSorted((a, b) => rankOf(a) - rankOf(b))
  }

  function makeString(place: string, choose: Choose): string {
    const name = place.slice(place.lastIndexOf('.') + 1)
    if (name === 'cursor') return cursors[choose(`${place}~`, cursors.length)] as string
    if (/(?:At|After|Before|Until|For|_at|since|at)$/.test(name)) return sampleInstant
    return sampleId
  }

  function makeObject(type: Type, place: string, choose: Choose, depth: number): unknown {
    const name = shapes.name(type)
    if (name === 'Date') return new Date(sampleInstant)
    if (name === 'Buffer' || name === 'Uint8Array') return Buffer.from(sampleId)
    if (name === 'AbortSignal') return new AbortController().signal
    const next = (inner: Type | undefined, at: string) => (inner ? makeSample(inner, at, choose, depth + 1) : undefined)
    const args = () => shapes.args(type)
    if (name === 'Map' || name === 'ReadonlyMap')
      return new Map([[next(args()[0], `${place}.key`), next(args()[1], `${place}.value`)]])
    if (name === 'Set' || name === 'ReadonlySet') return new Set([next(args()[0], `${place}.item`)])
    if (name === 'Promise') return Promise.resolve(next(args()[0], place))
    if (shapes.isTuple(type)) return args().map((each, at) => next(each, `${place}.${at}`))
    if (shapes.isList(type)) {
      const count = [1, 2, 0][choose(`${place}[]`, 3, 2)] as number
      return Array.from({ length: count }, (_, at) => next(args()[0], `${place}.item${at === 0 ? '' : at}`))
    }
    const call = shapes.call(type)
    if (call) return () => next(shapes.result(type), `${place}()`)
    return makeRecord(type, place, next)
  }

  /** Fields are created on access, so that an unused field causes no choice. */
  function makeRecord(type: Type, place: string, next: (inner: Type | undefined, at: string) => unknown): object {
    const types = shapes.fields(type)
    const made = new Map<string, unknown>()
    const makeField = (name: string) => {
      if (!made.has(name)) made.set(name, next(types.get(name), `${place}.${name}`))
      return made.get(name)
    }
    const isField = (name: string | symbol): name is string => typeof name === 'string' && types.has(name)
    return new Proxy(
      {},
      {
        get: (_, name) => (isField(name) ? makeField(name) : undefined),
        has: (_, name) => isField(name) && makeField(name) !== undefined,
        ownKeys: () => [...types.keys()].filter((name) => makeField(name) !== undefined),
        getOwnPropertyDescriptor: (_, name) =>
          isField(name) ? { value: makeField(name), enumerable: true, configurable: true, writable: true } : undefined,
      },
    )
  }

  return { sampleOf: makeSample }
}
