// Calls every function that makes a statement, without executing the statement: transactions are fakes. Every alternative
// of each choice is tried, one at a time.
import { pathToFileURL } from 'node:url'
import type { Type } from 'typescript/unstable/sync'
import { compile, Sql } from '#platform/db/query.ts'
import { type Choose, createSamples, type Samples, type Special } from './samples.ts'
import type { Shapes } from './shapes.ts'
import type { Source } from './source.ts'

const mostCalls = 400
const fewChoices = 32

type Walk = {
  shapes: Shapes
  findRowType(query: Sql): Type | undefined
  made(query: Sql): void
}

/**
 * `full` samples set all optional values. `few` samples omit all optional values except flags. `bare` samples also omit
 * the flags, except `includeTotal`: without filters, some lists read their total from stored row counts.
 */
type Mode = 'full' | 'few' | 'bare'

/** Calls exported functions that take a transaction or make a statement, and reads exported statements. */
export async function walk(source: Source, { shapes, findRowType, made }: Walk): Promise<void> {
  for (const path of source.files) {
    const module = (await import(pathToFileURL(path).href)) as Record<string, unknown>
    for (const { name, type } of source.listExports(path)) {
      const exported = module[name]
      if (exported instanceof Sql && isWhole(exported)) made(exported)
      if (typeof exported === 'function') await walkFunction(exported as Callable, type, { shapes, findRowType, made })
    }
  }
}

/** A fragment is described within the statements that contain it. */
const isWhole = (query: Sql) => /^\s*(select|insert|update|delete|with|values)\b/.test(compile(query).text)

/** Also accepts a statement inside another one, which may start with a bracket. */
export const isInnerWhole = (query: Sql) => /^[\s(]*(select|insert|update|delete|with)\b/.test(compile(query).text)

type Callable = (...args: unknown[]) => unknown
type Chosen = ReadonlyMap<string, number>

async function walkFunction(target: Callable, type: Type, { shapes, findRowType, made }: Walk): Promise<void> {
  const result = shapes.result(type)
  const parameters = shapes.parameters(type)
  const isDatabase = (each: Type) =>
    shapes.members(each).some((one) => isTransaction(one, shapes) || isOpener(one, shapes))
  if (!result || !(parameters.some(isDatabase) || shapes.name(result) === 'Sql' || isOfDatabase(result))) return

  function isOfDatabase(answered: Type): boolean {
    return shapes.call(answered) !== undefined && shapes.parameters(answered).some(isDatabase)
  }

  const call = async (chosen: Chosen, mode: Mode) => {
    const met = new Map<string, number>()
    const choose: Choose = (place, alternatives, missing, flag) => {
      met.set(place, alternatives)
      if (mode === 'bare' && flag !== undefined && !place.endsWith('.includeTotal')) return chosen.get(place) ?? flag
      return chosen.get(place) ?? (mode === 'full' ? 0 : (missing ?? 0))
    }
    let answers = 0
    const answer = (query: Sql): unknown[] => {
      made(query)
      const row = findRowType(query)
      const place = `answer${answers++}`
      return row && choose(place, 2, 1) === 0 ? [samples.sampleOf(row, place, choose)] : []
    }
    const samples: Samples = createSamples(shapes, createSpecial(shapes, answer))
    const sampleArguments = (of: Type, at: string) =>
      shapes.parameters(of).map((each, i) => samples.sampleOf(each, `${at}${i}`, choose))
    try {
      let answered = await target(...sampleArguments(type, ''))
      if (typeof answered === 'function' && isOfDatabase(result))
        answered = await answered(...sampleArguments(result, 'then'))
      if (answered instanceof Sql && isWhole(answered)) made(answered)
      if (isStream(answered)) for await (const _ of answered);
    } catch {
      // A refused call makes no further statement. Statements that it made earlier stay recorded.
      return { met, isRefused: true }
    }
    return { met, isRefused: false }
  }

  for (const mode of ['full', 'few', 'bare'] as const) {
    const waiting: Chosen[] = [new Map()]
    const seen = new Set<string>()
    for (let calls = 0; calls < mostCalls; calls++) {
      const chosen = waiting.shift()
      if (!chosen) break
      const { met, isRefused } = await call(chosen, mode)
      for (const [place, alternatives] of met) {
        // A list refuses the cursor of a list with another order.
        const isOtherCursor = isRefused && place.endsWith('.cursor~') && !chosen.has(place)
        if (seen.has(place) && !isOtherCursor) continue
        seen.add(place)
        for (let at = 0; at < alternatives; at++) waiting.push(new Map([...chosen, [place, at]]))
      }
    }
    // If there are few choices, pairs of them are tried too.
    const { met } = await call(new Map(), mode)
    const single = [...met].flatMap(([place, alternatives]) =>
      Array.from({ length: alternatives }, (_, at) => [place, at] as const),
    )
    if (mode !== 'full' || single.length > fewChoices) continue
    for (const one of single) for (const other of single) if (one[0] < other[0]) await call(new Map([one, other]), mode)
  }
}

const isStream = (answer: unknown): answer is AsyncIterable<unknown> =>
  typeof answer === 'object' && answer !== null && Symbol.asyncIterator in answer

const hasSome = (type: Type, shapes: Shapes, names: readonly string[]) =>
  shapes.isObject(type) && names.some((name) => shapes.fields(type).has(name))
const isTransaction = (type: Type, shapes: Shapes) =>
  hasSome(type, shapes, ['all', 'first', 'run', 'several']) &&
  !shapes.fields(type).has('id') &&
  shapes.call(type) === undefined &&
  !shapes.isList(type)
const isOpener = (type: Type, shapes: Shapes) =>
  hasSome(type, shapes, ['store', 'organization', 'system']) &&
  [...shapes.fields(type).values()].every((each) => shapes.call(each) || shapes.name(each) === 'Pool')

function createSpecial(shapes: Shapes, answer: (query: Sql) => unknown[]): Special {
  const id = '0190aaaa-0000-7000-8000-000000000000'
  const transaction = (): object => ({
    ...{
      storeEnvId: id,
      organizationId: id,
      now: new Date('2026-01-01T00:00:00.000Z'),
      outbox: [],
      touched: new Set(),
    },
    all: async (query: Sql) => answer(query),
    first: async (query: Sql) => answer(query)[0],
    run: async (query: Sql) => answer(query).length || 1,
    several: async (queries: Sql[]) => queries.map(answer),
    sendAlong: (query: Sql) => void answer(query),
    savepoint: (work: () => unknown) => work(),
    async *stream(query: Sql) {
      yield answer(query)
    },
  })
  const opened = (work: (tx: object) => unknown) => work(transaction())
  const opener = (): object => ({
    store: (_scope: unknown, _mode: unknown, work: (tx: object) => unknown) => opened(work),
    organization: (_id: unknown, _mode: unknown, work: (tx: object) => unknown) => opened(work),
    system: (_mode: unknown, work: (tx: object) => unknown) => opened(work),
    ask: async (query: Sql) => answer(query),
    stream: () => ({ read: opened, leave: () => {} }),
  })
  return (type) => {
    if (shapes.name(type) === 'Sql') {
      if (shapes.alias(type) === 'Query') return { value: new Sql(['select 1 as sent_along'], []) }
      throw new Error('A parameter of type Sql has no sample value.')
    }
    if (isTransaction(type, shapes)) return { value: transaction() }
    return isOpener(type, shapes) ? { value: opener() } : undefined
  }
}
