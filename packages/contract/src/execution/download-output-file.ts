import { z } from 'zod'
import { defineCall } from '../call.ts'
import { engineAddress } from './engine-address.ts'

export const downloadOutputFile = defineCall({
  id: 'execution.downloadOutputFile',
  method: 'GET',
  path: '/api/v1/product/{product}/engines/Downloadoutput/{engine}/{output}',
  summary: 'Download a file that was made of a calculation: an own one, or any one for those who edit the engine.',
  caller: 'user',
  keyScope: 'execute',
  params: engineAddress.extend({ output: z.uuid() }),
  output: {
    kind: 'file',
    contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    alsoOf: ['application/pdf'],
  },
  errors: ['ENGINE_NOT_FOUND'],
})
