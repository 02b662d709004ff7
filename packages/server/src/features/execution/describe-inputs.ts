import type { ResultOf } from '@sheetwright/contract/call.ts'
import type { validateService } from '@sheetwright/contract/execution/validate-service.ts'
import type { CallContext } from '../../platform/http/handle.ts'
import { assertSubservice } from './asked-subservice.ts'
import type { Target } from './engine-directory.ts'
import type { InputValidation } from '@sheetwright/runtime/engine/describe-validations.ts'
import type { LoadedEngine } from './loaded-engines.ts'
import { runEngine } from './run-engine.ts'
import { keepRun, purposes } from './keep-run.ts'
import { recordOptions, subserviceOf, wantedVersion } from './run-meta.ts'
import type { RecordResult } from './run-records.ts'
import { metaOf } from './service-meta.ts'

type InputRule = ResultOf<typeof validateService>['response_data']['outputs'][string]

type ShownPort = LoadedEngine['shown']['inputs'][number]

/** Excel's names of the validation types. */
const allowNames: Readonly<Record<string, string>> = {
  any: 'Any value',
  whole: 'Whole number',
  decimal: 'Decimal',
  list: 'List',
  date: 'Date',
  time: 'Time',
  textLength: 'Text length',
  custom: 'Custom',
}

type AskedInputs = Pick<
  CallContext<typeof validateService>,
  'caller' | 'body' | 'services' | 'correlationId' | 'bodyText'
>

/** The allowed values of each input of a service, given the other inputs. */
export async function describeInputs(
  { caller, body, services, correlationId, bodyText }: AskedInputs,
  target: Target,
): Promise<ResultOf<typeof validateService>> {
  const { execution } = services
  const { tenantId } = caller
  const meta = body.request_meta ?? {}
  const at = new Date()
  const { version } = await execution.directory.choose(tenantId, caller, target, wantedVersion(meta))
  const subservice = subserviceOf(meta.service_category)
  const call = {
    tenantId,
    at,
    caller,
    version,
    meta,
    purpose: purposes.validation,
    requestId: correlationId,
    subservice: subservice ?? null,
    requestText: bodyText || '{}',
  }
  return keepRun(execution, call, async (marks) => {
    const run = await runEngine(execution, tenantId, version, {
      records: [body.request_data?.inputs ?? {}],
      options: { ...recordOptions(at, meta, marks), validate: false, outputs: [] },
      also: 'validations',
    })
    assertSubservice(run.engine, version, subservice)
    const states = new Map(run.validations?.map((state) => [state.name, state]))
    const rules = inputsOf(run.engine, subservice).map((port) => [port.name, ruleOf(port, states.get(port.name))])
    const { errors, micros } = run.results[0] as RecordResult
    const answer = {
      status: 'Success' as const,
      error: null,
      response_data: { outputs: Object.fromEntries(rules) as Record<string, InputRule> },
      response_meta: metaOf(version, marks.correlationId, at),
    }
    return { answer, failed: errors.length > 0, micros }
  })
}

function inputsOf({ shown }: LoadedEngine, subservice: string | undefined): readonly ShownPort[] {
  if (subservice === undefined) return shown.inputs
  return shown.subservices.find(({ name }) => name.toLowerCase() === subservice.toLowerCase())?.inputs ?? []
}

function ruleOf({ validation, default: saved }: ShownPort, state: InputValidation | undefined): InputRule {
  const dependsOn = validation?.dependsOn ?? []
  return {
    validation_allow: allowNames[validation?.type ?? 'any'] ?? 'Any value',
    validation_type: validation === undefined ? 'none' : dependsOn.length === 0 ? 'static' : 'dynamic',
    dependent_inputs: dependsOn.length === 0 ? null : [...dependsOn],
    min: state?.min ?? null,
    max: state?.max ?? null,
    options: state?.options ? [...state.options] : null,
    ignore_blank: validation?.ignoreBlank ?? true,
    input_message_title: validation?.inputTitle ?? null,
    input_message: validation?.inputMessage ?? null,
    error_style: validation?.errorStyle ?? null,
    error_title: validation?.errorTitle ?? null,
    error_message: validation?.errorMessage ?? null,
    default_value: saved ?? null,
  }
}
