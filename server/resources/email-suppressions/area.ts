import type { Area } from '#platform/area.ts'
import jobs from './jobs.ts'
import { personalData } from './personal-data.ts'
import operations from './routes.ts'

export default {
  name: 'email-suppressions',
  adminPages: ['email/suppressions'],
  operations,
  jobs,
  personalData,
} satisfies Area
