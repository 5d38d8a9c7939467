import { parseSync } from 'vite'

export type Message = {
  text: string
  before: string
  after: string
  kind: 'children' | 'attribute' | 'string' | 'template'
  start: number
  end: number
  /** A single word may be a value of the program, so it is translated only where a catalogue has it. */
  isOptional?: true
  /** Ranges by placeholder number. An element has an opening and a closing tag, a value has one range. */
  places: { open: Range; close?: Range }[]
}

export type Range = { start: number; end: number }

type Node = { type: string; start: number; end: number; [field: string]: unknown }

export function findMessages(path: string, source: string): Message[] {
  const { program, errors } = parseSync(path, source, { lang: path.endsWith('x') ? 'tsx' : 'ts' })
  if (errors.length) throw new Error(`${path}: ${errors[0]?.message}`)
  const found: Message[] = []
  visit(program as unknown as Node, false)
  return found.sort((a, b) => a.start - b.start || b.end - a.end)

  /** `isShown`: inside an element's text, where all words are translatable. */
  function visit(node: Node, isShown: boolean): void {
    if (isType(node)) return
    switch (node.type) {
      case 'ImportDeclaration':
      case 'ExportAllDeclaration':
      case 'JSXClosingElement':
        return
      case 'JSXElement':
      case 'JSXFragment':
        visitChildren(node)
        if (node.openingElement) visit(node.openingElement as Node, false)
        return
      case 'JSXAttribute':
        visitAttribute(node)
        return
      case 'Property':
        visitProperty(node)
        return
      case 'BinaryExpression':
        if (node.operator === '+') visitAll(node, isShown)
        else for (const side of operands(node)) visit(side, false)
        return
      case 'SwitchCase':
        for (const statement of node.consequent as Node[]) visit(statement, false)
        return
      case 'MemberExpression':
        visit(node.object as Node, false)
        if (node.computed && (node.property as Node).type !== 'Literal') visit(node.property as Node, false)
        return
      case 'NewExpression':
        // Error messages are for developers, so they are not translated.
        if (!/Error$/.test(String((node.callee as Node).name))) visitAll(node, false)
        return
      case 'AssignmentExpression':
        visitAssignment(node)
        return
      case 'CallExpression':
        visitCall(node)
        return
      case 'ConditionalExpression':
        visit(node.test as Node, false)
        visit(node.consequent as Node, isShown || isOne(node.test as Node))
        visit(node.alternate as Node, isShown || isOne(node.test as Node))
        return
      case 'LogicalExpression':
        visit(node.left as Node, node.operator !== '&&' && isShown)
        visit(node.right as Node, isShown)
        return
      case 'Literal':
        if (typeof node.value !== 'string') return
        if (isText(node.value, isShown)) add('string', node, node.value, [])
        else if (/^\p{Ll}+$/u.test(node.value))
          found.push({ ...buildMessage('string', node, node.value, []), isOptional: true })
        return
      case 'TemplateLiteral':
        visitTemplate(node, isShown)
        return
      case 'TaggedTemplateExpression':
        return
      default:
        visitAll(node, isShown && node.type === 'JSXExpressionContainer')
    }
  }

  function visitAll(node: Node, isShown: boolean): void {
    for (const child of nodesIn(node)) visit(child, isShown)
  }

  /** Icons before and after the words are not part of the message, nor are values that touch a word. */
  function visitChildren(node: Node): void {
    const children = node.children as Node[]
    const holdsWords = children.map((child) => child.type === 'JSXText' && hasWords(cleaned(child)))
    const from = holdsWords.indexOf(true)
    const to = holdsWords.lastIndexOf(true) + 1
    const isInside = (index: number) =>
      index >= from - reach(children, from, -1) && index < to + reach(children, to - 1, 1)
    for (const [index, child] of children.entries()) if (from < 0 || !isInside(index)) visit(child, true)
    if (from < 0) return
    const written = children.filter((_, index) => isInside(index))
    const writer = new Writer()
    write(written, writer)
    const range = { start: (written[0] as Node).start, end: (written.at(-1) as Node).end }
    add('children', range, writer.text, writer.places)
  }

  function write(children: Node[], writer: Writer): void {
    for (const child of children) {
      if (child.type === 'JSXText') writer.text += cleaned(child)
      else if (isEmpty(child)) continue
      else if (isLiteral(child)) writer.text += (child.expression as Node).value
      else if (child.type === 'JSXElement' && hasTextOfItsOwn(child)) {
        const opening = child.openingElement as Node
        visit(opening, false)
        const number = writer.places.push({ open: opening, close: child.closingElement as Node }) - 1
        writer.text += `<${number}>`
        write(child.children as Node[], writer)
        writer.text += `</${number}>`
      } else {
        visit(child, true)
        writer.text += `{${writer.places.push({ open: child }) - 1}}`
      }
    }
  }

  function visitAttribute(node: Node): void {
    const name = (node.name as Node).name
    const value = node.value as Node | null
    if (!value || typeof name !== 'string' || isTechnical(name)) {
      // The value of a technical attribute may contain elements, and these may contain texts.
      if (value?.type === 'JSXExpressionContainer') visitElementsIn(value)
      return
    }
    if (value.type === 'Literal') {
      if (typeof value.value === 'string' && hasWords(value.value) && isText(value.value, isRead(name)))
        add('attribute', value, value.value, [])
      return
    }
    const before = found.length
    visit(value, isRead(name))
    // An icon's name can equal a translated word, so a single word in `name` is never a message.
    if (name === 'name') found.splice(before, Infinity, ...found.slice(before).filter(({ isOptional }) => !isOptional))
  }

  function visitElementsIn(node: Node): void {
    if (node.type === 'JSXElement' || node.type === 'JSXFragment') visit(node, true)
    else for (const child of nodesIn(node)) visitElementsIn(child)
  }

  function visitProperty(node: Node): void {
    const key = node.key as Node
    if (node.computed) visit(key, false)
    const name = String(key.name ?? key.value)
    const value = node.value as Node
    // An object-valued property may have a technical name and still contain texts.
    const isPart = value.type === 'ObjectExpression' && !/^(params|search|headers|style)$/.test(name)
    if (isTechnical(name) && !isPart) visitElementsIn(value)
    else visit(value, isRead(name))
  }

  function visitAssignment(node: Node): void {
    const name = ((node.left as Node).property as Node | undefined)?.name
    if (typeof name === 'string' && isTechnical(name)) visitElementsIn(node.right as Node)
    else visitAll(node, false)
  }

  function visitCall(node: Node): void {
    const callee = node.callee as Node
    const name = String(callee.name ?? (callee.property as Node | undefined)?.name)
    if (technicalCalls.has(name)) {
      visit(callee, false)
      for (const argument of node.arguments as Node[]) visitElementsIn(argument)
    } else {
      visit(callee, false)
      for (const argument of node.arguments as Node[]) visit(argument, countingCalls.has(name))
    }
  }

  function visitTemplate(node: Node, isShown: boolean): void {
    const quasis = (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked)
    const expressions = node.expressions as Node[]
    const text = quasis.reduce((all, quasi, index) => `${all}{${index - 1}}${quasi}`)
    const isMessage = isText(quasis.join('0'), isShown)
    for (const expression of expressions) visit(expression, isMessage)
    if (isMessage)
      add(
        'template',
        node,
        text,
        expressions.map((expression) => ({ open: expression })),
      )
  }

  function add(...message: Parameters<typeof buildMessage>): void {
    found.push(buildMessage(...message))
  }
}

const buildMessage = (
  kind: Message['kind'],
  { start, end }: Range,
  text: string,
  places: Message['places'],
): Message => ({
  text: text.trim(),
  before: /^\s*/.exec(text)?.[0] ?? '',
  after: /\s*$/.exec(text)?.[0] ?? '',
  kind,
  start,
  end,
  places,
})

class Writer {
  text = ''
  readonly places: Message['places'] = []
}

function reach(children: Node[], from: number, step: 1 | -1): number {
  let reached = 0
  let between = ''
  for (let index = from; children[index]; index += step) {
    const text = readText(children[index] as Node)
    if (text === undefined) {
      if (!(step === 1 ? /[\s(“]$/ : /^[\s,.;:!?)”]/).test(between) || isOrnament(children[index] as Node)) break
      between = ''
      reached = index - from
    } else {
      between = step === 1 ? between + text : text + between
      if (/[^\s]/.test(text)) reached = index - from
    }
  }
  return Math.abs(reached)
}

const readText = (child: Node): string | undefined => {
  if (child.type === 'JSXText') return cleaned(child)
  return isLiteral(child) ? String((child.expression as Node).value) : undefined
}

function isOrnament({ type, openingElement, children }: Node): boolean {
  if (type !== 'JSXElement' || (children as Node[]).length > 0) return false
  const { name } = (openingElement as Node).name as Node
  return name === 'Icon' || (typeof name === 'string' && /^[a-z]/.test(name))
}

const isType = ({ type }: Node) =>
  type.startsWith('TS') &&
  !['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression', 'TSInstantiationExpression'].includes(type)

function* nodesIn(node: Node): Generator<Node> {
  for (const [field, value] of Object.entries(node)) {
    if (field === 'typeAnnotation' || field === 'typeArguments' || field === 'returnType') continue
    for (const each of Array.isArray(value) ? value : [value]) if (isNode(each)) yield each
  }
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

const operands = (node: Node) => [node.left as Node, node.right as Node].filter(({ type }) => type !== 'Literal')

const isEmpty = ({ type, expression }: Node) =>
  type === 'JSXExpressionContainer' && (expression as Node).type === 'JSXEmptyExpression'

const isLiteral = ({ type, expression }: Node) =>
  type === 'JSXExpressionContainer' &&
  (expression as Node).type === 'Literal' &&
  typeof (expression as Node).value === 'string'

const hasTextOfItsOwn = (element: Node): boolean =>
  (element.children as Node[]).some((child) => child.type === 'JSXText' && hasWords(cleaned(child)))

/** JSX whitespace rules: lines join with a space, indentation is dropped. */
function cleaned({ value }: Node): string {
  const lines = decoded(String(value)).split('\n')
  return lines
    .map((line, index) => {
      const withoutStart = index === 0 ? line : line.trimStart()
      return index === lines.length - 1 ? withoutStart : withoutStart.trimEnd()
    })
    .filter((line) => line !== '')
    .join(' ')
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' }
const decoded = (text: string) => text.replace(/&(\w+);/g, (all, name) => entities[name] ?? all)

const hasWords = (text: string) => /\p{L}/u.test(text)

function isText(text: string, isShown: boolean): boolean {
  if (!hasWords(text) || /^https?:\S+$/.test(text)) return false
  if (isShown) return true
  if (/^[/?#.<]|^M\d/.test(text) || !/\p{Ll}/u.test(text) || isOfClasses(text)) return false
  return (
    /\p{L}{2,}.*\s|\s.*\p{L}{2,}/u.test(text) || /^\p{Lu}\p{Ll}+(-\p{Ll}+)*[.…?!:]?$/u.test(text) || text === 'FAQs'
  )
}

/** Class names also look like words with spaces. */
function isOfClasses(text: string): boolean {
  const words = text.split(/\s+/).filter((word) => word !== '')
  if (words.some((word) => /\p{Lu}|[.,;?!]$/u.test(word))) return false
  return (
    words.filter((word) =>
      /[-:[]|^(flex|grid|block|hidden|inline|truncate|border|rounded|underline|sticky|relative|absolute)$/.test(word),
    ).length *
      2 >=
    words.length
  )
}

/** Attributes and properties whose value is always visible text. */
const isRead = (name: string) =>
  /^(title|label|placeholder|alt|hint|intro|description|summary|what|caption|unit|aria-label|aria-description)$/.test(
    name,
  )

/** Attributes whose value is never visible text. */
const isTechnical = (name: string) =>
  /^(className|class|id|htmlFor|type|role|key|to|from|href|src|rel|target|tone|variant|icon|as|side|align|value|path|search|params|queryKey|mutationKey|method|mode|credentials|headers|accept|autoComplete|inputMode|lang|dir|pattern|style|d|viewBox|fill|stroke|transform|timeZone|locale|event|kind|aria-(labelledby|describedby|controls|keyshortcuts|current|live|haspopup)|data-.*|.*Class(Name)?)$/.test(
    name,
  )

const isOne = ({ type, operator, right }: Node) =>
  type === 'BinaryExpression' && operator === '===' && (right as Node).type === 'Literal' && (right as Node).value === 1

/** Arguments of these calls are the singular and plural words. */
const countingCalls = new Set(['counted', 'plural'])

const technicalCalls = new Set([
  'addEventListener',
  'removeEventListener',
  'getItem',
  'setItem',
  'querySelector',
  'querySelectorAll',
  'closest',
  'open',
  'matchMedia',
  'has',
  'includes',
  'startsWith',
  'endsWith',
  'split',
  'replaceAll',
  'get',
  'DateTimeFormat',
  'NumberFormat',
  'lazyRouteComponent',
  'createElement',
  'hasOwn',
  'useSearch',
  'useParams',
  'useMatch',
  'createRoute',
  'getRouteApi',
  'append',
  'set',
  'setAttribute',
  'useDraft',
])
