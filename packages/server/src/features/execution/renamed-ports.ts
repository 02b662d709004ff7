import type { WorkbookInterface } from '@sheetwright/compiler/3-bind/ports/interface.ts'
import type { Port } from '@sheetwright/runtime/engine/ports.ts'
import type { PortNames } from '../../platform/db/schema/engines.ts'

/** The interface of a workbook with the names that the author gave its inputs and outputs. */
export function renamedPorts(ports: WorkbookInterface, names: PortNames): WorkbookInterface {
  const input = (port: Port): Port => ({ ...port, name: names.inputs?.[port.name]?.name ?? port.name })
  const output = (port: Port): Port => ({ ...port, name: names.outputs?.[port.name]?.name ?? port.name })
  return {
    ...ports,
    inputs: ports.inputs.map(input),
    outputs: ports.outputs.map(output),
    subservices: ports.subservices.map((subservice) => ({
      ...subservice,
      inputs: subservice.inputs.map(input),
      outputs: subservice.outputs.map(output),
    })),
  }
}
