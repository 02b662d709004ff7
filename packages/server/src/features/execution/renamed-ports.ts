import type { WorkbookInterface } from '@sheetwright/compiler/3-bind/ports/interface.ts'
import type { Port } from '@sheetwright/runtime/engine/ports.ts'
import type { PortNames } from '../../platform/db/schema/engines.ts'

/** The interface of a workbook with the names that the author gave its inputs and outputs; those of subservices stay. */
export function renamedPorts(ports: WorkbookInterface, names: PortNames): WorkbookInterface {
  const rename = (given: PortNames['inputs']) => {
    const nameOf = new Map(Object.entries(given ?? {}).map(([original, { name }]) => [original, name]))
    return (port: Port): Port => ({ ...port, name: nameOf.get(port.name) ?? port.name })
  }
  return { ...ports, inputs: ports.inputs.map(rename(names.inputs)), outputs: ports.outputs.map(rename(names.outputs)) }
}
