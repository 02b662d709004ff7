import { defineCall, json, list } from '../call.ts'
import { listRequest } from '../list.ts'
import { storedMapping } from './mapping.ts'

export const listMappings = defineCall({
  id: 'ingenium.listMappings',
  method: 'POST',
  path: '/api/v1/ingenium/mapping/list',
  summary: 'List the mappings of engines that the caller sees, each with its latest version.',
  caller: 'user',
  flag: 'ShowIngeniumConfiguration',
  body: json(listRequest({ pageSize: 20, sortable: ['name'], searchable: ['engineId', 'name'], defaultSort: 'name' })),
  output: list(storedMapping),
  errors: [],
})
