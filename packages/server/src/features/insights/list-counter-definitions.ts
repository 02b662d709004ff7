import { listCounterDefinitions } from '@sheetwright/contract/insights/list-counter-definitions.ts'
import { handle } from '../../platform/http/handle.ts'

export const listCounterDefinitionsHandler = handle(listCounterDefinitions, () =>
  Promise.resolve([
    { name: 'Spark.ApiCalls' as const, description: 'Calls of engines', unit: 'calls' as const },
    { name: 'Records' as const, description: 'Records that were computed', unit: 'records' as const },
    { name: 'Errors' as const, description: 'Calls with errors', unit: 'calls' as const },
    { name: 'FailedRecords' as const, description: 'Records with errors', unit: 'records' as const },
    { name: 'Warnings' as const, description: 'Records with warnings', unit: 'records' as const },
    { name: 'ComputeMillis' as const, description: 'Time of all calculations together', unit: 'ms' as const },
    { name: 'Callers' as const, description: 'Different callers', unit: 'callers' as const },
  ]),
)
