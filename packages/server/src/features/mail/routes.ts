import type { Handler } from '../../platform/http/handle.ts'
import { listOutboxHandler } from './list-outbox.ts'

export const mailRoutes: readonly Handler[] = [listOutboxHandler]
