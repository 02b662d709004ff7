import { z } from 'zod'
import { data, defineCall } from '../call.ts'
import { engineAddress } from '../execution/engine-address.ts'
import { formBuilderCall } from './form-call.ts'
import { formLayout } from './form-layout.ts'

export const getFormVersion = defineCall({
  ...formBuilderCall,
  id: 'calculators.getFormVersion',
  method: 'GET',
  path: '/api/v1/product/{product}/engines/{engine}/form/versions/{version}',
  summary: 'A published version of a form, as it was published.',
  params: engineAddress.extend({ version: z.coerce.number().int().min(1).max(1_000_000) }),
  output: data(z.object(formLayout.shape)),
})
