import type { Area } from '#platform/area.ts'
import { personalData } from './personal-data.ts'
import { customerOperations } from './routes.ts'

export default {
  name: 'customers',
  operations: ({ personalData: all }) => customerOperations(all.flatMap(({ lists }) => lists ?? [])),
  personalData,
} satisfies Area
