import type { RequestMeta } from '@sheetwright/contract/execution/request.ts'
import type { EngineInputs } from '@sheetwright/runtime/engine/call.ts'
import type { CallerIdentity } from '../../platform/http/caller.ts'
import { JsonText } from '../../platform/http/json-text.ts'
import { runResultOf } from './execute-engine.ts'
import { executeSingle } from './execute-single.ts'
import type { Execution } from './execution.ts'
import { assertInputsTaken } from './refused-inputs.ts'
import type { RunResult } from './validation-error.ts'

export interface AssistantRun {
  readonly caller: Exclude<CallerIdentity, { kind: 'anyone' }>
  readonly engineId: string
  readonly inputs: EngineInputs
  /** Name of the assistant in the log. */
  readonly assistant: string
  readonly requestId: string
}

/** Computes one record for an assistant. The call is logged like any other, with the assistant as its source system. */
export async function executeForAssistant(
  execution: Execution,
  { caller, engineId, inputs, assistant, requestId }: AssistantRun,
): Promise<RunResult> {
  const { tenantId, tenantName } = caller
  const meta: RequestMeta = { call_purpose: 'Assistant', source_system: assistant }
  const requestText = JSON.stringify({ request_data: { inputs }, request_meta: meta })
  const target = { kind: 'id', engineId } as const
  const { text } = await executeSingle(
    execution,
    { tenantId, caller, target, inputs, meta, requestId, requestText },
    (executed) => {
      assertInputsTaken(executed, { inputs, meta })
      return JsonText.of(runResultOf(executed, inputs, meta, tenantName))
    },
  )
  return JSON.parse(text) as RunResult
}
