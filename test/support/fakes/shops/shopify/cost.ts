// Computes the cost of a document before it runs, by Shopify's documented rules. An object costs one point, a paged list
// two points plus its length, a mutation ten points. A single query may cost at most a thousand points.
import {
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isCompositeType,
  isInterfaceType,
  isListType,
  isObjectType,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql'

export const mostCost = 1_000

export function computeCost(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  variables: Record<string, unknown>,
): number {
  if (operation.operation === 'mutation') return 10
  return selectionCost(schema, schema.getQueryType() as GraphQLObjectType, operation.selectionSet, variables)
}

type Parent = Pick<GraphQLObjectType, 'getFields'>

function selectionCost(
  schema: GraphQLSchema,
  parent: Parent,
  { selections }: SelectionSetNode,
  variables: Record<string, unknown>,
): number {
  let cost = 0
  for (const selection of selections) {
    if (selection.kind === 'Field') cost += fieldCost(schema, parent, selection, variables)
    else {
      const { typeCondition } = selection as unknown as FragmentDefinitionNode
      const type = typeCondition ? schema.getType(typeCondition.name.value) : undefined
      const { selectionSet } = selection as { selectionSet?: SelectionSetNode }
      if (selectionSet)
        cost += selectionCost(schema, (isObjectType(type) ? type : parent) as Parent, selectionSet, variables)
    }
  }
  return cost
}

function fieldCost(
  schema: GraphQLSchema,
  parent: Parent,
  field: FieldNode,
  variables: Record<string, unknown>,
): number {
  const type: GraphQLOutputType | undefined = parent.getFields()[field.name.value]?.type
  const named = type && getNamedType(type)
  if (!type || !named || !isCompositeType(named) || !field.selectionSet) return 0
  if (!isObjectType(named) && !isInterfaceType(named)) return 1
  const inner = selectionCost(schema, named, field.selectionSet, variables)
  if (named.name.endsWith('Connection')) return 2 + (readArgument(field, 'first', variables) ?? 0) * Math.max(inner, 1)
  // The objects between a connection and its nodes cost nothing themselves.
  if (/(Edge|PageInfo)$/.test(named.name)) return inner
  if (isListType(getNullableType(type))) {
    const ids = variables.ids
    const length =
      readArgument(field, 'first', variables) ?? (field.name.value === 'nodes' && Array.isArray(ids) ? ids.length : 1)
    return isConnectionNodes(parent, field) ? 1 + inner : length * (1 + inner)
  }
  return 1 + inner
}

const isConnectionNodes = (parent: Parent, field: FieldNode) =>
  field.name.value === 'nodes' && 'pageInfo' in parent.getFields()

function readArgument(field: FieldNode, name: string, variables: Record<string, unknown>): number | undefined {
  const value = field.arguments?.find((argument) => argument.name.value === name)?.value
  if (value?.kind === 'IntValue') return Number(value.value)
  if (value?.kind === 'Variable') return Number(variables[value.name.value])
}
