// Finds the source positions of statements and the row types that they declare there.
import type { Type } from 'typescript/unstable/sync'
import { compile, Sql } from '#platform/db/query.ts'
import { createShapes, type Shapes } from './shapes.ts'
import type { Source, Template } from './source.ts'
import { walk } from './walk.ts'

export function createTemplates(source: Source, shapes: Shapes = createShapes(source.checker)) {
  const { checker } = source
  const types = new Map<unknown, Type | undefined>()
  const typeAt = (node: Template['node']): Type => {
    if (!types.has(node)) types.set(node, checker.getTypeAtLocation(node))
    return types.get(node) ?? checker.getAnyType()
  }

  /**
   * Finds the possible source positions of a fragment. A nested fragment must match a template value of type `Sql`. A short
   * fragment may have several positions.
   */
  const matchTemplates = (query: Sql) =>
    source.findTemplates(query.strings).filter((template) =>
      query.values.every((value, at) => {
        const members = shapes.members(typeAt(template.values[at] as Template['node']))
        const pieces = members.filter((each) => shapes.name(each) === 'Sql').length
        return value instanceof Sql ? pieces > 0 : pieces < members.length
      }),
    )

  const declaredBy = (query: Sql): { template: Template; row: Type }[] => {
    const found = matchTemplates(query).flatMap((template) => {
      const row = shapes.fields(typeAt(template.node)).get('row')
      const declared = row && shapes.isRow(row) && shapes.defined(row)
      return declared ? [{ template, row: declared }] : []
    })
    // A helper knows less about its rows than its caller, which declares the columns.
    const [columns] = query.values
    const isOpen = found.length === 0 || found.some(({ row }) => shapes.isGeneric(row))
    const isOfColumns = isOpen && columns instanceof Sql && /^\s*select\s*$/.test(query.strings[0] ?? '')
    return isOfColumns ? [...found, ...declaredBy(columns)] : found
  }

  /** Every statement that the service can make, by its text. */
  const collect = async (): Promise<Map<string, Sql>> => {
    const statements = new Map<string, Sql>()
    await walk(source, {
      shapes,
      findRowType: (query) => declaredBy(query).find(({ row }) => !shapes.isGeneric(row))?.row,
      made: (query) => statements.set(compile(query).text, query),
    })
    return statements
  }

  return { shapes, typeAt, matchTemplates, declaredBy, collect }
}
