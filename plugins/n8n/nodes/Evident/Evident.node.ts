import {
  type IDataObject,
  type IExecuteFunctions,
  type INodeExecutionData,
  type INodeProperties,
  type INodeType,
  type INodeTypeDescription,
  type JsonObject,
  NodeApiError,
  NodeConnectionTypes,
  NodeOperationError,
} from 'n8n-workflow'
import { fieldsOf } from '../fields'
import { call, listAll, operationOf } from '../requests'

const additional = { name: 'additionalFields', displayName: 'Additional Fields' }
const filters = { name: 'filters', displayName: 'Filters' }

const onlyFor = (resource: string, ...operation: string[]) => ({ show: { resource: [resource], operation } })

const reviewId: INodeProperties = {
  displayName: 'Review ID',
  name: 'id',
  type: 'string',
  required: true,
  default: '',
  displayOptions: onlyFor('review', 'get', 'reply', 'approve'),
}

export class Evident implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'Evident',
    name: 'evident',
    icon: { light: 'file:../../icons/evident.svg', dark: 'file:../../icons/evident.dark.svg' },
    group: ['transform'],
    version: 1,
    subtitle: '={{$parameter["operation"] + ": " + $parameter["resource"]}}',
    description: 'List and answer product reviews, and push orders and products',
    defaults: { name: 'Evident' },
    usableAsTool: true,
    inputs: [NodeConnectionTypes.Main],
    outputs: [NodeConnectionTypes.Main],
    credentials: [{ name: 'evidentApi', required: true }],
    properties: [
      {
        displayName: 'Resource',
        name: 'resource',
        type: 'options',
        noDataExpression: true,
        options: [
          { name: 'Order', value: 'order' },
          { name: 'Product', value: 'product' },
          { name: 'Review', value: 'review' },
        ],
        default: 'review',
      },
      {
        displayName: 'Operation',
        name: 'operation',
        type: 'options',
        noDataExpression: true,
        displayOptions: { show: { resource: ['review'] } },
        options: [
          {
            name: 'Approve',
            value: 'approve',
            action: 'Approve a review',
            description: 'Publish a review in the shop',
          },
          { name: 'Get', value: 'get', action: 'Get a review', description: 'Get one review' },
          {
            name: 'Get Many',
            value: 'getAll',
            action: 'Get many reviews',
            description: 'List reviews, newest first',
          },
          {
            name: 'Get Summary',
            value: 'getSummary',
            action: 'Get a summary of reviews',
            description: 'Get the number of reviews and their average',
          },
          {
            name: 'Reply',
            value: 'reply',
            action: 'Reply to a review',
            description: 'Set the public answer of the store to a review',
          },
        ],
        default: 'getAll',
      },
      {
        displayName: 'Operation',
        name: 'operation',
        type: 'options',
        noDataExpression: true,
        displayOptions: { show: { resource: ['order'] } },
        options: [
          {
            name: 'Push',
            value: 'push',
            action: 'Push an order',
            description: 'Create an order, or update it if it exists',
          },
        ],
        default: 'push',
      },
      {
        displayName: 'Operation',
        name: 'operation',
        type: 'options',
        noDataExpression: true,
        displayOptions: { show: { resource: ['product'] } },
        options: [
          {
            name: 'Push',
            value: 'push',
            action: 'Push a product',
            description: 'Create a product, or update it if it exists',
          },
        ],
        default: 'push',
      },
      reviewId,
      {
        displayName: 'Reply',
        name: 'reply',
        type: 'string',
        typeOptions: { rows: 4 },
        required: true,
        default: '',
        description: 'Text that shoppers read below the review',
        displayOptions: onlyFor('review', 'reply'),
      },
      {
        displayName: 'Publish Without Moderation',
        name: 'confirm',
        type: 'boolean',
        required: true,
        default: false,
        description: 'Whether you confirm that this workflow may publish the review although nobody has read it',
        displayOptions: onlyFor('review', 'approve'),
      },
      {
        displayName: 'Return All',
        name: 'returnAll',
        type: 'boolean',
        default: false,
        description: 'Whether to return all results or only up to a given limit',
        displayOptions: onlyFor('review', 'getAll'),
      },
      {
        displayName: 'Limit',
        name: 'limit',
        type: 'number',
        typeOptions: { minValue: 1 },
        default: 50,
        description: 'Max number of results to return',
        displayOptions: { show: { resource: ['review'], operation: ['getAll'], returnAll: [false] } },
      },
      ...fieldsOf(operationOf('reviews.list'), { resource: 'review', operation: 'getAll' }, { collection: filters }),
      ...fieldsOf(
        operationOf('reviews.summarize'),
        { resource: 'review', operation: 'getSummary' },
        { collection: filters },
      ),
      ...fieldsOf(operationOf('orders.upsert'), { resource: 'order', operation: 'push' }, { collection: additional }),
      ...fieldsOf(
        operationOf('products.upsert'),
        { resource: 'product', operation: 'push' },
        { collection: additional },
      ),
    ],
  }

  async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
    const results: INodeExecutionData[] = []
    for (let item = 0; item < this.getInputData().length; item++) {
      try {
        const rows = await run(this, item)
        results.push(...rows.map((json) => ({ json, pairedItem: { item } })))
      } catch (error) {
        if (!this.continueOnFail())
          throw error instanceof NodeOperationError
            ? error
            : new NodeApiError(this.getNode(), error as JsonObject, { itemIndex: item })
        results.push({ json: { error: (error as Error).message }, pairedItem: { item } })
      }
    }
    return [results]
  }
}

async function run(context: IExecuteFunctions, item: number): Promise<IDataObject[]> {
  const read = <T>(name: string) => context.getNodeParameter(name, item) as T
  const action = `${read<string>('resource')}.${read<string>('operation')}`
  switch (action) {
    case 'review.getAll': {
      const limit = read<boolean>('returnAll') ? undefined : read<number>('limit')
      return await listAll(context, 'reviews.list', read('filters'), limit, item)
    }
    case 'review.getSummary':
      return [await call(context, 'reviews.summarize', read('filters'), item)]
    case 'review.get':
      return [await call(context, 'reviews.get', { id: read('id') }, item)]
    case 'review.reply':
      return [await call(context, 'reviews.update', { id: read('id'), reply: { body: read<string>('reply') } }, item)]
    case 'review.approve':
      if (read('confirm') !== true)
        throw new NodeOperationError(context.getNode(), 'Nothing was published. Turn on Publish Without Moderation.', {
          itemIndex: item,
        })
      return [await call(context, 'reviews.update', { id: read('id'), status: 'approved' }, item)]
    case 'order.push':
      return [await push(context, 'orders.upsert', item)]
    case 'product.push':
      return [await push(context, 'products.upsert', item)]
    default:
      throw new NodeOperationError(context.getNode(), `Unknown operation ${action}.`, { itemIndex: item })
  }
}

/** A push answers 200 and lists refused rows, so the node throws for a refused row. */
async function push(context: IExecuteFunctions, id: string, item: number): Promise<IDataObject> {
  const { inputs } = operationOf(id)
  const required = inputs.filter((input) => input.required)
  const given = Object.fromEntries(required.map(({ name }) => [name, context.getNodeParameter(name, item)]))
  const more = context.getNodeParameter('additionalFields', item, {}) as IDataObject
  const answer = await call(context, id, { ...given, ...more } as IDataObject, item)
  if (Number(answer.failed) > 0) {
    const [error] = answer.errors as { message: string }[]
    throw new NodeOperationError(context.getNode(), error?.message ?? 'The row was refused.', { itemIndex: item })
  }
  return answer
}
