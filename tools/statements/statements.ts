// A statement is correct if PostgreSQL can prepare it, and if its types, names and nullability match the declared ones.
import type { Client } from 'pg'
import { compile, Sql } from '#platform/db/query.ts'
import { createComparison, type Found } from './compare.ts'
import { findCopiedInsert, findParameterOfConflict } from './copied-inserts.ts'
import { type Described, openDescriber } from './describe.ts'
import type { Source, Template } from './source.ts'
import { createTemplates } from './templates.ts'
import { isInnerWhole } from './walk.ts'

export type Findings = {
  problems: string[]
  unreached: string[]
  texts: number
  rows: number
}

export async function checkStatements(source: Source, client: Client): Promise<Findings> {
  const { shapes, typeAt, matchTemplates, declaredBy, collect } = createTemplates(source)
  const compare = createComparison(shapes)
  const describe = await openDescriber(client)
  const problems = new Set<string>()
  const reached = new Set<Template>()
  const rows = new Set<Template>()
  /**
   * Warnings by position and column. Undefined replaces a warning if another variant of the statement can return null.
   */
  const overcautious = new Map<string, string | undefined>()

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
        // If a fragment has several possible positions, one valid position is enough.
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

  const statements = await collect()
  const inner = new Map<string, Sql>()
  for (const [text, query] of statements) {
    markReached(query)
    const described = await describe(text)
    if ('refusal' in described) {
      const place = source.findTemplates(query.strings)[0]?.place ?? 'a statement'
      problems.add(`${place}: ${described.refusal}\n    ${text.replace(/\s+/g, ' ').trim()}`)
      continue
    }
    const copied = findCopiedInsert(text) ?? findParameterOfConflict(text)
    if (copied) problems.add(`${source.findTemplates(query.strings)[0]?.place ?? 'a statement'}: ${copied}`)
    checkParameters(query, described)
    checkRow(query, described, text)
    for (const each of wholesIn(query)) if (declaredBy(each).length > 0) inner.set(compile(each).text, each)
  }
  // A statement that a helper nests inside another is also described on its own. PostgreSQL refuses it if it depends on
  // the outer statement, and it is then skipped.
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
