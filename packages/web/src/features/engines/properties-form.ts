import type { EngineType } from '@sheetwright/contract/engines/engine.ts'
import type { EngineDetail } from '@sheetwright/contract/engines/engine-detail.ts'
import type { EnginePort } from '@sheetwright/contract/engines/interface.ts'
import type { EngineChange } from './mutations.ts'
import { datesAsSent, type VersionValues, versionValuesOf } from './publish-form.ts'

export interface PortValues {
  readonly originalName: string
  readonly name: string
  readonly description: string
}

export interface PropertyValues {
  readonly name: string
  readonly value: string
}

/** What the properties dialog edits. */
export interface EngineValues extends VersionValues {
  readonly engineType: EngineType
  readonly connectorUrl: string
  readonly isPublic: boolean
  readonly mayLeave: boolean
  readonly forAssistants: boolean
  readonly properties: readonly PropertyValues[]
  readonly inputs: readonly PortValues[]
  readonly outputs: readonly PortValues[]
}

export function engineValuesOf(engine: EngineDetail): EngineValues {
  return {
    ...versionValuesOf(engine.version),
    engineType: engine.engineType,
    connectorUrl: engine.connectorUrl ?? '',
    isPublic: engine.isPublic,
    mayLeave: engine.mayLeave,
    forAssistants: engine.forAssistants,
    properties: Object.entries(engine.properties).map(([name, value]) => ({ name, value: String(value) })),
    inputs: engine.interface.inputs.map(portValues),
    outputs: engine.interface.outputs.map(portValues),
  }
}

function portValues({ originalName, name, description }: EnginePort): PortValues {
  return { originalName, name, description }
}

/** Sends changed fields only. Names, descriptions and properties can be changed in drafts only. */
export function engineChange(values: EngineValues, before: EngineValues, engine: EngineDetail): EngineChange {
  const renamed = (ports: readonly PortValues[], old: readonly PortValues[]) =>
    JSON.stringify(ports) === JSON.stringify(old)
      ? undefined
      : ports.map(({ originalName, name, description }) => ({ originalName, newName: name.trim(), description }))
  const inputs = renamed(values.inputs, before.inputs)
  const outputs = renamed(values.outputs, before.outputs)
  const properties =
    JSON.stringify(values.properties) === JSON.stringify(before.properties) ? undefined : values.properties
  return {
    Version: engine.version.id,
    ...datesAsSent(values, before),
    ...(values.releaseNote === before.releaseNote ? {} : { releaseNote: values.releaseNote }),
    ...(values.engineType === before.engineType ? {} : { engineType: values.engineType }),
    ...(values.engineType === 'Type4' && values.connectorUrl !== before.connectorUrl
      ? { connectorUrl: values.connectorUrl.trim() }
      : {}),
    ...(values.isPublic === before.isPublic ? {} : { isPublic: values.isPublic }),
    ...(values.mayLeave === before.mayLeave ? {} : { mayLeave: values.mayLeave }),
    ...(values.forAssistants === before.forAssistants ? {} : { forAssistants: values.forAssistants }),
    ...(inputs === undefined ? {} : { XlInputs: inputs }),
    ...(outputs === undefined ? {} : { XlOutputs: outputs }),
    ...(properties === undefined
      ? {}
      : {
          BookProperties: Object.fromEntries(
            properties.filter(({ name }) => name.trim() !== '').map(({ name, value }) => [name.trim(), value]),
          ),
        }),
  }
}

/** The errors of names, by index: empty, with a dot, or duplicate. */
export function portProblem(ports: readonly PortValues[], index: number): 'empty' | 'dot' | 'twice' | null {
  const name = ports[index]?.name.trim() ?? ''
  if (name === '') return 'empty'
  if (name.includes('.')) return 'dot'
  const same = ports.filter((port) => port.name.trim().toLowerCase() === name.toLowerCase())
  return same.length > 1 ? 'twice' : null
}
