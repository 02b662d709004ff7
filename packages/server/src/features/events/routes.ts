import type { Handler } from '../../platform/http/handle.ts'
import { streamEventsHandler } from './stream-events.ts'

export const eventRoutes: readonly Handler[] = [streamEventsHandler]
