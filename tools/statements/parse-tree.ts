// The server knows the effect of joins and functions, so no SQL is parsed here. This is one file of four hundred lines,
// because the functions for different nodes call each other.

/** A column is `never` null, `maybe` null, or `unknown` to this parser. */
export type Nulls = 'never' | 'maybe' | 'unknown'

export type Catalogue = {
  notNull: ReadonlySet<string>
  functions: ReadonlyMap<number, string>
  operators: ReadonlyMap<number, string>
}

export type Column = {
  name: string
  nulls: Nulls
  /** Source of the column, as `table oid.column number`. */
  from: string
}

export type Tree = {
  columns: Column[]
  requiredParameters: ReadonlySet<number>
}

type Value = string | Node | List
type List = Value[]
type Node = { kind: string; fields: Map<string, Value[]> }

export function readTree(text: string, catalogue: Catalogue): Tree {
  const query = queryIn(parse(text))
  const scope = new Scope(query, undefined, catalogue)
  return { columns: scope.columns(), requiredParameters: scope.requiredParameters() }
}

function parse(text: string): Value {
  const tokens = text.match(/[(){}]|(?:\\.|[^\s(){}\\])+/gs) ?? []
  let at = 0
  const value = (): Value => {
    const token = tokens[at++] as string
    if (token === '{') return node()
    if (token === '(') {
      const list: List = []
      while (tokens[at] !== ')') list.push(value())
      at++
      return list
    }
    return token.replace(/\\(.)/gs, '$1')
  }
  const node = (): Node => {
    const found: Node = { kind: tokens[at++] as string, fields: new Map() }
    let field: Value[] = []
    while (tokens[at] !== '}') {
      const token = tokens[at] as string
      if (token.startsWith(':') && token.length > 1) {
        at++
        field = []
        found.fields.set(token.slice(1), field)
      } else field.push(value())
    }
    at++
    return found
  }
  return value()
}

const isNode = (value: Value | undefined): value is Node =>
  typeof value === 'object' && !Array.isArray(value) && 'kind' in value
const isNothing = (value: Value | undefined) => value === undefined || value === '<>'
const field = (node: Node, name: string): Value | undefined => node.fields.get(name)?.[0]
const nodeIn = (node: Node, name: string): Node | undefined => {
  const value = field(node, name)
  return isNode(value) ? value : undefined
}
const nodesIn = (node: Node, name: string): Node[] => {
  const value = field(node, name)
  return Array.isArray(value) ? value.filter(isNode) : []
}
const numberIn = (node: Node, name: string): number => Number(field(node, name))

/** The body of a function is a list of lists of statements. Ours has one statement. */
function queryIn(value: Value): Node {
  if (isNode(value)) return value
  const first = Array.isArray(value) ? value.find((each) => typeof each === 'object') : undefined
  if (first === undefined) throw new Error('the body has no statement')
  return queryIn(first)
}

const together = (all: Nulls[]): Nulls =>
  all.includes('maybe') ? 'maybe' : all.includes('unknown') ? 'unknown' : 'never'
const combineNulls = (all: Nulls[]): Nulls =>
  all.includes('never') ? 'never' : all.includes('unknown') ? 'unknown' : 'maybe'

// Functions that return null only if an argument is null.
const strictFunctions = new Set(
  `text bpchar varchar int2 int4 int8 numeric float8 bool uuid date timestamptz lower upper left right substr substring length
  char_length octet_length btrim ltrim rtrim replace concat_ws lpad rpad date_trunc make_interval extract date_part to_json to_jsonb
  encode decode hashtextextended hashtext floor ceil round abs sign chr ascii md5 sha256 to_char timezone age interval
  jsonb_array_length json_array_length convert_to convert_from repeat reverse split_part jsonb_typeof timestamp trunc bit_length`.split(
    /\s+/,
  ),
)
const neverNull = new Set(
  `now clock_timestamp transaction_timestamp statement_timestamp gen_random_uuid jsonb_build_object json_build_object
  jsonb_build_array json_build_array concat format num_nulls num_nonnulls count row_number rank dense_rank ntile
  current_database pg_backend_pid random current_schemas jsonb_object_keys generate_series`.split(/\s+/),
)
/** Aggregates that are not null for a group with at least one row. */
const aggregatesOfRows = new Set(
  'min max sum avg array_agg json_agg jsonb_agg string_agg bool_and bool_or every'.split(' '),
)
/** Operators that return null if the element is missing. */
const lookups = new Set(['->', '->>', '#>', '#>>', '@?', '@@'])

class Scope {
  private readonly query: Node
  private readonly parent: Scope | undefined
  private readonly catalogue: Catalogue
  private readonly tables: Node[]
  /** Columns, as `table.column`, that the conditions prove to be not null. */
  private readonly proven = new Set<string>()
  private isBefore = false

  constructor(query: Node, parent: Scope | undefined, catalogue: Catalogue) {
    this.query = query
    this.parent = parent
    this.catalogue = catalogue
    this.tables = nodesIn(query, 'rtable')
    const from = nodeIn(query, 'jointree')
    if (from) this.proveFrom(from)
  }

  private get command() {
    return numberIn(this.query, 'commandType')
  }

  private targets(): Node[] {
    const returning = nodesIn(this.query, 'returningList')
    const list = this.command === 1 ? nodesIn(this.query, 'targetList') : returning
    return list.filter((each) => field(each, 'resjunk') !== 'true')
  }

  columns(): Column[] {
    return this.targets().map((each, at) => ({
      name: String(field(each, 'resname')),
      nulls: this.columnAt(at),
      from: `${numberIn(each, 'resorigtbl')}.${numberIn(each, 'resorigcol')}`,
    }))
  }

  columnAt(at: number): Nulls {
    const united = this.unitedQueries()
    if (united.length > 0) return together(united.map((each) => each.columnAt(at)))
    const target = this.targets()[at]
    return target ? this.inferNulls(field(target, 'expr')) : 'unknown'
  }

  requiredParameters(): Set<number> {
    const found = new Set<number>()
    for (const cte of nodesIn(this.query, 'cteList')) {
      const inner = nodeIn(cte, 'ctequery')
      if (inner) for (const each of this.inside(inner).requiredParameters()) found.add(each)
    }
    if (this.command !== 2 && this.command !== 3) return found
    const table = this.tables[numberIn(this.query, 'resultRelation') - 1]
    const entries = nodesIn(this.query, 'targetList')
    for (const entry of entries) {
      const parameter = parameterIn(nodeIn(entry, 'expr'))
      if (table && parameter !== undefined && this.isNotNull(table, numberIn(entry, 'resno'))) found.add(parameter)
    }
    return found
  }

  private inside(query: Node): Scope {
    return new Scope(query, this, this.catalogue)
  }

  private isNotNull(table: Node, column: number): boolean {
    return this.catalogue.notNull.has(`${numberIn(table, 'relid')}.${column}`)
  }

  private unitedQueries(): Scope[] {
    const leaves: Scope[] = []
    const collect = (node: Node | undefined): void => {
      if (node?.kind === 'RANGETBLREF') {
        const inner = nodeIn(this.tables[numberIn(node, 'rtindex') - 1] as Node, 'subquery')
        if (inner) leaves.push(this.inside(inner))
      } else if (node) for (const side of ['larg', 'rarg']) collect(nodeIn(node, side))
    }
    collect(nodeIn(this.query, 'setOperations'))
    return leaves
  }

  private proveFrom(node: Node): void {
    if (node.kind === 'FROMEXPR') {
      this.prove(nodeIn(node, 'quals'))
      for (const each of nodesIn(node, 'fromlist')) this.proveFrom(each)
    }
    // Reads only the preserved side of an outer join, because the join's conditions allow nulls on the other side.
    if (node.kind !== 'JOINEXPR') return
    const kind = numberIn(node, 'jointype')
    if (kind === 0) this.prove(nodeIn(node, 'quals'))
    const [left, right] = [nodeIn(node, 'larg'), nodeIn(node, 'rarg')]
    if (left && kind <= 1) this.proveFrom(left)
    if (right && (kind === 0 || kind === 3)) this.proveFrom(right)
  }

  /** A column that satisfies a comparison is not null. */
  private prove(condition: Node | undefined): void {
    if (!condition) return
    const proveVar = (value: Value | undefined) => {
      const node = bare(value)
      if (node?.kind === 'VAR' && numberIn(node, 'varlevelsup') === 0)
        this.proven.add(`${numberIn(node, 'varno')}.${numberIn(node, 'varattno')}`)
      if (node?.kind === 'FUNCEXPR' && strictFunctions.has(this.findFunctionName(node, 'funcid')))
        for (const each of nodesIn(node, 'args')) proveVar(each)
    }
    const args = nodesIn(condition, 'args')
    if (condition.kind === 'BOOLEXPR' && field(condition, 'boolop') === 'and') for (const each of args) this.prove(each)
    else if (condition.kind === 'BOOLEXPR' && field(condition, 'boolop') === 'not') proveVar(args[0])
    else if (condition.kind === 'OPEXPR') for (const each of args) proveVar(each)
    else if (condition.kind === 'SCALARARRAYOPEXPR') proveVar(args[0])
    else if (condition.kind === 'NULLTEST' && field(condition, 'nulltesttype') === '1')
      proveVar(field(condition, 'arg'))
    else if (condition.kind === 'VAR') proveVar(condition)
  }

  private inferNulls(value: Value | undefined): Nulls {
    if (!isNode(value)) return 'unknown'
    const all = (name = 'args') => nodesIn(value, name).map((each) => this.inferNulls(each))
    switch (value.kind) {
      case 'VAR':
        return this.nullsOfVar(value)
      case 'CONST':
        return field(value, 'constisnull') === 'true' ? 'maybe' : 'never'
      case 'RELABELTYPE':
      case 'COERCEVIAIO':
      case 'ARRAYCOERCEEXPR':
      case 'COLLATEEXPR':
        return this.inferNulls(field(value, 'arg'))
      case 'NULLTEST':
      case 'BOOLEANTEST':
      case 'DISTINCTEXPR':
      case 'ARRAYEXPR':
      case 'ARRAY':
      case 'ROWEXPR':
      case 'ROW':
      case 'SQLVALUEFUNCTION':
      case 'GROUPINGFUNC':
        return 'never'
      case 'NULLIFEXPR':
        return 'maybe'
      case 'BOOLEXPR':
      case 'SCALARARRAYOPEXPR':
        return together(all())
      case 'OPEXPR': {
        const name = this.catalogue.operators.get(numberIn(value, 'opno')) ?? ''
        return lookups.has(name) ? 'unknown' : together(all())
      }
      case 'COALESCE':
      case 'COALESCEEXPR':
      case 'MINMAX':
      case 'MINMAXEXPR':
        return combineNulls(all())
      case 'CASE':
      case 'CASEEXPR': {
        const otherwise = field(value, 'defresult')
        const results = nodesIn(value, 'args').map((each) => this.inferNulls(field(each, 'result')))
        return together([...results, isNothing(otherwise) ? 'maybe' : this.inferNulls(otherwise)])
      }
      case 'SUBLINK':
        return this.nullsOfSubquery(value)
      case 'AGGREF':
        return this.nullsOfAggregate(value)
      case 'WINDOWFUNC':
        return neverNull.has(this.findFunctionName(value, 'winfnoid')) ? 'never' : 'unknown'
      case 'FUNCEXPR': {
        const name = this.findFunctionName(value, 'funcid')
        if (neverNull.has(name)) return 'never'
        return strictFunctions.has(name) ? together(all()) : 'unknown'
      }
      default:
        return 'unknown'
    }
  }

  private findFunctionName = (node: Node, at: string) => this.catalogue.functions.get(numberIn(node, at)) ?? ''

  private nullsOfSubquery(link: Node): Nulls {
    const inner = nodeIn(link, 'subselect')
    switch (numberIn(link, 'subLinkType')) {
      case 0: // EXISTS
      case 6: // ARRAY(…)
        return 'never'
      case 4: {
        // A scalar subquery is null if it finds no row. Only an ungrouped aggregate always returns a row.
        const hasOneRow =
          inner &&
          field(inner, 'hasAggs') === 'true' &&
          nodesIn(inner, 'groupClause').length === 0 &&
          isNothing(field(inner, 'havingQual'))
        return hasOneRow ? this.inside(inner).columnAt(0) : 'maybe'
      }
      default:
        return 'unknown'
    }
  }

  private nullsOfAggregate(aggregate: Node): Nulls {
    const name = this.findFunctionName(aggregate, 'aggfnoid')
    if (neverNull.has(name)) return 'never'
    if (!aggregatesOfRows.has(name)) return 'unknown'
    const isOfGroup = nodesIn(this.query, 'groupClause').length > 0
    if (!isOfGroup || !isNothing(field(aggregate, 'aggfilter'))) return 'maybe'
    if (name.endsWith('_agg') && name !== 'string_agg') return 'never'
    return together(nodesIn(aggregate, 'args').map((each) => this.inferNulls(field(each, 'expr'))))
  }

  private nullsOfVar(node: Node): Nulls {
    let scope: Scope = this
    for (let up = numberIn(node, 'varlevelsup'); up > 0 && scope.parent; up--) scope = scope.parent
    return scope.nullsOfOwn(node)
  }

  private nullsOfOwn(node: Node): Nulls {
    const [table, column] = [numberIn(node, 'varno'), numberIn(node, 'varattno')]
    const entry = this.tables[table - 1]
    if (!entry || column <= 0) return 'unknown'
    const assigned = this.assigned(table, column)
    if (assigned) return this.isNotNull(entry, column) ? 'never' : this.before(() => this.inferNulls(assigned))
    if (this.proven.has(`${table}.${column}`)) return 'never'
    const nulled = field(node, 'varnullingrels')
    if (Array.isArray(nulled) && nulled.length > 1) return 'maybe'
    return this.nullsOfColumn(entry, column)
  }

  /** Assigned values refer to the row as it was before the change. */
  private before(work: () => Nulls): Nulls {
    this.isBefore = true
    try {
      return work()
    } finally {
      this.isBefore = false
    }
  }

  /** A returned row is the row after the change. */
  private assigned(table: number, column: number): Value | undefined {
    if (this.isBefore || this.command === 1 || numberIn(this.query, 'resultRelation') !== table) return undefined
    if (nodeIn(this.query, 'onConflict')) return undefined
    const entry = nodesIn(this.query, 'targetList').find((each) => numberIn(each, 'resno') === column)
    return entry && field(entry, 'expr')
  }

  private nullsOfColumn(entry: Node, column: number): Nulls {
    switch (numberIn(entry, 'rtekind')) {
      case 0:
        if (field(entry, 'relkind') === 'v') return 'unknown'
        return this.isNotNull(entry, column) ? 'never' : 'maybe'
      case 1: {
        const inner = nodeIn(entry, 'subquery')
        return inner ? this.inside(inner).columnAt(column - 1) : 'unknown'
      }
      case 2: {
        const alias = nodesIn(entry, 'joinaliasvars')[column - 1]
        return alias ? this.inferNulls(alias) : 'unknown'
      }
      case 5: {
        const rows = field(entry, 'values_lists')
        return together((Array.isArray(rows) ? rows : []).map((row) => this.inferNulls((row as List)[column - 1])))
      }
      case 6:
        return this.nullsOfShared(entry, column)
      case 9: {
        const grouped = nodesIn(entry, 'groupexprs')[column - 1]
        return grouped ? this.inferNulls(grouped) : 'unknown'
      }
      default:
        return 'unknown'
    }
  }

  private nullsOfShared(entry: Node, column: number): Nulls {
    let scope: Scope = this
    for (let up = numberIn(entry, 'ctelevelsup'); up > 0 && scope.parent; up--) scope = scope.parent
    const shared = nodesIn(scope.query, 'cteList').find((each) => field(each, 'ctename') === field(entry, 'ctename'))
    const inner = shared && nodeIn(shared, 'ctequery')
    if (!inner || field(shared, 'cterecursive') === 'true') return 'unknown'
    return scope.inside(inner).columnAt(column - 1)
  }
}

function bare(value: Value | undefined): Node | undefined {
  if (!isNode(value)) return undefined
  return value.kind === 'RELABELTYPE' || value.kind === 'COERCEVIAIO' ? bare(field(value, 'arg')) : value
}

/** Returns the number of a parameter that is written unchanged or cast to the column's own precision. */
function parameterIn(node: Node | undefined): number | undefined {
  if (node?.kind === 'PARAM') return numberIn(node, 'paramid')
  if (node?.kind === 'RELABELTYPE' || node?.kind === 'COERCEVIAIO') return parameterIn(nodeIn(node, 'arg'))
  return node?.kind === 'FUNCEXPR' && numberIn(node, 'funcformat') >= 1
    ? parameterIn(nodesIn(node, 'args')[0])
    : undefined
}
