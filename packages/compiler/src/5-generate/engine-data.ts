import type { EngineInterface, Port } from '@sheetwright/runtime/engine/ports.ts'
import type { Scalar } from '@sheetwright/runtime/values.ts'
import { written } from '@sheetwright/runtime/program/written-values.ts'

/** An interface as plain data of a program, with values encoded like all values of the program. */
export function engineData({ inputs, outputs, subservices, validations, solves }: EngineInterface): unknown {
  return {
    inputs: inputs.map(portData),
    outputs: outputs.map(portData),
    subservices: subservices.map((one) => ({
      name: one.name,
      inputs: one.inputs.map(portData),
      outputs: one.outputs.map(portData),
    })),
    validations,
    solves,
  }
}

function portData(port: Port): unknown {
  return port.shape === 'cell'
    ? { ...port, default: written(port.default) }
    : { ...port, defaults: port.defaults.map((row: readonly Scalar[]) => row.map(written)) }
}
