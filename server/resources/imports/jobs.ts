import { Type } from 'typebox'
import { job } from '#platform/jobs/jobs.ts'
import { storeWalk } from '#platform/jobs/store-walk.ts'
import { runImport } from './commands.ts'
import { fetchPhotos } from './photo-commands.ts'
import { sweepImports } from './sweep-imports.ts'

const ofImport = { storeEnvId: Type.String(), organizationId: Type.String(), importId: Type.String() }

export default [
  job({
    id: 'imports.run',
    bulk: 'imports',
    payload: Type.Object({
      ...ofImport,
      stuckAt: Type.Optional(Type.Integer()),
      tries: Type.Optional(Type.Integer()),
    }),
    run: runImport,
  }),
  job({
    id: 'imports.fetch_photos',
    bulk: 'imports',
    payload: Type.Object({
      ...ofImport,
      after: Type.Optional(Type.String()),
      round: Type.Optional(Type.Integer()),
    }),
    run: fetchPhotos,
  }),
  ...storeWalk({
    id: 'imports.clean',
    schedule: '23 4 * * *',
    operatorName: 'imports-clean',
    visit: sweepImports,
  }),
]
