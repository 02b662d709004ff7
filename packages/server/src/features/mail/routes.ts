import type { Handler } from '../../platform/http/handle.ts'
import { listOutboxHandler } from './list-outbox.ts'
import { readMailHandler } from './read-mail.ts'

export const mailRoutes: readonly Handler[] = [listOutboxHandler, readMailHandler]
