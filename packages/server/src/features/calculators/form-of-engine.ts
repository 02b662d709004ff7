import type { FormLayout } from '@sheetwright/contract/calculators/form-layout.ts'
import type { FormSpec } from '@sheetwright/contract/calculators/form-spec.ts'
import { formStateOf, type FormState } from '@sheetwright/contract/calculators/form-state.ts'
import type { EnginePort } from '@sheetwright/contract/engines/interface.ts'
import { withDefinition } from '@sheetwright/contract/master-api/master-api-definition.ts'
import type { Brand } from '@sheetwright/contract/tenants/tenant-settings.ts'
import type { EngineInputs } from '@sheetwright/runtime/engine/call.ts'
import type { Calculation, EngineChoice, ExecutableEngine } from '../execution/calculation.access.ts'
import type { TenantTransaction } from '../../platform/db/database.ts'
import { publishedFields } from '../master-api/master-api.store.ts'
import { makeLayout } from './make-layout.ts'
import { makeSchema } from './make-schema.ts'

/** The default layout of an engine, with labels from the master API definition of its product. */
export async function ownLayout(tx: TenantTransaction, { version, engine }: ExecutableEngine): Promise<FormLayout> {
  const fields = await publishedFields(tx, version.productId)
  return makeLayout(version.serviceName, withDefinition(fields, engine.shown))
}

export function specOf(
  found: ExecutableEngine,
  caller: EngineChoice['caller'],
  { layout, source }: Pick<FormSpec, 'layout' | 'source'>,
  brand: Brand,
): FormSpec {
  const { version, engine } = found
  return {
    schema: makeSchema(layout, engine.shown.inputs),
    layout,
    inputs: engine.shown.inputs.map(formPort),
    outputs: engine.shown.outputs.map(formPort),
    source,
    computes: mayComputeElsewhere(found) ? 'browser' : 'server',
    engine: {
      id: version.engineId,
      serviceName: version.serviceName,
      productId: version.productId,
      productName: version.productName,
      versionId: version.id,
      revision: version.revision,
    },
    organisation: brand.name ?? caller.tenantName,
    brand: { logo: brand.logo, colour: brand.colour },
  }
}

/** True if the author lets the program be handed out, and a program exists that computes the whole engine. */
export function mayComputeElsewhere({ version, engine }: ExecutableEngine): boolean {
  return version.mayLeave && version.engineType === 'Type1' && engine.content.program !== undefined
}

export function stateOf(
  { version }: ExecutableEngine,
  layout: FormLayout,
  values: EngineInputs,
  { result, validations }: Calculation,
): FormState {
  return formStateOf(layout, { versionId: version.id, revision: version.revision }, values, { ...result, validations })
}

/** The values that a form shows: the given ones, else the defaults of the form or the workbook. */
export function startingValues(layout: FormLayout, inputs: readonly EnginePort[], given: EngineInputs): EngineInputs {
  const own = new Map(
    layout.sections
      .flatMap(({ fields }) => fields)
      .flatMap((field) => ('default' in field ? [[field.input, field.default]] : [])),
  )
  return Object.fromEntries(
    inputs.map(({ name, default: saved }) => [
      name,
      given[name] ?? (name in given ? null : own.has(name) ? own.get(name) : saved),
    ]),
  )
}

function formPort({ cell: _cell, originalName: _original, description: _description, ...port }: EnginePort) {
  return port
}
