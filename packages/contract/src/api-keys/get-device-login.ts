import { z } from 'zod'
import { data, defineCall, json } from '../call.ts'
import { deviceLogin, userCode } from './device-login.ts'

export const getDeviceLogin = defineCall({
  id: 'apiKeys.getDeviceLogin',
  method: 'POST',
  path: '/api/v1/devicelogin/get',
  summary: 'See which command line shows a code.',
  caller: 'user',
  body: json(z.strictObject({ code: userCode })),
  output: data(deviceLogin),
  errors: ['DEVICE_LOGIN_NOT_FOUND'],
})
