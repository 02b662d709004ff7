import type { Handler } from '../../platform/http/handle.ts'
import { listOutbox } from './list-outbox.ts'

export const mailRoutes: readonly Handler[] = [listOutbox]
