import { z } from 'zod'
import { data, defineCall } from '../call.ts'

export const listUserGroupLabels = defineCall({
  id: 'files.listUserGroupLabels',
  method: 'GET',
  path: '/api/filemanager/getusergroups',
  summary: 'The groups that a folder or file can be restricted to.',
  caller: 'user',
  output: data(z.array(z.string())),
  errors: [],
})
