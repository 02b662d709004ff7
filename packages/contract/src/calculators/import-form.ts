import { z } from 'zod'
import { data, defineCall, json, withContent } from '../call.ts'
import { engineAddress } from '../execution/engine-address.ts'
import { formBuilderCall } from './form-call.ts'
import { edition, engineVersionQuery, formDraft } from './form-draft.ts'

export const importForm = defineCall({
  ...formBuilderCall,
  id: 'calculators.importForm',
  method: 'POST',
  path: '/api/v1/product/{product}/engines/{engine}/form/Import',
  summary: 'Make a form that was exported the draft. Every problem is named by its key, and nothing is saved then.',
  params: engineAddress,
  query: engineVersionQuery,
  body: json(z.strictObject({ edition, layout: z.unknown() }), withContent),
  output: data(formDraft),
})
