// Checks that every event has one publisher, and that every write to reviews uses the recorder. `findProblems` is pure.
import { dirname, join, normalize } from 'node:path'
import { pathToFileURL } from 'node:url'
import { readSources, type Sources } from './check-boundaries.ts'

export function findProblems(sources: Sources): string[] {
  const product = [...sources].filter(([path]) => isProduct(path))
  const writers = product.flatMap(([path, text]) => writersIn(path, text))
  return [
    ...publisherProblems(product),
    ...product.flatMap(([path, text]) => statementProblems(path, text)),
    ...product.flatMap(([path, text]) => droppedProblems(path, text, writers)),
  ].sort()
}

export function countPublishers(sources: Sources): Map<string, number> {
  const published = publishedIn([...sources].filter(([path]) => isProduct(path)))
  return new Map([...published].map(([event, modules]) => [event, modules.size]))
}

type Files = readonly (readonly [path: string, text: string])[]

const isProduct = (path: string) => path.startsWith('server/') && !/\.(test|testing)\.ts$/.test(path)

const callOfPublish = /\bpublish\(\s*tx\s*,\s*([^,]+?)\s*,/g

/** Events of the kernel, such as `subjectErased`, concern many areas. */
function publishedIn(files: Files): Map<string, Set<string>> {
  const published = new Map<string, Set<string>>()
  for (const [path, text] of files)
    for (const [, event = ''] of text.matchAll(callOfPublish)) {
      const from = importedFrom(path, text, event)
      if (!from?.startsWith('server/resources/')) continue
      const name = `${event} of ${from}`
      published.set(name, (published.get(name) ?? new Set()).add(path))
    }
  return published
}

function publisherProblems(files: Files): string[] {
  const several = [...publishedIn(files)].filter(([, modules]) => modules.size > 1)
  const hidden = files.flatMap(([path, text]) =>
    [...text.matchAll(callOfPublish)].flatMap(([, event = '']) =>
      importedFrom(path, text, event) === undefined
        ? [`${path} publishes ${event}: name an event that the module imports, so that publishers can be counted`]
        : [],
    ),
  )
  return [
    ...several.map(
      ([event, modules]) => `${event} is published by ${[...modules].sort().join(' and ')}: one module per event`,
    ),
    ...hidden,
  ]
}

/** Columns that no listener reads, so their writes need no event. */
const bookkeeping = new Set([
  'detected_language',
  'helpful_count',
  'order_id',
  'reply_mail_due_at',
  'reply_mailed_at',
  'report_count',
  'updated_at',
])

const writeOfReviews = /\b(insert into|update|delete from)\s+reviews\b([^`]*(?:\$\{[^}]*`[^`]*`[^}]*\}[^`]*)*)`/g

/** A module that calls this function derives the states that it writes, so only its deletions must return states. */
const derivesStates = /\btoWrittenState\(/

function statementProblems(path: string, text: string): string[] {
  return [...text.matchAll(writeOfReviews)].flatMap(({ 0: statement, 1: verb, 2: rest = '', index }) => {
    if (verb === 'update' && columnsSet(rest).every((column) => bookkeeping.has(column))) return []
    if (verb !== 'delete from' && derivesStates.test(text)) return []
    // Citus refuses the columns in RETURNING of an INSERT … SELECT, so the next statement may read them instead.
    const next = text.slice(index + statement.length).split('`', 2)[1] ?? ''
    if (/returning r\.id\b/.test(statement) && /^\s*select \$\{stateColumns\(tx\)\}/.test(next)) return []
    return /returning\s+\$\{(stateColumns|columns)(\(tx\))?\}/.test(statement)
      ? []
      : [`${path}: a statement that writes reviews must return stateColumns, so that recordReviewChanges can take it`]
  })
}

function columnsSet(rest: string): string[] {
  const assignments = /\bset\b(.*?)(?:\bfrom\b(?![^(]*\))|\bwhere\b(?![^(]*\)))/s.exec(rest)?.[1] ?? ''
  return [...assignments.matchAll(/(?:^|,)\s*(\w+)\s*=/g)].map(([, column = '']) => column)
}

type Writer = { path: string; name: string }

const writersIn = (path: string, text: string): Writer[] =>
  [
    ...text.matchAll(/^export (?:async )?(?:function (\w+)|const (\w+) = )([^\n]*(?:\n[^\n]*){0,6}?)(?:\{\n|=>\n)/gm),
  ].flatMap(([, named, assigned, signature = '']) =>
    /Promise<[^\n]*\bWritten(State)?\b/.test(signature) ? [{ path, name: named ?? assigned ?? '' }] : [],
  )

function droppedProblems(path: string, text: string, writers: readonly Writer[]): string[] {
  const dropped = [...text.matchAll(/(?:^|\)\s)\s*(?:await|void)\s+(?:(\w+)\.)?(\w+)\(/gm)]
  return dropped.flatMap(([, module, name = '']) => {
    const from = importedFrom(path, text, module ?? name)
    return writers.some((writer) => writer.name === name && writer.path === from)
      ? [`${path} ignores what ${name} wrote: pass it to recordReviewChanges`]
      : []
  })
}

function importedFrom(path: string, text: string, name: string): string | undefined {
  const imported = [...text.matchAll(/^import\s+(?:type\s+)?([^'";]+?)\s+from\s+'([^']+)'/gm)]
  const found = imported.find(([, names = '']) => names.split(/[\s,{}*]+/).includes(name))
  const specifier = found?.[2]
  if (specifier === undefined) return undefined
  return specifier.startsWith('.') ? normalize(join(dirname(path), specifier)) : specifier.replace('#', 'server/')
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const problems = findProblems(readSources(join(import.meta.dirname, '..')))
  console.log(problems.length > 0 ? problems.join('\n') : 'publishers 1: every event has one publisher')
  process.exitCode = problems.length > 0 ? 1 : 0
}
