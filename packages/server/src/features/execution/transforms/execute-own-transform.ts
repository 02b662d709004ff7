import { executeOwnTransform } from '@sheetwright/contract/execution/transforms/execute-own-transform.ts'
import { handle } from '../../../platform/http/handle.ts'
import { runTransform } from './run-transform.ts'

export const executeOwnTransformHandler = handle(executeOwnTransform, (context) => {
  const { name, folder, service } = context.params
  return runTransform(context, { transform: { folder, name }, folder, service })
})
