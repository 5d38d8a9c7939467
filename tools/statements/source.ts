import { join } from 'node:path'
import type { Expression, Node, SourceFile } from 'typescript/unstable/ast'
import { isNoSubstitutionTemplateLiteral, isTaggedTemplateExpression } from 'typescript/unstable/ast/is'
import { API, type Checker, type Program, type Type } from 'typescript/unstable/sync'

export const root = join(import.meta.dirname, '../..')

export type Template = {
  path: string
  place: string
  key: string
  values: readonly Expression[]
  node: Expression
}

export type Source = {
  checker: Checker
  program: Program
  templates: readonly Template[]
  files: readonly string[]
  findTemplates(strings: readonly string[]): readonly Template[]
  listExports(path: string): { name: string; type: Type }[]
  close(): void
}

export function openSource(accepts: (path: string) => boolean = isOfService): Source {
  const api = new API({ cwd: root })
  const config = join(root, 'tsconfig.json')
  const project = api.updateSnapshot({ openProjects: [config] }).getProject(config)
  if (!project) throw new Error('tsconfig.json names no project')
  const { program, checker } = project
  const files = program
    .getSourceFileNames()
    .filter((name) => name.startsWith(`${root}/`) && accepts(name.slice(root.length + 1)))
  const templates = files.flatMap((path) => {
    const file = program.getSourceFile(path)
    return file ? [...templatesIn(file)] : []
  })
  const byKey = Map.groupBy(templates, ({ key }) => key)
  return {
    checker,
    program,
    templates,
    files: [...new Set(templates.map(({ path }) => path))],
    findTemplates: (strings) => byKey.get(joinStrings(strings)) ?? [],
    listExports(path) {
      const file = program.getSourceFile(path)
      const module = file && checker.getSymbolAtLocation(file)
      return (module ? checker.getExportsOfModule(module) : []).flatMap((each) => {
        const type = checker.getTypeOfSymbol(each)
        return type ? [{ name: each.name, type }] : []
      })
    },
    close: () => api.close(),
  }
}

const isOfService = (path: string) => path.startsWith('server/') && !/\.(test|testing|generated)\.ts$/.test(path)

const joinStrings = (strings: readonly string[]) => strings.join('\0')

function* templatesIn(file: SourceFile): Generator<Template> {
  const found: Template[] = []
  const visit = (node: Node): void => {
    if (isTaggedTemplateExpression(node) && node.tag.getText(file) === 'sql') {
      const { template } = node
      const place = `${file.fileName.slice(root.length + 1)}:${file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1}`
      if (isNoSubstitutionTemplateLiteral(template))
        found.push({ path: file.fileName, place, key: joinStrings([template.text]), values: [], node })
      else
        found.push({
          path: file.fileName,
          place,
          key: joinStrings([template.head.text, ...template.templateSpans.map((span) => span.literal.text)]),
          values: template.templateSpans.map((span) => span.expression),
          node,
        })
    }
    node.forEachChild(visit)
  }
  visit(file)
  yield* found
}
