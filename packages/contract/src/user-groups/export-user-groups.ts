import { defineCall } from '../call.ts'

export const exportUserGroups = defineCall({
  id: 'userGroups.exportUserGroups',
  method: 'GET',
  path: '/api/v1/UserGroupRule/Export',
  summary: 'Download groups and rules as a workbook, usergroups.xlsx.',
  caller: 'supervisor',
  output: { kind: 'file', contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' },
  errors: [],
})
