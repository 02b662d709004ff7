import type { Handler } from '../../platform/http/handle.ts'
import { listTasksHandler } from './list-tasks.ts'
import { moveTasksHandler } from './move-tasks.ts'
import { setDependenciesHandler } from './set-dependencies.ts'

export const roadmapRoutes: readonly Handler[] = [listTasksHandler, moveTasksHandler, setDependenciesHandler]
