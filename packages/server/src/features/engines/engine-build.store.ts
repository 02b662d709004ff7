import { text } from 'node:stream/consumers'
import type { EngineInterface, EnginePort } from '@sheetwright/contract/engines/interface.ts'
import { localeOf, timeZoneOf, type WorkbookInterface } from '@sheetwright/compiler/interface.ts'
import type { Port } from '@sheetwright/runtime/engine/ports.ts'
import type { PortNames } from '../../platform/db/schema/engines.ts'
import type { Files } from '../../platform/files/files.ts'
import type { EngineBuild } from './build/engine-build.ts'
import { revivedInterface, type StoredInterface } from './build/stored-interface.ts'

/** The result of building a workbook, ready to run. */
export interface StoredBuild extends Omit<EngineBuild, 'interface'> {
  readonly ports: WorkbookInterface
}

export async function readBuild(files: Files, tenantId: string, hash: string): Promise<StoredBuild> {
  const { interface: stored, ...build } = JSON.parse(await text(await files.open(tenantId, hash))) as EngineBuild
  return { ...build, ports: revivedInterface(stored) }
}

/** The interface of a build as JSON, for a child process that runs it. */
export async function readStoredPorts(files: Files, tenantId: string, hash: string): Promise<StoredInterface> {
  const { interface: stored } = JSON.parse(await text(await files.open(tenantId, hash))) as EngineBuild
  return stored
}

/** The inverse of `readStoredPorts`. */
export function portsOf(stored: StoredInterface): WorkbookInterface {
  return revivedInterface(stored)
}

type Properties = Readonly<Record<string, string | number | boolean>>

/** The locale of a version: the author's setting, else the workbook's. */
export function localeOfEngine(ofWorkbook: Properties, ofAuthor: Properties): string {
  return localeOf(new Map(Object.entries(asking(ofWorkbook, ofAuthor, 'locale'))))
}

/** The regional settings that the author gave a version, if its cells were compared in others; undefined if not. */
export function unprovenLocale(
  { parity, publicInterface: { properties } }: Pick<EngineBuild, 'parity' | 'publicInterface'>,
  ofAuthor: Properties,
): { readonly proven: string; readonly computing: string } | undefined {
  const proven = parity.locale ?? localeOfEngine(properties, {})
  const computing = localeOfEngine(properties, ofAuthor)
  return proven === computing || parity.verdict === 'not proven' ? undefined : { proven, computing }
}

/** The time zone of a version's NOW and TODAY: the author's setting, else the workbook's; undefined means UTC. */
export function timeZoneOfEngine(ofWorkbook: Properties, ofAuthor: Properties): string | undefined {
  return timeZoneOf(new Map(Object.entries(asking(ofWorkbook, ofAuthor, 'timezone'))))
}

function asking(ofWorkbook: Properties, ofAuthor: Properties, wanted: string): Properties {
  return Object.keys(ofAuthor).some((name) => name.toLowerCase() === wanted) ? ofAuthor : ofWorkbook
}

/** The interface with the author's names and descriptions instead of the workbook's; subservices keep theirs. */
export function renamedInterface(ports: EngineInterface, names: PortNames): EngineInterface {
  const ofInputs = new Map(Object.entries(names.inputs ?? {}))
  const ofOutputs = new Map(Object.entries(names.outputs ?? {}))
  const rename = (given: typeof ofInputs) => (port: EnginePort) => {
    const other = given.get(port.originalName)
    return other === undefined
      ? port
      : { ...port, name: other.name, description: other.description || port.description }
  }
  const withRule = (port: EnginePort): EnginePort => {
    if (port.validation === undefined) return port
    const dependsOn = port.validation.dependsOn.map((name) => ofInputs.get(name)?.name ?? name)
    return { ...port, validation: { ...port.validation, dependsOn } }
  }
  return {
    ...ports,
    inputs: ports.inputs.map(rename(ofInputs)).map(withRule),
    outputs: ports.outputs.map(rename(ofOutputs)),
  }
}

/** The interface of a workbook with the author's names of inputs and outputs; subservices keep theirs. */
export function renamedPorts(ports: WorkbookInterface, names: PortNames): WorkbookInterface {
  const rename = (given: PortNames['inputs']) => {
    const nameOf = new Map(Object.entries(given ?? {}).map(([original, { name }]) => [original, name]))
    return (port: Port): Port => ({ ...port, name: nameOf.get(port.name) ?? port.name })
  }
  return { ...ports, inputs: ports.inputs.map(rename(names.inputs)), outputs: ports.outputs.map(rename(names.outputs)) }
}
