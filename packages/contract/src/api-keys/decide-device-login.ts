import { z } from 'zod'
import { data, defineCall, json } from '../call.ts'
import { deviceLogin, userCode } from './device-login.ts'

export const decideDeviceLogin = defineCall({
  id: 'apiKeys.decideDeviceLogin',
  method: 'POST',
  path: '/api/v1/devicelogin/decide',
  summary: 'Sign in the command line that shows a code as yourself, or refuse it.',
  caller: 'user',
  body: json(z.strictObject({ code: userCode, approve: z.boolean() })),
  output: data(deviceLogin),
  errors: ['DEVICE_LOGIN_NOT_FOUND', 'CONFLICT'],
})
