import type { Area } from '#platform/area.ts'
import jobs from './jobs.ts'
import operations from './routes.ts'

export default {
  name: 'imports',
  adminPages: ['imports'],
  operations,
  jobs,
  errors: { too_many_imports: 409, unknown_format: 400 },
} satisfies Area
