import { explainCell, type ExplainedStep } from '@sheetwright/contract/look-inside/explain-cell.ts'
import { handle } from '../../platform/http/handle.ts'
import { lookIntoVersion } from './look-at.access.ts'

export const explainCellHandler = handle(explainCell, async ({ caller, params, body, services }) => {
  const question = (run: Parameters<Parameters<typeof lookIntoVersion>[3]['question']>[0]) =>
    ({ kind: 'explain', cell: body.cell, run }) as const
  return (await lookIntoVersion(services, caller, params, {
    question,
    run: body.run ?? { inputs: {} },
  })) as ExplainedStep
})
