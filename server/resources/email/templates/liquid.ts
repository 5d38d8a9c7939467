// The library is loaded with the first mail, because most idle processes never render one.
import type { Context, Emitter, Liquid, Template } from 'liquidjs'
import { type FilterContext, htmlFilters, plainFilters, textFilters } from './filters.ts'
import { escapeHtml, Html } from './html.ts'

export type ParsedSource = Template[]
export type Scope = Record<string, unknown>
export type Engine = {
  parse(source: string): ParsedSource
  /**
   * `strict` refuses variables that the scope lacks. Sending is not strict, because real data may lack fields of the
   * sample.
   */
  render(parsed: ParsedSource, scope: Scope, setting: FilterContext, how?: { strict?: boolean }): string
  listUses(parsed: ParsedSource): VariableUse[]
}
export type VariableUse = { path: string; segments: string[]; line: number; column: number }
export type Engines = { text: Engine; html: Engine }

const tags = [
  'assign',
  'capture',
  'case',
  'comment',
  'cycle',
  'for',
  'if',
  'unless',
  'raw',
  'break',
  'continue',
  'echo',
  '#',
]

// Each limit is many times what the largest measured legitimate mail needs. The time limit is the loosest, because time
// also passes while other threads work.
const limits = { parseLimit: 600_000, memoryLimit: 2_000_000, renderLimit: 3_000 }
const maxSteps = 200_000

const maxDepth = 24

let engines: Promise<Engines> | undefined

export const loadEngines = (): Promise<Engines> => {
  engines ??= makeEngines()
  return engines
}

async function makeEngines(): Promise<Engines> {
  const { Liquid } = await import('liquidjs')
  const make = (outputEscape: (this: Run, value: unknown) => string, filters: object) => {
    const liquid = new Liquid({
      ...limits,
      outputEscape: outputEscape as (value: unknown) => string,
      ownPropertyOnly: true,
      strictFilters: true,
      templates: {},
      locale: 'en',
    })
    keepOnly(liquid.tags, tags)
    keepOnly(liquid.filters, plainFilters)
    for (const [name, filter] of Object.entries(filters)) liquid.registerFilter(name, filter)
    countFilters(liquid.filters as Record<string, CountedFilter>)
    countWork(liquid)
    return createEngine(liquid)
  }
  return {
    html: make(function (value) {
      return value instanceof Html ? value.markup : escapeHtml(printed(this, value))
    }, htmlFilters),
    text: make(function (value) {
      return value instanceof Html ? value.markup : printed(this, value)
    }, textFilters),
  }
}

const createEngine = (liquid: Liquid): Engine => ({
  parse(source) {
    refuseDepth(source)
    return liquid.parse(source)
  },
  render: (parsed, scope, setting, { strict = false } = {}) =>
    liquid.renderSync(parsed, scope, { globals: setting, strictVariables: strict }),
  listUses(parsed) {
    const { globals } = liquid.analyzeSync(parsed, { partials: false })
    return Object.values(globals).flatMap((variables) =>
      variables.map(({ segments, location }) => ({
        path: segments.map(String).join('.'),
        segments: segments.map((segment) => (typeof segment === 'object' ? '[]' : String(segment))),
        line: location.row,
        column: location.col,
      })),
    )
  },
})

type Run = { context: Context }

function printed(run: Run, value: unknown): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) {
    run.context.memoryLimit.use(measureLength(value))
    return value.map((each) => printed(run, each)).join('')
  }
  if (typeof value !== 'object') return String(value)
  if (!run.context.strictVariables) return ''
  throw new Error(`this is a group of values; name one of them: ${Object.keys(value).join(', ')}`)
}

type CountedFilter = (this: Run, ...values: unknown[]) => unknown

/**
 * Filters count their memory, because a short list can repeat a long text. Allocating hundreds of megabytes kills the
 * process.
 */
function countFilters(filters: Record<string, CountedFilter>): void {
  for (const [name, filter] of Object.entries(filters))
    filters[name] = function (...values) {
      this.context.memoryLimit.use(measureLength(values))
      return filter.apply(this, values)
    }
}

function measureLength(value: unknown): number {
  if (typeof value === 'string') return value.length + 1
  if (value instanceof Html) return value.markup.length + 1
  return Array.isArray(value) ? value.reduce<number>((sum, each) => sum + measureLength(each), 1) : 1
}

/** LiquidJS does not count its steps or its output, and a short loop can print gigabytes. */
function countWork(liquid: Liquid): void {
  const { renderer } = liquid
  const render = renderer.renderTemplates.bind(renderer)
  const steps = new WeakMap<Context, number>()
  renderer.renderTemplates = (templates: Template[], context: Context, emitter?: Emitter) => {
    const taken = (steps.get(context) ?? 0) + templates.length + 1
    if (taken > maxSteps) throw new Error('step limit exceeded')
    steps.set(context, taken)
    return render(templates, context, emitter ?? new CountingEmitter(context))
  }
}

class CountingEmitter {
  buffer = ''
  private readonly context: Context
  constructor(context: Context) {
    this.context = context
  }
  write(value: unknown): void {
    const text = typeof value === 'string' ? value : String(value ?? '')
    this.context.memoryLimit.use(text.length)
    this.buffer += text
  }
}

/** Limits nested blocks. Otherwise the depth at which the stack overflows would depend on the caller. */
function refuseDepth(source: string): void {
  let depth = 0
  for (const [, end] of source.matchAll(/\{%-?\s*(end)?(?:if|unless|for|case|capture)\b/g)) {
    depth += end ? -1 : 1
    if (depth > maxDepth) throw new Error(`more than ${maxDepth} blocks inside each other`)
  }
}

function keepOnly(registry: Record<string, unknown>, names: readonly string[]): void {
  for (const name of Object.keys(registry)) if (!names.includes(name)) delete registry[name]
}

type LiquidError = Error & { token?: { getPosition(): [number, number] }; originalError?: Error }

export function explainProblem(error: unknown): string {
  const { token, originalError, message, name } = error as LiquidError
  if (name === 'RangeError') return 'is too deep or too long to be worked out'
  const reason = explainReason((originalError?.message ?? message).replace(/, line:\d+, col:\d+[\s\S]*$/, ''))
  if (typeof token?.getPosition !== 'function') return reason
  const [line, column] = token.getPosition()
  return `line ${line}, column ${column}: ${reason}`
}

function explainReason(reason: string): string {
  if (/Maximum call stack|Invalid string length/.test(reason)) return 'is too deep or too long to be worked out'
  if (/limit exceeded/.test(reason)) return 'takes too long, or makes too much'
  const filter = /^undefined filter: (.+)$/.exec(reason)
  if (filter) return `there is no filter ${filter[1]}`
  const variable = /^undefined variable: (.+)$/.exec(reason)
  if (variable) return `there is no ${variable[1]?.slice(0, 80)}`
  const tag = /^tag "(.+)" not found$/.exec(reason)
  if (tag) return `there is no tag ${tag[1]}`
  return reason.slice(0, 300)
}
