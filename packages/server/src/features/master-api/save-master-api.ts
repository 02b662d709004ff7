import { saveMasterApi } from '@sheetwright/contract/master-api/save-master-api.ts'
import { handle } from '../../platform/http/handle.ts'
import { addDefinition } from './add-definition.ts'

export const saveMasterApiHandler = handle(saveMasterApi, (context) =>
  addDefinition(context, context.params.product, 'fields.json', context.body.fields),
)
