import type { Handler } from '../../platform/http/handle.ts'
import { serveAssistantHandler } from './serve-assistant.ts'

export const assistantRoutes: readonly Handler[] = [serveAssistantHandler]
