import { getCalculatorProgram } from '@sheetwright/contract/calculators/get-calculator-program.ts'
import type { PortNames } from '../engines/engine-version.store.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { handle } from '../../platform/http/handle.ts'
import { requireExecutable } from '../execution/calculation.access.ts'
import { mayComputeElsewhere } from './form-of-engine.ts'

export const getCalculatorProgramHandler = handle(
  getCalculatorProgram,
  async ({ caller, params, body: { versionId }, services: { execution } }) => {
    const found = await requireExecutable(execution, { caller, ...params, versionId })
    const { version, engine } = found
    if (!version.mayLeave) {
      throw new CallError('PERMISSION_DENIED', 'The author of the engine does not let its program be handed out')
    }
    const { program, locale, timeZone } = engine.content
    if (!mayComputeElsewhere(found) || program === undefined) {
      throw new CallError('NOT_FOUND', 'The engine has no program that computes elsewhere')
    }
    const { inputs, outputs } = version.portNames
    return {
      versionId: version.id,
      revision: version.revision,
      locale,
      timeZone: timeZone ?? null,
      program,
      inputNames: namesOf(inputs),
      outputNames: namesOf(outputs),
    }
  },
)

function namesOf(given: PortNames['inputs']): Record<string, string> {
  return Object.fromEntries(Object.entries(given ?? {}).map(([original, { name }]) => [original, name]))
}
