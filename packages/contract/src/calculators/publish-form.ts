import { z } from 'zod'
import { data, defineCall, json } from '../call.ts'
import { engineAddress } from '../execution/engine-address.ts'
import { formBuilderCall } from './form-call.ts'
import { edition, engineVersionQuery, formDraft } from './form-draft.ts'

export const publishForm = defineCall({
  ...formBuilderCall,
  id: 'calculators.publishForm',
  method: 'POST',
  path: '/api/v1/product/{product}/engines/{engine}/form/Publish',
  summary: 'Publish the draft of a form: calculator pages show it from now on. Refused while it has problems.',
  params: engineAddress,
  query: engineVersionQuery,
  body: json(z.strictObject({ edition, note: z.string().trim().max(1000).default('') })),
  output: data(formDraft),
})
