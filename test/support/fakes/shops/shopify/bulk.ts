// The fake generates a bulk file line by line during the download, so that a million lines need no memory.
import { type FieldNode, Kind, type OperationDefinitionNode, parse, type SelectionSetNode } from 'graphql'
import { listOrders, orderView, productView } from './graph.ts'
import { listProducts, type ShopData } from './model.ts'

export type BulkBehaviour = {
  /** Number of polls that get `RUNNING` before the operation is done. */
  polls: number
  order: 'together' | 'apart' | 'children first'
  end: 'COMPLETED' | 'FAILED' | 'CANCELED' | 'EXPIRED'
  errorCode: 'ACCESS_DENIED' | 'INTERNAL_SERVER_ERROR' | 'TIMEOUT' | null
  /** Number of bytes after which the file ends, as if it were complete. */
  cutAt: number | null
  /** Bytes after which the connection breaks, one time only. */
  breakAt: number | null
  leaveOut: ((line: string) => boolean) | null
  busy: boolean
}

export type Operation = { id: number; polls: number; query: OperationDefinitionNode; behaviour: BulkBehaviour }

type View = Record<string, unknown>

export function refusedBulk(text: string): string | undefined {
  const [operation] = parse(text).definitions as OperationDefinitionNode[]
  if (!operation || operation.variableDefinitions?.length) return 'Bulk queries take no variables.'
  const connections = { count: 0, deepest: 0 }
  count(operation.selectionSet, 0, connections)
  if (connections.count === 0) return 'Bulk queries must contain at least one connection.'
  if (connections.count > 5) return 'Bulk queries cannot contain more than 5 connections.'
  if (connections.deepest > 2) return 'Bulk queries cannot contain connections with a nesting depth greater than 2.'
}

function count(set: SelectionSetNode, depth: number, found: { count: number; deepest: number }): void {
  for (const field of listFields(set)) {
    if (!field.selectionSet) continue
    const isConnection = listFields(field.selectionSet).some(({ name }) => name.value === 'edges')
    if (isConnection) {
      found.count += 1
      found.deepest = Math.max(found.deepest, depth + 1)
    }
    count(field.selectionSet, depth + (isConnection ? 1 : 0), found)
  }
}

export const readBulk = (text: string): OperationDefinitionNode => parse(text).definitions[0] as OperationDefinitionNode

const listFields = (set: SelectionSetNode) => set.selections.filter((each) => each.kind === Kind.FIELD) as FieldNode[]
const findNode = (connection: FieldNode): SelectionSetNode => {
  const edges =
    connection.selectionSet && listFields(connection.selectionSet).find(({ name }) => name.value === 'edges')
  const node = edges?.selectionSet && listFields(edges.selectionSet).find(({ name }) => name.value === 'node')
  return node?.selectionSet as SelectionSetNode
}

function* listRoots(field: FieldNode, data: ShopData): Generator<View> {
  if (field.name.value === 'products') for (const product of listProducts(data)) yield productView(product) as View
  else if (field.name.value === 'orders')
    for (const order of listOrders(data, readArguments(field))) yield orderView(order) as View
  else throw new Error('The fake reads no such thing in bulk.')
}

export function* writeLines(operation: Operation, data: ShopData): Generator<string> {
  const [field] = listFields(operation.query.selectionSet)
  if (!field) return
  const { order } = operation.behaviour
  const set = findNode(field)
  if (order === 'children first') for (const view of listRoots(field, data)) yield* writeChildren(view, set)
  for (const view of listRoots(field, data)) {
    yield JSON.stringify(pick(view, set))
    if (order === 'together') yield* writeChildren(view, set)
  }
  if (order === 'apart') for (const view of listRoots(field, data)) yield* writeChildren(view, set)
}

export function countObjects(operation: Operation, data: ShopData): { objects: number; roots: number } {
  const [field] = listFields(operation.query.selectionSet)
  if (field?.name.value === 'products' && !(data.products instanceof Map))
    return { objects: data.products.count + data.products.variants, roots: data.products.count }
  let objects = 0
  for (const _ of writeLines(operation, data)) objects += 1
  return { objects, roots: field ? [...listRoots(field, data)].length : 0 }
}

function* writeChildren(view: View, set: SelectionSetNode): Generator<string> {
  for (const field of listFields(set)) {
    if (!field.selectionSet || !isConnection(field)) continue
    const { nodes } = (view[field.name.value] as (given: object) => { nodes: View[] })({})
    const inner = findNode(field)
    for (const node of nodes) yield JSON.stringify({ ...pick(node, inner), __parentId: view.id })
  }
}

const isConnection = (field: FieldNode) =>
  field.selectionSet !== undefined && listFields(field.selectionSet).some(({ name }) => name.value === 'edges')

function pick(view: View, set: SelectionSetNode): View {
  const picked: View = {}
  for (const field of listFields(set)) {
    if (isConnection(field)) continue
    const held = view[field.name.value]
    const value = typeof held === 'function' ? held(readArguments(field)) : held
    const name = field.alias?.value ?? field.name.value
    picked[name] = field.selectionSet ? pickFrom(value, field.selectionSet) : value
  }
  return picked
}

function pickFrom(value: unknown, set: SelectionSetNode): unknown {
  if (Array.isArray(value)) return value.map((each) => pick(each, set))
  return value === null || value === undefined ? null : pick(value as View, set)
}

function readArguments(field: FieldNode): Record<string, never> {
  return Object.fromEntries(
    (field.arguments ?? []).map(({ name, value }) => [name.value, 'value' in value ? value.value : null]),
  ) as Record<string, never>
}
