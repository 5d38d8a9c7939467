// A statement is correct if PostgreSQL can prepare it, and if its types, names and nullability match the declared ones.
import type { Client } from 'pg'
import type { Type } from 'typescript/unstable/sync'
import { compile, Sql } from '#platform/db/query.ts'
import { createComparison, type Found } from './compare.ts'
import { type Described, openDescriber } from './describe.ts'
import { createShapes } from './shapes.ts'
import type { Source, Template } from './source.ts'
import { isInnerWhole, walk } from './walk.ts'

export type Findings = {
  problems: string[]
  unreached: string[]
  texts: number
  rows: number
}

export async function checkStatements(source: Source, client: Client): Promise<Findings> {
  const { checker } = source
  const shapes = createShapes(checker)
  const compare = createComparison(shapes)
  const describe = await openDescriber(client)
  const statements = new Map<string, Sql>()
  const problems = new Set<string>()
  const reached = new Set<Template>()
  const rows = new Set<Template>()
  /**
   * Warnings by position and column. The value is undefined if a variant of the statement does return the declared null.
   */
  const overcautious = new Map<string, string | undefined>()

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

  function markReached(query: Sql): void {
    for (const each of matchTemplates(query)) reached.add(each)
    for (const each of query.values) if (each instanceof Sql) markReached(each)
  }

  function checkParameters(query: Sql, described: Described): void {
    let number = 0
    const visit = (piece: Sql) => {
      const templates = matchTemplates(piece)
      for (const [at, value] of piece.values.entries()) {
        if (value instanceof Sql) {
          visit(value)
          continue
        }
        const declared = described.parameters[number++]
        const isRequired = described.requiredParameters.has(number)
        const found = templates.map(({ place, values }) => {
          const type = typeAt(values[at] as Template['node'])
          const problem = declared
            ? compare.parameter(type, declared, isRequired)
            : 'the database takes no such parameter'
          return problem && `${place}: $${at + 1}: ${problem}`
        })
        // One valid position among several is enough.
        if (found[0] && found.every(Boolean)) problems.add(found[0])
      }
    }
    visit(query)
  }

  function checkRow(query: Sql, described: Described, text: string): void {
    const all = declaredBy(query).map(({ template, row }) => ({ template, ...compare.row(row, described, text) }))
    const fitting = all.filter((each) => each.problems.length === 0)
    for (const each of fitting.length > 0 ? fitting : all) {
      rows.add(each.template)
      for (const problem of each.problems) problems.add(`${each.template.place}: ${problem}`)
      noteCaution(each.template.place, each, described)
    }
  }

  /** A declared null may be needed for only one variant of a statement. */
  function noteCaution(place: string, found: Found, described: Described): void {
    for (const { name } of described.columns) {
      const key = `${place}: "${name}"`
      const problem = found.overcautious.get(name)
      overcautious.set(key, overcautious.has(key) && overcautious.get(key) === undefined ? undefined : problem)
    }
  }

  const wholesIn = (query: Sql): Sql[] =>
    query.values.flatMap((each) =>
      each instanceof Sql ? [...(isInnerWhole(each) ? [each] : []), ...wholesIn(each)] : [],
    )

  await walk(source, {
    shapes,
    findRowType: (query) => declaredBy(query).find(({ row }) => !shapes.isGeneric(row))?.row,
    made: (query) => statements.set(compile(query).text, query),
  })
  const inner = new Map<string, Sql>()
  for (const [text, query] of statements) {
    markReached(query)
    const described = await describe(text)
    if ('refusal' in described) {
      const place = source.findTemplates(query.strings)[0]?.place ?? 'a statement'
      problems.add(`${place}: ${described.refusal}\n    ${text.replace(/\s+/g, ' ').trim()}`)
      continue
    }
    checkParameters(query, described)
    checkRow(query, described, text)
    for (const each of wholesIn(query)) if (declaredBy(each).length > 0) inner.set(compile(each).text, each)
  }
  // Describes a helper's fragment within another statement. A fragment that depends on the surrounding statement cannot be
  // described alone.
  for (const [text, query] of inner) {
    const described = statements.has(text) ? undefined : await describe(text)
    if (described && !('refusal' in described)) checkRow(query, described, text)
  }
  for (const [place, problem] of overcautious) if (problem) problems.add(`${place} ${problem}`)
  return {
    problems: [...problems].sort(),
    unreached: source.templates.filter((each) => !reached.has(each)).map(({ place }) => place),
    texts: statements.size,
    rows: rows.size,
  }
}
