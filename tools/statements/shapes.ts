// Inspects types. The compiler runs in another process, so each query is sent once and cached.
import {
  type Checker,
  isIntersectionType,
  isUnionType,
  SignatureKind,
  type Type,
  TypeFlags,
} from 'typescript/unstable/sync'

export type Shapes = ReturnType<typeof createShapes>

export const has = (flags: TypeFlags, type: Type) => (type.flags & flags) !== 0

export function createShapes(checker: Checker) {
  const once = <T>(ask: (type: Type) => T) => {
    const known = new Map<Type, T>()
    return (type: Type): T => {
      if (!known.has(type)) known.set(type, ask(type))
      return known.get(type) as T
    }
  }
  const listTypes = (symbols: readonly Parameters<Checker['getTypeOfSymbol']>[0][]) =>
    symbols.length === 0 ? [] : (checker.getTypeOfSymbol(symbols as never) as unknown as Type[])
  const members = once((type): readonly Type[] => (isUnionType(type) ? type.getTypes() : [type]))
  const call = once((type) => checker.getSignaturesOfType(type, SignatureKind.Call)[0])
  const isObject = (type: Type) => has(TypeFlags.Object | TypeFlags.Intersection, type)
  return {
    members,
    call,
    isObject,
    text: once((type) => checker.typeToString(type)),
    name: once((type) => type.getSymbol()?.name),
    alias: once((type) => type.getAliasSymbol()?.name),
    aliasArgument: once((type) => type.getAliasTypeArguments()[0]),
    args: once((type) => checker.getTypeArguments(type as never)),
    isTuple: once((type) => checker.isTupleType(type)),
    isList: once((type) => isObject(type) && checker.isArrayLikeType(type)),
    parameters: once((type) => listTypes((call(type)?.getParameters() ?? []) as never)),
    result: once((type) => {
      const signature = call(type)
      return signature && checker.getReturnTypeOfSignature(signature)
    }),
    constraint: once((type) => checker.getBaseConstraintOfType(type)),
    defined: once((type) => checker.getNonNullableType(type)),
    /**
     * Returns true if some fields of the row are unknown here. This applies to a helper's row, which its callers declare.
     */
    isGeneric: once(function isGeneric(type): boolean {
      if (has(TypeFlags.TypeParameter, type)) return true
      return isUnionType(type) || isIntersectionType(type) ? type.getTypes().some(isGeneric) : false
    }),
    isRow: once((type) => members(type).every((each) => isObject(each) || has(TypeFlags.Nullable, each))),
    fields: once((type): ReadonlyMap<string, Type> => {
      const symbols = checker.getPropertiesOfType(type)
      const types = listTypes(symbols as never)
      return new Map(symbols.map((each, at) => [each.name, types[at] as Type]))
    }),
  }
}
