import type { Payments } from '../payment.ts'
import jobs from './jobs.ts'
import { stripePayments as payments } from './payments.ts'
import operations from './routes.ts'

export const stripePayments: Payments = { ...payments, jobs, operations }
