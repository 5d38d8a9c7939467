// `findProblems` is pure, so that the test can give it faulty code. ARCHITECTURE.md describes the layers.

import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { pathToFileURL } from 'node:url'

export type Sources = Map<string, string>

type Import = { from: string; to: string; isTypeOnly: boolean }

export function findProblems(sources: Sources): string[] {
  const imports = [...sources].flatMap(([path, text]) => parseImports(path, text))
  const inProduct = imports.filter(({ from }) => !isForTests(from))
  const floorOf = computeFloors(inProduct)
  return [
    ...[...sources.keys()].flatMap(nameProblems),
    ...inProduct.flatMap((each) => importProblems(each, floorOf, sources)),
    ...[...sources].filter(([path]) => !isForTests(path)).flatMap(([path, text]) => textProblems(path, text)),
    ...writerProblems(sources),
    ...cycleProblems('areas', areaGraph(inProduct)),
    ...cycleProblems('files', buildGraph(inProduct.map(({ from, to }) => [from, to]))),
    ...cycleProblems('folders', folderGraph(inProduct, floorOf)).filter(isNotOfFilesAlone),
  ].sort()
}

export function readSources(root: string): Sources {
  const paths = globSync('{server,demo,locales,test,tools,bench,admin,widgets}/**/*.{ts,tsx}', { cwd: root })
  const own = paths.filter((path) => !path.includes('node_modules') && !path.endsWith('.generated.ts'))
  return new Map(own.map((path) => [path, readFileSync(join(root, path), 'utf8')]))
}

/** The folders of the kernel, lowest first. A folder may import itself and lower folders. */
const rooms = [
  'values identity process db limits guarded-fetch files mail audit storefront',
  'auth calls pages jobs areas mcp http postgres',
].flatMap((names) => names.split(' '))

/** Groups of areas, highest first. An area may import its own group and lower groups. */
const groups = {
  records: 'agents assessments evidence receipts witnesses erasure imports backups webhooks',
  loyalty: 'loyalty email-sequences customers provider-facts',
  reports: 'analytics',
  pages: 'storefront digests faqs galleries placements web-pages',
  events: 'events outbound-webhooks destinations',
  reviews: 'reviews translations review-incentives review-requests signals shared-reviews',
  shop: 'products categories orders connectors',
  mail: 'email email-branding email-suppressions sending-domain uploads',
  accounts: 'account orgs api-keys oauth billing partner support features affiliates health',
}
const groupOfArea = new Map(
  Object.entries(groups).flatMap(([group, areas], level) =>
    areas.split(' ').map((area) => [area, { group, level }] as const),
  ),
)

/** File roles within one area, lowest first. A higher role may import a lower one. */
const floors = ['schema events', 'rules', 'fragments store', 'commands', 'jobs routes', 'area'].map((names) =>
  names.split(' '),
)
const openToOtherAreas = ['schema', 'rules', 'fragments', 'commands', 'events']
const commandFloor = floors.findIndex((names) => names.includes('commands'))
const packagesThatReachTheDatabase = /^(pg|pg-.*|postgres|graphile-worker|better-auth)(\/|$)/

type FloorOf = (path: string) => number

/**
 * A file with another name gets the highest role that it imports, so that no import can bypass the rule through that file.
 */
function computeFloors(imports: Import[]): FloorOf {
  const imported = buildGraph(imports.map(({ from, to }) => [from, to]))
  const known = new Map<string, number>()
  const floorOf: FloorOf = (path) => {
    const { house, role } = locate(path)
    const named = floors.findIndex((names) => names.includes(role))
    if (house !== 'resources') return -1
    if (named !== -1) return named
    const found = known.get(path)
    if (found !== undefined) return found
    // An import cycle is reported separately. This line only prevents an endless loop.
    known.set(path, 0)
    const floor = Math.max(0, ...[...(imported.get(path) ?? [])].map(floorOf))
    known.set(path, floor)
    return floor
  }
  return floorOf
}

/** Another command file, such as `create-review.ts` beside `commands.ts`, may be imported like commands. */
function isCommand(path: string, floorOf: FloorOf, sources: Sources): boolean {
  return floorOf(path) === commandFloor && sources.has(join(dirname(path), 'commands.ts'))
}

function importProblems({ from, to, isTypeOnly }: Import, floorOf: FloorOf, sources: Sources): string[] {
  const [here, there] = [locate(from), locate(to)]
  const problem = (reason: string) => [`${from} imports ${to}: ${reason}`]
  if (/^(admin|widgets)\//.test(from)) {
    const isWire = (there.house === 'resources' && there.role === 'schema') || to === 'server/platform/values/wire.ts'
    return there.house === undefined || (isWire && isTypeOnly)
      ? []
      : problem('what runs in browsers knows wire types only')
  }
  if (here.house === 'demo') {
    if (there.house === 'entry') return problem('the demo is a customer: entry hands it what it needs')
    if (packagesThatReachTheDatabase.test(to)) return problem('the demo reaches the database through #platform/db only')
    const isOwn = there.house === 'resources' && ['store', 'routes', 'jobs', 'area'].includes(there.role)
    return isOwn ? problem(`an area's ${there.role}.ts is its own affair`) : []
  }
  if (there.house === 'demo' && here.house !== 'entry') return problem('only entry knows that there is a demo')
  if (here.house === undefined || here.house === 'entry') return []
  if (there.house === 'entry') return problem('nothing imports entry')
  if (here.house === 'platform' && ['resources', 'integrations'].includes(there.house ?? '')) {
    return problem('platform is handed what it must know')
  }
  if (there.house === 'reference') return here.house === 'reference' ? [] : problem('only entry reads the reference')
  if (here.house === 'reference') {
    const isOpen = there.house === 'platform' || there.house === undefined
    return isOpen ? [] : problem('the reference reads the kernel only')
  }
  if (here.house === 'platform' && there.house === 'platform') {
    const isUpward = rooms.indexOf(there.area ?? '') > rooms.indexOf(here.area ?? '')
    return isUpward ? problem(`the room ${there.area} is above ${here.area}`) : []
  }
  if (here.house === 'integrations' && there.house === 'resources') return problem('integrations know no product rules')
  if (here.house !== 'resources') return []
  if (packagesThatReachTheDatabase.test(to)) return problem('resources reach the database through #platform/db only')
  if (there.house !== 'resources') return []
  if (here.area !== there.area) {
    const [own, other] = [groupOfArea.get(here.area ?? ''), groupOfArea.get(there.area ?? '')]
    if (own && other && other.level < own.level)
      return problem(`${other.group} is above ${own.group}; publish an event, or let ${there.area} contribute`)
    if (!openToOtherAreas.includes(there.role) && !isCommand(to, floorOf, sources)) {
      return problem(`another area's ${there.role}.ts is its own affair`)
    }
  }
  return floorOf(to) > floorOf(from) ? problem('imports only point down') : []
}

function locate(path: string): { house?: string; area?: string; role: string } {
  const [top, house, area] = path.split('/')
  const role = parseRole(path.replace(/^.*\//, '').replace(/\.tsx?$/, ''))
  if (top === 'demo') return { house: 'demo', area: 'demo', role }
  return top === 'server' ? { house, area, role } : { role }
}

/**
 * The role of a file named `view-store` is `store`, because a folder with two subjects has one file for each subject and
 * role.
 */
const parseRole = (name: string) => name.replace(/^.+-(?=(?:schema|rules|fragments|store|commands|jobs|routes)$)/, '')

function nameProblems(path: string): string[] {
  const vague = /(^|\/)(utils?|lib|helpers?|common|types|shared|misc)\//.exec(`${dirname(path)}/`)
  if (vague) return [`${path}: a folder named "${vague[2]}" says nothing about what is in it`]
  const [, room] = /^server\/platform\/([^/]+)/.exec(path) ?? []
  if (room !== undefined && !rooms.includes(room))
    return [`${path}: the kernel has only the folders listed in this check`]
  const [, area] = /^server\/resources\/([^/]+)\//.exec(path) ?? []
  if (area !== undefined && !groupOfArea.has(area)) return [`${path}: the area ${area} has no group in this check`]
  return /(^|\/)index\.tsx?$/.test(path) ? [`${path}: no barrels; import from the file itself`] : []
}

function textProblems(path: string, text: string): string[] {
  const { house, role } = locate(path)
  const problems: string[] = []
  const mayReadEnvironment = house === undefined || house === 'entry' || path === 'server/platform/process/config.ts'
  if (!mayReadEnvironment && /\bprocess\.env\b/.test(text))
    problems.push(`${path}: only entry/ and platform/process/config.ts may read process.env`)
  const mayHoldSql = house === undefined || house === 'platform' || role === 'store' || role === 'fragments'
  // The type of the whole database gives access to the pools. The narrow types offer only transactions.
  const isArea = house === 'resources' || house === 'integrations' || house === 'demo'
  if (isArea && /\b(?:Db|createDb)\b[^;]*?from\s+['"]#platform\/db\/db\.ts['"]/.test(text))
    problems.push(`${path}: use StoreDb, OrganizationDb or CrossDb, which reach no pool`)
  if (!mayHoldSql && /\bsql(<[^`]*>)?`|\bqb\.\w/.test(text)) problems.push(`${path}: move SQL to store.ts`)
  const fieldKey = house !== undefined && /^\s*(['"][A-Z]\w*\.@?\w+['"])\s*:/m.exec(text)
  if (fieldKey) problems.push(`${path}: ${fieldKey[1]} is a field's text outside its schema; use described() there`)
  return problems
}

/**
 * The owner of a table is the folder directly under resources/ or platform/ that writes the table. A table with several
 * owners is reported with all its writers.
 */
function writerProblems(sources: Sources): string[] {
  const writers = new Map<string, Map<string, string>>()
  for (const [path, text] of sources) {
    const { house, area } = locate(path)
    if (house === undefined || isForTests(path)) continue
    for (const table of tablesWritten(text)) {
      const owners = writers.get(table) ?? new Map<string, string>()
      writers.set(table, owners.set(`${house}/${area}`, path))
    }
  }
  const shared = [...writers].filter(([, owners]) => owners.size > 1)
  return shared.map(
    ([table, owners]) =>
      `table ${table} is written by ${[...owners.values()].sort().join(' and ')}: one folder per table`,
  )
}

function tablesWritten(text: string): Set<string> {
  const builder = /\.(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*['"]([\w.]+)/g
  const statement =
    /\b(?:insert\s+into|delete\s+from|update(?=\s+(?:only\s+)?[\w.]+\s+(?:as\s+\w+\s+|(?!set\b)\w+\s+)?set\b))\s+(?:only\s+)?([a-z_][\w.]*)/gi
  return new Set([builder, statement].flatMap((pattern) => [...text.matchAll(pattern)].map(([, table]) => table ?? '')))
}

function areaGraph(imports: Import[]): Map<string, Set<string>> {
  const between = imports.map(({ from, to }) => [locate(from), locate(to)] as const)
  const pairs = between.filter(([a, b]) => a.house === 'resources' && b.house === 'resources' && a.area !== b.area)
  return buildGraph(pairs.map(([a, b]) => [a.area ?? '', b.area ?? '']))
}

/**
 * Folders of an area may import each other only between different roles. Browser code and the kernel have no roles, so
 * their folders may never import each other.
 */
function folderGraph(imports: Import[], floorOf: FloorOf): Map<string, Set<string>> {
  const findFolder = (path: string): string | undefined => {
    if (/^(admin|widgets|server\/(platform|integrations|entry)\/\w)/.test(path))
      return isDirectlyIn(path) ? path : dirname(path)
    return locate(path).house === 'resources'
      ? `${dirname(path)} (${(floors[floorOf(path)] ?? []).join(', ')})`
      : undefined
  }
  const pairs = imports.map(({ from, to }) => [findFolder(from), findFolder(to)] as const)
  return buildGraph(pairs.flatMap(([a, b]) => (a === undefined || b === undefined || a === b ? [] : [[a, b]])))
}

const isDirectlyIn = (path: string) => /^server\/\w+\/[^/]+$/.test(path)

/** Excludes cycles that are already reported as cycles of files. */
const isNotOfFilesAlone = (problem: string) => !/: \S+\.ts( → \S+\.ts)*$/.test(problem)

function buildGraph(pairs: [string, string][]): Map<string, Set<string>> {
  const graph = new Map<string, Set<string>>()
  for (const [from, to] of pairs) graph.set(from, (graph.get(from) ?? new Set()).add(to))
  return graph
}

function cycleProblems(what: string, graph: Map<string, Set<string>>): string[] {
  const done = new Set<string>()
  const problems: string[] = []
  const visit = (node: string, path: string[]) => {
    const start = path.indexOf(node)
    if (start !== -1) problems.push(`a cycle of ${what}: ${[...path.slice(start), node].join(' → ')}`)
    if (start !== -1 || done.has(node)) return
    for (const next of graph.get(node) ?? []) visit(next, [...path, node])
    done.add(node)
  }
  for (const node of graph.keys()) visit(node, [])
  return problems
}

/** Test files and the `*.testing.ts` files beside them may import anything. */
export function isForTests(path: string): boolean {
  return /\.(test|testing)\.tsx?$/.test(path) || path.startsWith('test/')
}

function parseImports(path: string, text: string): Import[] {
  const pattern =
    /^\s*(?:import|export)\s+(type\s)?(?:[\w*{}\s,$]+?\sfrom\s+)?['"]([^'"\n]+)['"]|\bimport\(\s*['"]([^'"\n]+)['"]/gm
  return [...text.matchAll(pattern)].map(([, type, stated, dynamic]) => ({
    from: path,
    to: resolve(path, stated ?? dynamic ?? ''),
    isTypeOnly: type !== undefined,
  }))
}

function resolve(path: string, specifier: string): string {
  if (specifier.startsWith('.')) return normalize(join(dirname(path), specifier))
  if (specifier.startsWith('#test/')) return specifier.replace('#test/', 'test/support/')
  if (specifier.startsWith('#widgets/')) return specifier.replace('#widgets/', 'widgets/')
  if (specifier.startsWith('#demo/')) return specifier.replace('#demo/', 'demo/')
  if (specifier.startsWith('#locales/')) return specifier.replace('#locales/', 'locales/')
  return specifier.startsWith('#') ? specifier.replace('#', 'server/') : specifier
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const problems = findProblems(readSources(join(import.meta.dirname, '..')))
  console.log(problems.length > 0 ? problems.join('\n') : 'every floor holds')
  process.exitCode = problems.length > 0 ? 1 : 0
}
