import type { SentBody } from '@sheetwright/contract/call.ts'
import { moveTasks } from '@sheetwright/contract/roadmap/move-tasks.ts'
import type { RoadmapTask } from '@sheetwright/contract/roadmap/roadmap-task.ts'
import { setDependencies } from '@sheetwright/contract/roadmap/set-dependencies.ts'
import { type QueryClient, type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { useApi } from '../../platform/api/use-api.ts'
import { productKeys } from '../products/queries.ts'
import { roadmapKeys } from './queries.ts'

export type TaskChange = SentBody<typeof moveTasks>['tasks'][number]

interface TaskList {
  readonly items: readonly RoadmapTask[]
  readonly count: number
}

interface Move {
  readonly tasks: readonly TaskChange[]
  /** The lists before it. */
  readonly previous: readonly (readonly [QueryKey, TaskList | undefined])[]
}

const moveKey = ['roadmap', 'move']

/** Moves bars optimistically; moves them back if the server refuses. Moves are sent one after the other. */
export function useMoveTasks({ announced }: { announced: boolean }) {
  const api = useApi()
  const queries = useQueryClient()
  const mutation = useMutation({
    mutationKey: moveKey,
    scope: { id: 'roadmap' },
    mutationFn: ({ tasks }: Move) => api.call(moveTasks, { body: { tasks: [...tasks] } }),
    onError: (_error, { previous }) => {
      for (const [key, list] of previous) queries.setQueryData(key, list)
    },
    onSettled: () => refreshAfterLast(queries),
    meta: { announced },
  })
  const move = (tasks: readonly TaskChange[], options?: Parameters<typeof mutation.mutate>[1]) =>
    mutation.mutate(shown(queries, tasks), options)
  return { move, isPending: mutation.isPending, error: mutation.error }
}

/** Changes the lists before the next render: a bar that is dropped would be back at its old place in it. */
function shown(queries: QueryClient, tasks: readonly TaskChange[]): Move {
  void queries.cancelQueries({ queryKey: roadmapKeys.all })
  const previous = queries.getQueriesData<TaskList>({ queryKey: roadmapKeys.all })
  const changes = new Map(tasks.map((task) => [task.id, task]))
  queries.setQueriesData<TaskList>({ queryKey: roadmapKeys.all }, (list) => list && withChanges(list, changes))
  return { tasks, previous }
}

/** Refetches after the last move only: an earlier answer would show the other bars at their old place. */
async function refreshAfterLast(queries: QueryClient): Promise<void> {
  if (queries.isMutating({ mutationKey: moveKey }) === 1) {
    await queries.invalidateQueries({ queryKey: productKeys.all })
  }
}

function withChanges(list: TaskList, changes: ReadonlyMap<string, TaskChange>): TaskList {
  return {
    ...list,
    items: list.items.map((item) => {
      const { start = item.start, end = item.end, progress = item.progress } = changes.get(item.id) ?? {}
      return changes.has(item.id) ? { ...item, start, end, progress } : item
    }),
  }
}

export function useSetDependencies() {
  const api = useApi()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: SentBody<typeof setDependencies>) => api.call(setDependencies, { body }),
    onSuccess: () => queries.invalidateQueries({ queryKey: roadmapKeys.all }),
    meta: { announced: false },
  })
}
