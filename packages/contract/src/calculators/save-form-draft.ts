import { z } from 'zod'
import { data, defineCall, json, withContent } from '../call.ts'
import { engineAddress } from '../execution/engine-address.ts'
import { formBuilderCall } from './form-call.ts'
import { edition, engineVersionQuery, formDraft } from './form-draft.ts'
import { formLayout } from './form-layout.ts'

export const saveFormDraft = defineCall({
  ...formBuilderCall,
  id: 'calculators.saveFormDraft',
  method: 'PUT',
  path: '/api/v1/product/{product}/engines/{engine}/form',
  summary: 'Save the draft of a form. What visitors see stays as it is until the draft is published.',
  params: engineAddress,
  query: engineVersionQuery,
  body: json(z.strictObject({ edition, layout: formLayout }), withContent),
  output: data(formDraft),
})
