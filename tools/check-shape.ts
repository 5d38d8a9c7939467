// Checks the shape of the tree. Folders stay small enough to read, areas stay flat, their folders have enough lines,
// and an operation has few options.

import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isForTests, readSources, type Sources } from './check-boundaries.ts'

const maxFiles = 25
const maxChildren = 8
const minLines = 120
/** `server/resources/<area>/<child>` is level 4. */
const maxDepth = 4
const maxOptions = 12
export const definitionPath = 'server/platform/calls/definition.ts'

export function shapeProblems(sources: Sources): string[] {
  const folders = new Map<string, { files: number; lines: number }>()
  for (const [path, text] of sources) {
    if (isForTests(path) || path.startsWith('test/')) continue
    const folder = folders.get(dirname(path)) ?? { files: 0, lines: 0 }
    folders.set(dirname(path), { files: folder.files + 1, lines: folder.lines + text.split('\n').length - 1 })
  }
  const crowded = [...folders].filter(([, { files }]) => files > maxFiles)
  const areaFolders = [...folders].filter(([path]) => /^server\/resources\/[^/]+\/./.test(path))
  const children = Map.groupBy(areaFolders, ([path]) => path.split('/').slice(0, 3).join('/'))
  return [
    ...crowded.map(([path, { files }]) => `${path} has ${files} files, at most ${maxFiles} are allowed`),
    ...areaFolders
      .filter(([path]) => path.split('/').length > maxDepth)
      .map(([path]) => `${path} is deeper than ${maxDepth} levels`),
    ...areaFolders
      .filter(([, { lines }]) => lines < minLines)
      .map(([path, { lines }]) => `${path} has ${lines} lines, move its files to the folder above`),
    ...[...children]
      .filter(([, inArea]) => inArea.length > maxChildren)
      .map(([area, inArea]) => `${area} has ${inArea.length} sub-folders, at most ${maxChildren} are allowed`),
    ...optionProblems(sources.get(definitionPath)),
  ].sort()
}

function optionProblems(definition: string | undefined): string[] {
  if (definition === undefined) return []
  const options =
    /^export type Definition<.*?^> = \{\n(.*?)^\}/ms.exec(definition)?.[1]?.match(/^ {2}\w+(?=[?:(<])/gm) ?? []
  if (options.length === 0) return [`${definitionPath} has no type Definition with options`]
  if (options.length <= maxOptions) return []
  return [`Definition has ${options.length} options, at most ${maxOptions} are allowed: put the new one into a group`]
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const problems = shapeProblems(readSources(join(import.meta.dirname, '..')))
  console.log(problems.length > 0 ? problems.join('\n') : 'every folder has its size')
  process.exitCode = problems.length > 0 ? 1 : 0
}
