import { join } from 'node:path'
import { declareReactTests } from './react-suite.ts'

declareReactTests('19.', async () => join(import.meta.dirname, '../..'))
