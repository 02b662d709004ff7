import { defineCall, json, list } from '../call.ts'
import { listRequest } from '../list.ts'
import { productFilters } from '../products/list-products.ts'
import { roadmapPageSize, roadmapTask } from './roadmap-task.ts'

export const listTasks = defineCall({
  id: 'roadmap.listTasks',
  method: 'POST',
  path: '/api/v1/productroadmap/list',
  summary:
    'List the products the caller may see as tasks of the roadmap. Filters are those of the list of products; products ' +
    'without the date they are sorted by come last.',
  caller: 'user',
  body: json(
    listRequest({
      pageSize: roadmapPageSize,
      sortable: ['start', 'end', 'name'],
      searchable: productFilters,
      defaultSort: 'start',
    }),
  ),
  output: list(roadmapTask),
  errors: [],
})
