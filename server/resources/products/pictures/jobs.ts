import { job } from '#platform/jobs/jobs.ts'
import { OfStore } from '#platform/jobs/schedule.ts'
import { fetchJob, fetchPictures } from './commands.ts'

export default [job({ id: fetchJob, bulk: 'pictures', payload: OfStore, run: fetchPictures })]
