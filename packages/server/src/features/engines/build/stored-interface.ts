import type { WorkbookInterface } from '@sheetwright/compiler/interface.ts'
import { errors, ExcelError, type Scalar } from '@sheetwright/runtime/values.ts'

type Port = WorkbookInterface['inputs'][number]
type Subservice = WorkbookInterface['subservices'][number]

declare const storedBrand: unique symbol

/**
 * The interface of a workbook as JSON: properties as an object, error values among the defaults as a list with their
 * code.
 */
export interface StoredInterface {
  readonly [storedBrand]: true
}

interface Plain extends Omit<WorkbookInterface, 'properties'> {
  readonly properties: Readonly<Record<string, string | number | boolean>>
}

export function storedInterface(ports: WorkbookInterface): StoredInterface {
  const plain = withDefaults(ports, written)
  return { ...plain, properties: Object.fromEntries(ports.properties) } as unknown as StoredInterface
}

export function revivedInterface(stored: StoredInterface): WorkbookInterface {
  const plain = stored as unknown as Plain
  return { ...withDefaults(plain, revived), properties: new Map(Object.entries(plain.properties)) }
}

type Convert = (value: Scalar) => unknown

function withDefaults<I extends Omit<WorkbookInterface, 'properties'>>(ports: I, convert: Convert): I {
  const port = (each: Port) => converted(each, convert)
  const subservice = (each: Subservice) => ({
    ...each,
    inputs: each.inputs.map(port),
    outputs: each.outputs.map(port),
  })
  return {
    ...ports,
    inputs: ports.inputs.map(port),
    outputs: ports.outputs.map(port),
    metadata: ports.metadata.map(port),
    subservices: ports.subservices.map(subservice),
  }
}

function converted(port: Port, convert: Convert): Port {
  if (port.shape === 'cell') return { ...port, default: convert(port.default) as Scalar }
  return { ...port, defaults: port.defaults.map((row) => row.map((value) => convert(value) as Scalar)) }
}

function revived(value: unknown): Scalar {
  if (!Array.isArray(value)) return value as Scalar
  return Object.values(errors).find(({ code }) => code === value[0]) ?? errors.value
}

function written(value: Scalar): unknown {
  return value instanceof ExcelError ? [value.code] : value
}
