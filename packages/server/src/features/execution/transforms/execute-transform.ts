import { executeTransform } from '@sheetwright/contract/execution/transforms/execute-transform.ts'
import { handle } from '../../../platform/http/handle.ts'
import { runTransform } from './run-transform.ts'

export const executeTransformHandler = handle(executeTransform, (context) => {
  const { transformFolder, name, folder, service } = context.params
  return runTransform(context, { transform: { folder: transformFolder, name }, folder, service })
})
