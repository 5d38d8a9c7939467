// The theme has no color names of its own (`--color-*: initial`), so a class such as `bg-white` would silently do nothing.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { test } from 'node:test'
import { compile } from 'tailwindcss'
import { parseSync } from 'vite'

const root = import.meta.dirname
const tailwind = createRequire(import.meta.url).resolve('tailwindcss/index.css')

type Node = { type: string; [field: string]: unknown }
type ClassList = { file: string; classes: string[]; isOfElement: boolean }

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value

function findLists(file: string): ClassList[] {
  const { program } = parseSync(file, readFileSync(join(root, file), 'utf8'), { lang: 'tsx' })
  const found: ClassList[] = []
  visit(program as unknown as Node, false)
  return found

  function visit(node: Node, isOfElement: boolean): void {
    const text = node.type === 'TemplateElement' ? (node.value as { cooked: string }).cooked : node.value
    if (typeof text === 'string') found.push({ file, classes: text.split(/\s+/).filter(Boolean), isOfElement })
    // Arguments of a call and both sides of a comparison are values, not classes.
    const isValue = node.type === 'CallExpression' || (node.type === 'BinaryExpression' && node.operator !== '+')
    const isList = isOfElement || (node.type === 'JSXAttribute' && (node.name as Node).name === 'className')
    for (const part of Object.values(node).flat()) if (isNode(part)) visit(part, isList && !isValue)
  }
}

const sources = globSync('**/*.{ts,tsx}', { cwd: root, exclude: ['dist/**', 'language/**', '**/*.test.ts'] })

async function findMissing(lists: readonly ClassList[]): Promise<string[]> {
  const { build } = await compile(readFileSync(join(root, 'styles.css'), 'utf8'), {
    loadStylesheet: async (_, base) => ({ path: tailwind, base, content: readFileSync(tailwind, 'utf8') }),
  })
  const css = build(lists.flatMap(({ classes }) => classes))
  const styled = new Set(
    [...css.matchAll(/\.((?:\\.|[\w\u0080-\uffff-])+)/g)].map(([, name = '']) => name.replaceAll('\\', '')),
  )
  const has = (name: string) => styled.has(name) || /^(?:group|peer)\b/.test(name)
  // A constant is a list of classes if most of its words are, and if one of them cannot be a word of English.
  const isList = ({ classes, isOfElement }: ClassList) =>
    isOfElement ||
    (classes.filter(has).length * 2 > classes.length && classes.some((name) => /[-:]/.test(name) && has(name)))
  return lists
    .filter(isList)
    .flatMap(({ file, classes }) => classes.filter((name) => !has(name)).map((name) => `${file}: ${name}`))
}

test('every class of an element exists in the styles', async () => {
  const lists = sources.flatMap(findLists)
  assert.ok(lists.filter(({ isOfElement }) => isOfElement).length > 1_000, `${lists.length} lists`)
  assert.deepEqual(await findMissing(lists), [])
})

test('a class without a style is found', async () => {
  const classes = ['block', 'bg-white', 'hover:bg-hover', 'text-gray-500']
  assert.deepEqual(await findMissing([{ file: 'Some.tsx', classes, isOfElement: true }]), [
    'Some.tsx: bg-white',
    'Some.tsx: text-gray-500',
  ])
})
