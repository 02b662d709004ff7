import { z } from 'zod'
import { data, defineCall } from '../call.ts'

export const resetSecondFactor = defineCall({
  id: 'users.resetSecondFactor',
  method: 'DELETE',
  path: '/users/api/admin/users/{id}/second-factor',
  summary:
    'Remove the second factor of somebody who has lost it. They are told. That of a supervisor is removed by the operator.',
  caller: 'supervisor',
  params: z.strictObject({ id: z.uuid() }),
  output: data(z.object({ removed: z.boolean().describe('False when there was none') })),
  errors: ['USER_NOT_FOUND', 'PERMISSION_DENIED'],
})
